/** English verbs that questions for debate are made of, to tell what is done from what it is done to. */

/** Verbs in their base form. Many are nouns as well; only their place in a question tells. */
export const verbs: ReadonlySet<string> = new Set(
  `abolish accept achieve act adopt afford agree aim allow answer apply appoint ask avoid balance ban become believe
  borrow break bring build buy call cap care carry cancel celebrate change charge choose close collect come control cook
  count create cut dare deal decide decline define demand deserve design develop drink drive drop eat eliminate employ
  encourage end enforce enter exist expand expect explore fear feel fight find fix forbid force forget fund get give
  govern grade grant grow handle hold help hire host hunt ignore impose improve include increase introduce invest join
  keep kill know lead learn leave legalise legalize let lie limit live look lose love lower make manage mark mean measure
  merge move nationalise nationalize need offer open order own pay permit plan plant play prefer prepare prevent
  privatise privatize produce promote protect prove provide publish punish put quit raise reach read rebuild receive
  reduce refuse regulate reject remain remove rename renovate rent reopen repair replace require rescue respect restore
  restrict return reward rewrite run save say scrap see seek sell send serve set share shut sign skip sleep spend stand start
  stay stop study subsidise subsidize support switch take talk tax teach tell test think tolerate trade train travel treat
  trust try turn understand use visit vote wait walk want watch wear win work worry write`.split(/\s+/),
);

/** Verbs that open a topic as an order ("Ban cars") and are hardly ever nouns or adjectives there. */
export const orders: ReadonlySet<string> = new Set(
  `abolish adopt allow ban bring build create eliminate forbid give introduce keep legalise legalize let make prevent
  protect reduce reopen replace restore save stop teach`.split(/\s+/),
);

/** One-syllable endings double their consonant; of longer verbs only these do. */
const doubling =
  /^(?:(?:qu|[^aeiou])*[aeiou][bdgklmnprt]|begin|permit|admit|forget|forbid|control|prefer|refer|compel|commit|submit|transfer)$/;

/** "running" from "run". */
export function gerundOf(verb: string): string {
  if (verb.endsWith("ie")) return `${verb.slice(0, -2)}ying`;
  if (/[^eoy]e$/.test(verb)) return `${verb.slice(0, -1)}ing`;
  return doubling.test(verb) ? `${verb}${verb.at(-1)}ing` : `${verb}ing`;
}
