/** English arguments about things: what an idea costs, breaks, takes and leaves behind. They fit any topic. */
import type { ConcernTexts } from "./phrases.js";

const money: ConcernTexts = {
  points: ["the money", "the bill", "what it costs"],
  for: [
    "Doing nothing has a price too, it just never arrives in an envelope.",
    "We already pay for the muddle we have, month after month, and nobody calls that a budget.",
    "Money spent early looks like courage, and money spent late looks like an inquiry.",
  ],
  against: [
    "Every cheap idea I have met had an expensive younger brother.",
    "The first invoice is always the friendly one, and I would like to meet the others before I sign.",
    "Somebody has to pay in the fifth year, when the ribbon has been cut and the photographer has gone home.",
  ],
  unsure: [
    "I have heard three figures for the cost so far, and no two of them were on speaking terms.",
    "Before I cheer I want one number, with a name under it.",
    "It may well be a bargain, but I have a shed full of bargains.",
  ],
  questions: [
    "{other}, who pays once the first enthusiasm has worn off?",
    "{other}, what would you give up to make room for it in the budget?",
  ],
};

const maintenance: ConcernTexts = {
  points: ["the upkeep", "who keeps it going", "the repairs"],
  for: [
    "A thing that is looked after every week outlives a thing that is admired once a year.",
    "We have people who can keep this going with a spanner and a rota, and they are tired of being asked to wait.",
    "What we have now breaks too, we have simply stopped noticing the noise.",
  ],
  against: [
    "Anyone can start a thing, but on a wet Tuesday in the third year somebody has to mend it.",
    "I have never seen a plan with a page for the day it breaks, and this one is no exception.",
    "Half of what we own is waiting for a spare part, and now we propose to own more.",
  ],
  unsure: [
    "It would ease my mind to hear who gets the phone call when it stops working.",
    "The idea runs beautifully on paper, where nothing rusts.",
    "Give me the name of the person with the toolbox, and I am halfway to yes.",
  ],
  questions: [
    "{other}, who gets out of bed when it breaks?",
    "{other}, have you ever had to keep something like this going for ten years?",
  ],
};

const safety: ConcernTexts = {
  points: ["the danger in it", "safety", "what could go wrong"],
  for: [
    "The dangerous arrangement is the one we have, because we have got used to stepping over it.",
    "A risk that you write down, measure and rehearse is half tamed already.",
    "Nobody counts the accidents that a good change prevents, which is hard luck on good changes.",
  ],
  against: [
    "Everything is safe until the first evening it is not, and then everybody had doubts all along.",
    "A small risk taken every day is a large risk with good manners.",
    "I would feel better if the people who call it safe were the ones standing next to it.",
  ],
  unsure: [
    "I can live with a risk, but I like to be introduced to it first.",
    "So far we have been told that nothing will happen, which is not the same as what happens if it does.",
    "Perhaps it is safe, and perhaps nobody has looked behind the second door.",
  ],
  questions: [
    "{other}, what is the worst evening you can imagine with it?",
    "{other}, who answers for it if somebody gets hurt?",
  ],
};

const health: ConcernTexts = {
  points: ["people's health", "what it does to people's nerves and sleep", "the strain on people"],
  for: [
    "People fall ill from worry far more often than from change, and this would take some worry off them.",
    "A body knows when things are badly arranged, it sends the bill as headaches.",
    "If this gives tired people one good hour back, no pill on the market does as much.",
  ],
  against: [
    "Somebody will lose sleep over this, and lost sleep is the most patient of creditors.",
    "We talk as if people were made of brass, and then wonder why the waiting rooms are full.",
    "The strain will not show in the first month, it never does, it shows in the third.",
  ],
  unsure: [
    "I should like to know how people feel after half a year of it, not after half an hour.",
    "A thing can be good for the average and still be hard on the weakest ten.",
    "My instinct says it will do some good, but instinct is not a diagnosis.",
  ],
  questions: [
    "{other}, have you asked the people who would lie awake because of it?",
    "{other}, would you want your own mother to live with it?",
  ],
};

const nature: ConcernTexts = {
  points: ["what it does to the land and the air", "nature", "the living things around us"],
  for: [
    "The birds have no vote, but if they had, I think they would ask us to get on with it.",
    "Waste is what we are making now, quietly and in good conscience, and this is a way to make less.",
    "In thirty years nobody will ask what was convenient for us, they will ask what we left standing.",
  ],
  against: [
    "What grows in eighty years is gone in one careless morning, and no committee can grow it back.",
    "There is always some corner of the world that pays for our good ideas, and it is never in the room.",
    "The river does not care how we voted, it only counts what we put in.",
  ],
  unsure: [
    "Perhaps it spares the world a little, perhaps it only moves the dirt to where we do not look.",
    "I would want to walk round it in all four seasons before I called it green.",
    "Somebody should measure what it uses up, and not only what it puts out.",
  ],
  questions: [
    "{other}, what will be growing there in thirty years?",
    "{other}, where does the waste go in your version?",
  ],
};

const time: ConcernTexts = {
  points: ["the time it takes", "the hours", "the timing"],
  for: [
    "We have been waiting for the right moment so long that it has come and gone twice.",
    "Time saved for a hundred people every day is a hospital wing by the end of the year.",
    "A modest start this spring beats a perfect one that never leaves the drawer.",
  ],
  against: [
    "Whatever is decided in a hurry is repented at leisure, usually by someone else.",
    "Nobody here has shown me where the hours come from, and hours do not grow in drawers.",
    "If it is such a good idea, it will still be one after we have slept on it.",
  ],
  unsure: [
    "It could be the right thing in the wrong year.",
    "Ask me again when we know how long a trial would run, and who is allowed to end it.",
    "I cannot tell yet whether we are early or merely impatient.",
  ],
  questions: [
    "{other}, why now, and not in two years?",
    "{other}, how long would you give it before you called it a failure?",
  ],
};

const jobs: ConcernTexts = {
  points: ["the jobs", "people's work", "who earns a living by it"],
  for: [
    "There is work in this, real work with a name badge and a lunch break.",
    "The jobs people fear to lose are often the ones they swear at every Monday.",
    "A place where nothing new is tried exports its young people, and they do not send for the rest of us.",
  ],
  against: [
    "They will tell us that new jobs appear, and so they do, three towns away and at half the pay.",
    "Somebody does this work by hand today and does it well, and nobody has even learned her name.",
    "One gains a title and ten lose a shift, I have seen that sum before.",
  ],
  unsure: [
    "I would like to hear it from those whose wages hang on it, before those whose speeches do.",
    "Some work will go and some will come, and nobody can tell me whether it is the same people.",
    "Promise me a year of training for whoever is displaced, and my objections lose weight.",
  ],
  questions: [
    "{other}, whose job changes first, and has anyone told them?",
    "{other}, what would you say to the one who loses a shift over it?",
  ],
};

const beauty: ConcernTexts = {
  points: ["how it looks and feels", "the beauty of the thing", "taste"],
  for: [
    "People take care of what they find beautiful, and there is beauty in this if it is done with love.",
    "A little elegance never ruined anybody, while ugliness has cost us whole neighbourhoods.",
    "I have heard it called frivolous, which is what people say of anything that makes them smile.",
  ],
  against: [
    "It will work, it will be useful, and everyone will look the other way when they pass it.",
    "Once you have spoiled the look of a thing, you cannot apologise to the eye.",
    "The drawing is lovely, but I notice that it never rains in drawings.",
  ],
  unsure: [
    "The difference between charming and dreadful lies in who does it, and nobody has told us who.",
    "My eye wants to say yes, but my eye has married badly before.",
    "Let me see one small finished piece of it, in daylight, and then ask me.",
  ],
  questions: [
    "{other}, would you want to look at it every morning?",
    "{other}, who decides what it looks like in the end?",
  ],
};

export const practicalConcerns = { money, maintenance, safety, health, nature, time, jobs, beauty };
