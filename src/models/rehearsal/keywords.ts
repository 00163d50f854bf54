/** Words that tell which concern a role, a place, a topic or a remark belongs to: starts of words in English. */
import type { ConcernName } from "./phrases.js";

export const keywordsOf: Readonly<Record<ConcernName, string>> = {
  money:
    "money cost price pay budget bank account tax treasur shop merchant trader invest finan owner business sell afford cheap expensive economist 钱 店主 老板 会计 财 银行 商 生意 成本 预算 价 税 经济 账",
  maintenance:
    "engineer mechanic technic repair maint electric plumber janitor caretaker machin software developer programmer builder upkeep 工程师 维修 技术员 机械 电工 物业 程序员 修 师傅 运维",
  safety:
    "safe danger risk police fire guard soldier captain pilot driver accident rescue harbourmaster security 安全 危险 风险 警 消防 保安 司机 船长 飞行员 事故",
  health:
    "nurse doctor health hospital medic clinic pharma therap sleep surgeon midwife psycholog 护士 医 健康 药 睡 护理 心理 身体",
  nature:
    "nature farm garden forest ranger ecolog environment climate river animal biolog fish bird landscape green 农 园丁 林 环保 生态 气候 河 动物 渔 鸟 自然 种",
  time: "time hour minute schedul timetable logistic planner watchmaker night late hurry 时间 小时 时刻 调度 排班 夜 加班 钟",
  jobs: "job wage work union labour labor employ cook waiter cleaner factory craft foreman 工人 工会 饭碗 就业 工资 厨 服务员 员工 打工 清洁 职工 岗位 工厂",
  beauty:
    "beaut art paint music poet design architect tailor fashion actor sculpt photograph style 美 艺术 画 音乐 诗 设计 建筑师 裁缝 演员 摄影 时装",
  fairness:
    "fair justice judge lawyer equal rights union inequal poor rich social 公平 公正 法官 律师 平等 权利 贫 社工",
  evidence:
    "evidence scien statist research professor data analyst proof physic study engineer logic 证据 科学 统计 研究 教授 数据 分析 实验 工程师 学者",
  people:
    "people neighbour neighbor resident communit nurse shop barber innkeep social patient customer passenger commuter mayor 居民 街坊 邻 社区 护士 顾客 乘客 理发 居委 镇长 大妈",
  trust:
    "trust promise journalist report politic mayor diplomat councillor minister ethic honest priest 信任 记者 政 镇长 诚 议员 承诺 牧师 外交 伦理",
  tradition:
    "tradition histor old custom heritage grand retired museum archiv monk elder antique 传统 历史 老 退休 文物 博物 祖 规矩 非遗 档案",
  privacy:
    "privacy data surveill camera hacker secret file cyber spy detective 隐私 数据 监控 摄像 黑客 秘密 侦探 信息",
  children:
    "child teach school pupil student parent mother father kid nanny youth homework tutor headmaster 孩 学生 老师 教师 学校 家长 妈妈 爸爸 校 作业 班主任 少年 幼",
  freedom:
    "freedom free liberty choice libertar philosoph rebel liberal rights ownership property anarch artist 自由 选择 哲学 权利 法 自主 财产",
};
