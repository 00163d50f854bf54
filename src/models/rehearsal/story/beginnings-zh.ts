/** How a story begins, in Chinese. An arrival brings up the rival, a threshold hands over the token. */
import type { Beat } from "./story-texts.js";

export const arrivalChinese: readonly Beat[] = [
  {
    situation: "parley",
    scene: [
      "天擦黑，你们进了最后一家亮着灯的铺子，老板娘什么都知道，偏偏一说到{subject}就只说半句。",
      "墙角坐着{aRival}，见你们进来，慢悠悠地把一张图折了起来。",
    ],
    moves: [
      {
        act: "我不请自来，往{rival}对面一坐，问那张图哪头朝上。",
        success: "{rival}没绷住，笑了，{actor}，就这一笑的工夫，你已经把头一段路看进了眼里。",
        trouble: "{rival}耐着性子给你讲了半天，{actor}，出了门你才发现，指的是去澡堂的路。",
      },
      {
        act: "我请老板娘喝一碗她自己酿的酒，专问那些旁人不敢问的。",
        success: "三碗下去，{actor}，老板娘蘸着酒在桌上画了条路，画完又拿袖子抹了。",
        trouble: "酒她喝了，你那碗她也喝了，{actor}，到头来你只弄明白了一件事，账是怎么算的。",
      },
    ],
  },
  {
    situation: "riddle",
    scene: [
      "路口的告示墙上，凡是提到{subject}的字，都让人拿小剪子剪得干干净净。",
      "蹲在墙根的孩子说，是{aRival}剪的，一边剪还一边哼小曲。",
    ],
    moves: [
      {
        act: "我把告示一张张叠起来对着光，不看字，专看窟窿。",
        success: "窟窿叠着窟窿，{actor}，竟拼出一条弯弯曲曲的路来。",
        trouble: "窟窿什么也没拼出来，{actor}，倒有个巡街的踱过来，问你揭告示做什么。",
      },
      {
        act: "我蹲下来，拿一颗糖跟那孩子换他看见的全部。",
        success: "一颗糖换来三句话，{actor}，一句是那人往哪儿去了，一句是早饭吃的什么，还有一句是再来一颗。",
        trouble: "糖吃完了，{actor}，孩子伸出两只手，左手指东，右手指西。",
      },
    ],
  },
  {
    situation: "trouble",
    scene: [
      "说好在这儿接你们的向导没来，只留下一顶帽子和一张没付的账单。",
      "掌柜的说账单今早有人结了，结账的是{aRival}，顺嘴也打听了{subject}的事。",
    ],
    moves: [
      {
        act: "我把帽子翻过来，摸里头那一圈，人最爱把东西藏在出汗的地方。",
        success: "果然，{actor}，帽圈里缝着一张纸条，蝇头小字，写满了该在哪儿拐弯。",
        trouble: "帽圈里确实有东西，{actor}，而且咬了你一口，好在只有一口。",
      },
      {
        act: "我把账单从头到尾念一遍，点菜的时候谁也不会撒谎。",
        success: "两个人的饭，{actor}，一盏灯，外加十丈绳子，可见要去的地方又黑又深。",
        trouble: "你念出了他爱吃什么，{actor}，掌柜的也想起还有一笔没算，正好你们在。",
      },
    ],
  },
  {
    situation: "parley",
    scene: [
      "路边打盹的老汉睁开一只眼，说你们是今天第二拨来问{subject}的人。",
      "头一拨是{aRival}，他说，客气成那样，准没安好心。",
    ],
    moves: [
      {
        act: "我挨着老汉坐下，一声不吭，等他自己憋不住。",
        success: "他憋了一盏茶的工夫，{actor}，先说了路，又搭上了自己的大半辈子。",
        trouble: "他比你能憋，{actor}，你一觉醒来，人没了，兜里的干粮也没了。",
      },
      {
        act: "我问老汉跟{rival}说了什么，再问他故意漏了什么。",
        success: "漏的是头一个岔口，{actor}，他说这话的时候，脸上有几分得意。",
        trouble: "一个字也没漏，{actor}，他说，人家是按字数给的钱。",
      },
    ],
  },
];

export const thresholdChinese: readonly Beat[] = [
  {
    situation: "gate",
    scene: [
      "路走到头是一扇门，没有环也没有锁，一副谁也不求的样子。",
      "门楣上拿红线吊着{aToken}，跳一跳就够得着，就看谁拉得下脸。",
    ],
    moves: [
      {
        act: "我退后三步，起跳，去够{token}，姿势好不好看先不管。",
        success: "跳到第三回，{actor}，{token}到了手，门大概看不下去，自己开了。",
        trouble: "{token}到手了，{actor}，线也到手了，线那头拴的石头跟着也到了，门就是这么砸开的。",
      },
      {
        act: "我敲敲门，恭恭敬敬地把来意从头说一遍。",
        success: "从来没人跟它讲过道理，{actor}，门愣了愣，开了，还把{token}丢进你手里。",
        trouble: "门听完了，{actor}，人都放过去，单扣下你的包袱，拿{token}算是找零。",
      },
    ],
  },
  {
    situation: "parley",
    scene: [
      "一个守关的婆婆拦住去路，她不收钱，只收一样你们舍不得的东西。",
      "她架子上摆满了旁人的舍不得，末了却推过来{aToken}，像是巴不得脱手。",
    ],
    moves: [
      {
        act: "我把影子押给她，回来再赎，反正它从没帮我拎过东西。",
        success: "婆婆把你的影子叠好收进抽屉，{actor}，还开了张收据，抬手放行。",
        trouble: "影子在抽屉里跟她嘀咕了几句，{actor}，她听完，放是放了，价也涨了。",
      },
      {
        act: "我把自己害怕时哼的那支小调给她。",
        success: "她收下小调，{actor}，哼走了音，倒比原先好听，一高兴就放了行。",
        trouble: "她收下了，{actor}，过了关你才发觉，胆子原来是拴在那支调子上的。",
      },
    ],
  },
  {
    situation: "gate",
    scene: [
      "前头一道深沟，沟上搭着一块板，那板看样子早就想告老还乡了。",
      "板这头钉着{aToken}，旁边刻了四个字，不带后悔。",
    ],
    moves: [
      {
        act: "我拔下钉子，揣好{token}，趴着爬过去。",
        success: "木板哼了一路，{actor}，到底没断，你和{token}都平平安安到了对面。",
        trouble: "那颗钉子管的不止是{token}，{actor}，这一点你爬到一半才明白。",
      },
      {
        act: "我收起{token}，拿一根绳子把大家拴成一串，要过一起过，要骂一起骂。",
        success: "板断了，绳子没断，{actor}，你们在对岸摔成一堆，一个不少。",
        trouble: "绳子果然结实，{actor}，一个掉下去，个个掉下去，底下那块石台顿时挤得很。",
      },
    ],
  },
  {
    situation: "riddle",
    scene: ["熟路到这儿就断了，断头处立着一颗石人头，逢人便问，你怕什么。", "石人张着嘴，牙缝里卡着{aToken}。"],
    moves: [
      {
        act: "我凑到石人耳边，把实话说给它听，声音小得只有它听得见。",
        success: "石人大约是心软了，{actor}，由着你把{token}取走，没动牙。",
        trouble: "石人扯开嗓子替你复述了一晚上，{actor}，不过{token}归你了。",
      },
      {
        act: "我随口编一个糊弄石人，趁它琢磨，伸手去掏{token}。",
        success: "石头的脑子转得慢，{actor}，等它皱起眉，{token}早在你袖子里了。",
        trouble: "它合上了嘴，{actor}，合得不快，可你到天黑才把手和{token}一起拔出来。",
      },
    ],
  },
];
