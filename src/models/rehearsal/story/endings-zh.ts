/** How a story ends and how another one begins, in Chinese. A thread brings up the next rival and the next quest. */
import type { Beat } from "./story-texts.js";

export const aftermathChinese: readonly Beat[] = [
  {
    situation: "rest",
    scene: [
      "事情过去了，你们坐在露天里，谁也不说话，只听见啃果子的声音。",
      "{subject}往后怎么办，明天再说，你们都这么讲，谁也不信。",
    ],
    moves: [
      {
        act: "我把剩下的饼分了，最大的一块给刚才最害怕的那个人。",
        success: "那块饼传了两圈，{actor}，人人都觉得说的是别人。",
        trouble: "大家一齐伸手，{actor}，为这块饼吵得比刚才哪一场都凶。",
      },
      {
        act: "我把{token}又看了一回，悄悄塞进{friend}的口袋，等着明天被摸着。",
        success: "没人看见，{actor}，只有{token}自己嗡了一声，像是满意了。",
        trouble: "当场被抓住了，{actor}，只好当着众人说了句软话。",
      },
    ],
  },
  {
    situation: "rest",
    scene: [
      "回去的路总比来时短一半，这回也不例外。",
      "最后一块里程石上坐着{rival}，说同行之间请教一句，你们到底怎么办到的。",
    ],
    moves: [
      {
        act: "我一五一十全告诉{he}，只是把次序打乱。",
        success: "{he}一条条全记下来了，{actor}，往后几年都别想走出来。",
        trouble: "{he}当场就把次序理顺了，{actor}，谢得那么诚恳，你心里反倒打鼓。",
      },
      {
        act: "我在{he}旁边坐下，把水囊递过去，总得有人先来。",
        success: "{he}喝了一口，{actor}，还给你一样东西，你都还没发觉丢了。",
        trouble: "{he}喝完顺手揣走了，{actor}，你们俩都笑了，{he}笑得久一些。",
      },
    ],
  },
  {
    situation: "rest",
    scene: [
      "有人给你们摆了庆功酒，照例要讲话，讲话里你们个个高了三寸。",
      "{subject}的事已经编成了曲子，要紧的地方偏偏唱错了。",
    ],
    moves: [
      {
        act: "唱到第三段我站起来，照实情重唱一遍。",
        success: "满座安静下来，{actor}，有人拿笔记了，往后就照你这个唱。",
        trouble: "实情里妖怪少了些，{actor}，大家请你坐下。",
      },
      {
        act: "我溜进灶房，故事完了以后的事，只有灶房里的人知道。",
        success: "大师傅塞给你一只烧鸡，{actor}，还有个住址，那家人正在找能办事的。",
        trouble: "大师傅递给你一块抹布，{actor}，等讲话讲完，你已经擦了三摞碗。",
      },
    ],
  },
  {
    situation: "rest",
    scene: [
      "账单到了，路一条，门几扇，外加一方百姓的清静，都算在你们头上。",
      "管账的很过意不去，问能不能拿故事抵，最好是{subject}那一段。",
    ],
    moves: [
      {
        act: "我从头给他讲，讲到收尾那一段，另外收钱。",
        success: "他付了，{actor}，把账单一撕，打听下一回什么时候开讲。",
        trouble: "他说讲得真好，{actor}，又添上一笔，茶座钱。",
      },
      {
        act: "我把他的账从头核一遍，怕是从来没人核过。",
        success: "查出两处错，{actor}，一处该退你们钱，另一处嘛，像是另一桩事的由头。",
        trouble: "账一点没错，{actor}，是你忘了那扇窗户。",
      },
    ],
  },
];

export const threadChinese: readonly Beat[] = [
  {
    situation: "parley",
    scene: [
      "靴子刚脱下一只，门就被擂响了，门外站着谁家的侄儿，上气不接下气。",
      "他说是{subject}的事，{aRival}已经动身了。",
    ],
    moves: [
      {
        act: "我把靴子又套上，只问这侄儿不好意思讲的那一段。",
        success: "他不好意思的是把图给卖了，{actor}，好在留了个底。",
        trouble: "问到半夜还没问完，{actor}，他不好意思的事实在太多。",
      },
      {
        act: "我给这侄儿搬张凳子，他说一句假话，我弯一根指头。",
        success: "两句假，一句真，{actor}，真的那句里有路。",
        trouble: "十根指头都不够用，{actor}，可真话总在里头，走吧。",
      },
    ],
  },
  {
    situation: "riddle",
    scene: [
      "带回来的行李里多了一封信，你们谁也没装过。",
      "信上求你们去寻{subject}，又叫你们提防{aRival}，说得人心里痒痒的。",
    ],
    moves: [
      {
        act: "我先闻纸，再看火漆，最后才看字。",
        success: "纸上有灯油味，写得很急，{actor}，火漆上的印子告诉了你从哪儿动身。",
        trouble: "气味太冲，你一个喷嚏，{actor}，字糊了一半，好在地方还认得出。",
      },
      {
        act: "我学着写信人的口气念一遍，听听自己信不信。",
        success: "口气一对，念出来竟是救命二字，{actor}，谁也不用再劝了。",
        trouble: "口气一对，念出来是个圈套，{actor}，可这圈套给的钱不少，你们还是动了身。",
      },
    ],
  },
  {
    situation: "parley",
    scene: [
      "一晃一年，你们的故事越传越大，这天有个生客往桌上放了一袋钱。",
      "她说，只要赶在{aRival}前头寻到{subject}，钱就是你们的。",
    ],
    moves: [
      {
        act: "我把钱袋推回去一半，问她还有什么没说。",
        success: "没说的是先前去过的都有谁，{actor}，各人走到了哪一步。",
        trouble: "她全说了，{actor}，你现在巴不得刚才闷声收钱。",
      },
      {
        act: "我捏起一枚钱放在嘴里咬，眼睛看着她。",
        success: "是真金，{actor}，年头很老了，上头的人像跟她长得一样。",
        trouble: "是铅的，{actor}，她说，你正要编的那个借口也是。",
      },
    ],
  },
];
