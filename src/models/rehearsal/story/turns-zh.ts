/** How a story turns against its heroes and comes to its height, in Chinese. After a climax the quest is over, at a price or not. */
import type { Beat } from "./story-texts.js";

export const setbackChinese: readonly Beat[] = [
  {
    situation: "trouble",
    scene: [
      "亮忽然灭了，黑地里有个不是你们的人，客客气气道了声晚上好。",
      "等重新点上火，绳子没了，干粮没了，地上留着{rival}的一张谢帖。",
    ],
    moves: [
      {
        act: "我把谢帖对着火光照，看上一张纸写过什么，有没有印下来。",
        success: "印子清清楚楚，{actor}，时辰、地方，末了还抱怨了一句绳子涨价。",
        trouble: "什么印子也没有，{actor}，墨倒是沾了你一手，这种蓝是洗不掉的。",
      },
      {
        act: "我把耳朵贴在地上，听咱们那捆绳子往哪边走。",
        success: "它笔直往前走，{actor}，一脚轻一脚重，不慌不忙，追得上。",
        trouble: "绳子的脚步远了，{actor}，近处倒有个动静，是地在裂。",
      },
    ],
  },
  {
    situation: "peril",
    scene: [
      "脚下的地等这一天等了一百年，说塌就塌，你们一个不落，全掉了下去。",
      "底下软乎乎的，坏就坏在软，这种地方的软东西，多半是有主的。",
    ],
    moves: [
      {
        act: "我一动不动地躺着，先给压着的那位赔个不是。",
        success: "它领了情，{actor}，翻个身，露出了被它压着的那条道。",
        trouble: "它领了情，{actor}，就是还想再听一遍，要每个人都说，要真心实意。",
      },
      {
        act: "我先摸墙，再摸出路，最后摸我那只鞋。",
        success: "三样都摸着了，{actor}，鞋里还灌着一股凉风，是外头的风。",
        trouble: "墙是圆的，{actor}，你摸了一圈又回来了，鞋呢，正被什么嚼着。",
      },
    ],
  },
  {
    situation: "parley",
    scene: [
      "拐过弯，{rival}带着六个帮手等在那儿，笑得比谁都和气。",
      "{he}说别的都好商量，只要{token}，这话{he}不爱说第二遍。",
    ],
    moves: [
      {
        act: "我攥紧{token}，另一只手递上一颗最不值钱的扣子。",
        success: "{he}把扣子翻来覆去地看，{actor}，琢磨它是个什么机关，等抬起头，你们早没影了。",
        trouble: "{he}道了谢，{actor}，把你们捆了个结实，只漏看了两样，你鞋里的{token}，还有你的牙口。",
      },
      {
        act: "我问那六个帮手，工钱是多少，见着现钱没有。",
        success: "没见着，{actor}，他们当场吵起来，吵得没人顾得上看你们。",
        trouble: "全是{he}的表兄弟，{actor}，图的是情分，你们只好丢下行李就跑。",
      },
    ],
  },
  {
    situation: "trouble",
    scene: [
      "走了半天，抬头一看，还是先前那块石头，地上还是自己掉的饼渣。",
      "有人趁黑把路掉了个头，石头上那道白印，一看就是{rival}的手笔。",
    ],
    moves: [
      {
        act: "我坐到石头上往回想，一直想到头一句假话。",
        success: "头一句假话是这条路好走，{actor}，你们一离开它，四下里就老实了。",
        trouble: "你想得太入神，{actor}，回过头来，连饼渣都自己先走了。",
      },
      {
        act: "我闭上眼，一手搭着{friend}往前走，路只骗得了看路的人。",
        success: "闭着眼走，这把戏就穿了，{actor}，再睁眼，石头已经在老后头。",
        trouble: "你走得笔直，{actor}，笔直地掉进了沟里，好在这条沟是新的。",
      },
    ],
  },
];

export const climaxChinese: readonly Beat[] = [
  {
    situation: "showdown",
    scene: [
      "路总算到了头，是一间圆屋子，没有一个角落能躲，{rival}先到了一步。",
      "你们跟{subject}之间只隔着{he}一个人，{he}伸出手，要{token}。",
    ],
    moves: [
      {
        act: "我把{token}往半空里一抛，趁人人抬头，拔腿就冲。",
        success: "那一口气的工夫，没有一双眼睛不看着上头，{actor}，一口气就够了。",
        trouble: "冲是冲过去了，{actor}，可{token}掉下来，不偏不倚砸在满屋唯一一面镜子上，十里外都听见了。",
      },
      {
        act: "我把身上的东西全放下，走到{he}面前，问{he}到底图什么。",
        success: "从来没人问过{he}这句话，{actor}，{he}往地上一坐，讲完了，把路让开了。",
        trouble: "{he}讲了，{actor}，{his}缘由比你们的还站得住，你们赢了，就是往后睡不踏实。",
      },
    ],
  },
  {
    situation: "peril",
    scene: [
      "说时迟那时快，地动了，火光转绿，{rival}撒腿就跑。",
      "前头是通往{subject}的唯一一道缝，正像眼皮一样慢慢合上。",
    ],
    moves: [
      {
        act: "我跟{he}抢着往前跑，赶在合拢之前把{token}卡进缝里。",
        success: "那道缝咬了{token}一口，{actor}，觉得不对，又张开了，你们全进去了。",
        trouble: "卡住了，{actor}，人都进去了，只有你的左袖子和大半体面留在了外头。",
      },
      {
        act: "我让{he}先跑，只盯着{he}的脚落在哪儿。",
        success: "错的石板{he}替你们踩了个遍，{actor}，你们从对的上头过去，还跟网里的{he}打了个招呼。",
        trouble: "{he}也一直盯着你呢，{actor}，你们是肩并肩到的，最后十步只好一人一半。",
      },
    ],
  },
  {
    situation: "riddle",
    scene: [
      "尽头没有什么宝库，只有一杆秤，{subject}在秤那头，头顶上有个声音。",
      "声音问你们拿什么来换，{rival}已经在翻两边的口袋了。",
    ],
    moves: [
      {
        act: "我把{token}放上秤盘，再放上回去以后打算吹的那段牛。",
        success: "秤盘悄没声儿地沉下去，{actor}，那声音道了声多谢，像是对平辈说的。",
        trouble: "秤盘沉下去了，{actor}，连你最得意的那段也收走了，这故事往后只能由别人来讲。",
      },
      {
        act: "我问那声音自己想要什么，看样子从来没人问过它。",
        success: "它想要清静，{actor}，这样的价钱，你们头一回个个都愿意出。",
        trouble: "它想要人作伴，{actor}，每年得有人回来看它一趟，你刚才嘴快，就是你了。",
      },
    ],
  },
  {
    situation: "showdown",
    scene: [
      "最后一道门前，{rival}说要跟你们对半分，坏就坏在，{he}是真心的。",
      "{he}身后就是门把手，拧一下，{subject}的事就全有了分晓。",
    ],
    moves: [
      {
        act: "我伸手跟{he}击掌为定，另一只手去拧把手。",
        success: "{he}愣了一愣，暗暗叫好，{actor}，就这一愣，门开了。",
        trouble: "门开了，{actor}，你的钱袋在{he}手里，你俩异口同声，说了句承让。",
      },
      {
        act: "我客客气气说了个不字，举着{token}当灯，从{he}身边走过去。",
        success: "从没有人就这么走过去，{actor}，等{he}想好怎么答，你已经在门里了。",
        trouble: "你进了门，{actor}，衣裳上多了个窟窿，回家得好好想想怎么说。",
      },
    ],
  },
];
