/** Chinese errands about what an idea does to bodies and places. They fit any topic. */
import type { ConcernName } from "../phrases.js";
import type { ErrandTexts } from "./phrases.js";

export const surroundingsChinese = {
  safety: {
    errands: [
      {
        task: "把{subject}从头到尾过一遍，可能伤着人的地方都标出来。",
        report: "{subject}我从头到尾过了一遍，可能伤着人的地方都画了红圈。",
      },
      {
        task: "写下{subject}最怕出的三件事，每件配一个防的办法。",
        report: "{subject}最怕出的三件事我写下来了，写完那晚没睡踏实。",
      },
    ],
    findings: [
      { finding: "险处大半挤在一块儿，那儿人人赶时间，偏偏没人管。", gist: "险处大半挤在一个没人管的地方" },
      { finding: "头号坏事多半不会来，三号坏事已经来过两回，当时都怪了运气。", gist: "三号坏事其实已经来过两回" },
      { finding: "一盏灯、一把锁、一条说得清的规矩，能管住一大半。", gist: "一盏灯、一把锁、一条规矩，就能管住一大半" },
      { finding: "我拉了两个人演练，三个人齐齐跑错了门。", gist: "真到了急的时候，人人都会跑错门" },
      { finding: "规矩其实早就有，挂在衣帽架后头，写得还不赖。", gist: "规矩早就有，挂在衣帽架后头" },
    ],
  },
  health: {
    errands: [
      {
        task: "问一问{subject}会让人睡得怎样、腰背怎样、脾气怎样。",
        report: "{subject}会让人睡得怎样、腰背怎样、脾气怎样，我挨个问了，三样都有人答。",
      },
      {
        task: "看看{subject}会先累着谁，怎么才能让人少受累。",
        report: "{subject}会先累着谁，我去看了，头一个试的是我自己。",
      },
    ],
    findings: [
      { finding: "大家不怕累，怕的是不知道累到哪天算完。", gist: "大家不怕累，就怕没个头" },
      { finding: "最乏的是第二个星期，新鲜劲儿过了，习惯还没来。", gist: "最乏的是第二个星期" },
      { finding: "一张凳子、一会儿歇息、一杯热水，几乎人人都提到了。", gist: "有张凳子，能歇一会儿，就省了大半的累" },
      { finding: "叫苦叫得响的身体都好，真叫人担心的，个个说没事。", gist: "真该担心的是那些说没事的人" },
      { finding: "有一位说办了倒能睡个好觉，他已经好几年没睡踏实了。", gist: "有人反倒能因此睡个好觉" },
    ],
  },
  nature: {
    errands: [
      {
        task: "到实地走一圈，记下{subject}会碰着哪些水土和草木。",
        report: "为了看{subject}会碰着哪些水土草木，我到实地走了一圈，鞋底带回半斤泥。",
      },
      {
        task: "查一查{subject}会剩下多少废料，废料往哪儿去。",
        report: "{subject}会剩下多少废料、废料往哪儿去，我一路跟到了底。",
      },
    ],
    findings: [
      { finding: "那儿长的多半是野草，可野草里住着房客。", gist: "那片野草里住着房客" },
      { finding: "伤草木的日子一年就那么几个星期，翻翻日历就躲得开。", gist: "挑好了日子，草木就伤不着多少" },
      { finding: "要扔的东西，隔两条街就有人要走一半。", gist: "要扔的东西，有一半隔两条街就有人要" },
      { finding: "水自己会找路，眼下它找的是地窖。", gist: "眼下水都往地窖里走" },
      { finding: "算来算去，最值钱的是一片树荫，本钱是一棵树和几年耐心。", gist: "最值得添的是一片树荫" },
    ],
  },
  beauty: {
    errands: [
      {
        task: "给{subject}画两张样子，一张素净，一张热闹。",
        report: "{subject}的样子我画了两张，一张素净，一张热闹，上头都沾了茶渍。",
      },
      {
        task: "问清楚{subject}不管怎么变，有哪些样子是大家舍不得动的。",
        report: "{subject}不管怎么变，哪些样子动不得，我问了一圈，大家指得准极了。",
      },
    ],
    findings: [
      { finding: "旧颜色人人喜欢，可没一个人叫得出名字。", gist: "旧颜色人人喜欢" },
      { finding: "最难看的是那块说明牌，它说明的东西本来挺好看。", gist: "最难看的是那块说明牌" },
      { finding: "杂东西一撤，剩下的用不着打扮。", gist: "少摆杂东西，比添装饰管用" },
      { finding: "素的和花的各贴一张，大家在素的跟前站得久。", gist: "素净的样子更留得住人" },
      { finding: "打一盏好灯，比预算里那些漆都管用。", gist: "一盏好灯比什么漆都管用" },
    ],
  },
} as const satisfies Partial<Record<ConcernName, ErrandTexts>>;
