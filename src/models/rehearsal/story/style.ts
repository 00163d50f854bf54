/** How somebody acts in a story: told by the words of their role. */
import type { Participant } from "../../../state/participant.js";
import type { Style } from "./story-texts.js";

/** Starts of words in English. The first style that is found counts, so that a "healing witch" heals. */
const keywords: Readonly<Record<Exclude<Style, "general">, RegExp>> = {
  healer:
    /\b(?:heal|doctor|physician|surgeon|nurse|medic|midwi|herbal|apothecar|leech|barber-surgeon|vet\b|veterinar)|医|郎中|大夫|药|疗|护士|接生|仵作/iu,
  sneak:
    /\b(?:thie[fv]|burglar|pickpocket|rogue|smuggl|spy|spies|scout|assassin|cutpurse|forger|con (?:man|artist)|trickster|urchin|poacher|pirate|grave ?robber|escape)|贼|盗|扒手|探子|细作|刺客|斥候|走私|骗子|偷|海盗/iu,
  singer:
    /\b(?:music|bard|sing|minstrel|fiddl|flaut|flute|piper|drumm|lute|poet|dancer|actor|actress|player of|harp|organist|juggler|jester|clown|puppet)|乐师|琴|歌|唱|笛|鼓|伶|戏子|舞|诗人|吟游|箫|琵琶|曲/iu,
  maker:
    /\b(?:smith|blacksmith|locksmith|goldsmith|forge|carpent|mason|engineer|mechanic|tinker|clock|builder|cooper|cobbler|potter|wright|shipwright|wheelwright|glass|inventor|craft|artificer|miner|tailor|weaver|baker|cook|miller)|铁匠|木匠|工匠|石匠|锁匠|银匠|匠|机关|工程|机械|厨|裁缝|矿|磨坊|伙夫/iu,
  mystic:
    /\b(?:wizard|witch|mage|magic|sorcer|warlock|enchant|seer|oracle|shaman|druid|priest|monk|nun|cleric|conjur|alchem|necromanc|fortune|astrolog|diviner|medium|hermit)|巫|法师|道士|道人|和尚|僧|尼姑|术士|方士|占卜|算命|仙|炼金|祭司|通灵|天师|魔/iu,
  fighter:
    /\b(?:soldier|guard|knight|warrior|fighter|mercenar|sword|archer|captain|sergeant|marine|gladiator|boxer|champion|duel|bodyguard|samurai|barbarian|paladin|hunter of|veteran|wrestler|constable|sheriff)|兵|军|侍卫|护卫|骑士|武|剑|刀客|镖|拳|将军|校尉|捕快|捕头|佣兵|弓手|猎魔/iu,
  guide:
    /\b(?:ranger|hunter|guide|sailor|skipper|pilot|ferry|fisher|shepherd|herd|pathfind|explor|navigat|drover|trapper|forester|farmer|gardener|courier|messenger|cartograph|map|rider|nomad|lighthouse|diver|astronaut|boat|driver|coach)|猎人|猎户|向导|船|宇航|飞行|水手|渔|牧|信使|驿|樵|农|园丁|脚夫|车夫|游侠|采药|领航|探险/iu,
  trader:
    /\b(?:merchant|trader|pedlar|peddler|shop|innkeep|tavern|banker|broker|diplomat|lawyer|advocate|noble|princ|duke|duchess|count\b|countess|lord|lady|mayor|gambler|dealer|sales|agent|collector|negotiat|heir)|商|掌柜|货郎|贩|客栈|当铺|讼师|账房|使节|使者|公子|郡主|公主|王子|少爷|小姐|员外|赌|牙人|律师/iu,
  scholar:
    /\b(?:scholar|librar|histor|professor|teacher|student|scribe|archiv|scien|philosoph|linguist|clerk|reader|writer|book|astronom|mathemat|archaeolog|antiquar|detective|inspector|journalist|chronicl|academ|learned|lore)|书生|学者|先生|教|学生|秀才|举人|进士|史官|文|翰林|博士|侦探|记者|史|考古|师爷|抄书|天文/iu,
};

/** The style of a role; of the description only where there is no role. */
export function styleOf({ role, description }: Participant): Style {
  const text = role.trim() || description.slice(0, 300);
  const found = Object.entries(keywords).find(([, words]) => words.test(text));
  return (found?.[0] as Style | undefined) ?? "general";
}
