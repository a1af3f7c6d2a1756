import { table } from '../../../lib/table.ts';
import type { Detector } from '../../../tracking/rules/detectors/detector.ts';
import { detectors, detectorsByName } from '../../../tracking/rules/detectors/detectors.ts';
import { everyFlight, type Rule, type RuleConditions } from '../../../tracking/rules/rule.ts';
import type { TextKey, Wording } from '../../browser/wording.js';
import { defaultLanguage } from '../../visitor/languages.ts';
import type { Visitor } from '../../visitor/visitor.ts';

/** What follows from a rule, as staff read it. */
export const followWords = table<TextKey>({
  points: 'outcome.points',
  comment: 'outcome.comment',
  'reason-needed': 'outcome.reason-needed',
  review: 'outcome.review',
  reject: 'outcome.reject',
  accept: 'outcome.accept',
  count: 'outcome.count',
});

/** Conditions by their name in a rule, with an example of a value. */
export const conditionWords: Readonly<
  Record<keyof RuleConditions, { readonly title: TextKey; readonly hint: TextKey }>
> = {
  aircraftTypes: { title: 'condition.types', hint: 'condition.types-what' },
  subfleets: { title: 'condition.subfleets', hint: 'condition.subfleets-what' },
  airports: { title: 'condition.airports', hint: 'condition.airports-what' },
  routes: { title: 'condition.routes', hint: 'condition.routes-what' },
  ranks: { title: 'condition.ranks', hint: 'condition.ranks-what' },
  flightTypes: { title: 'condition.flights', hint: 'condition.flights-what' },
  networks: { title: 'condition.networks', hint: 'condition.networks-what' },
};

export const conditionNames = Object.keys(conditionWords) as readonly (keyof RuleConditions)[];

type Described = Pick<Detector, 'name' | 'title' | 'description' | 'limits' | 'elements'>;

/** What a rule can be about, in the reader's language: every flight, and each detector. */
export function subjectsIn(visitor: Visitor): readonly Described[] {
  return [everyFlight, ...detectors.map(({ name }) => name)].map((name) => subjectOf(name, visitor));
}

/** Returns the detector of a rule; one that is not known any more has no limits. */
export function subjectOf(detector: string, { wording }: Visitor): Described {
  if (detector === everyFlight) {
    const description = wording.say('fact.every-flight-what');
    return { name: everyFlight, title: wording.say('fact.every-flight'), description, limits: {} };
  }
  const found = detectorsByName.get(detector);
  if (found === undefined)
    return { name: detector, title: detector, description: wording.say('fact.unknown-detector'), limits: {} };
  const { name, description, limits, elements } = found;
  const title = detectorTitle(found, wording);
  return { name, title, description, limits, ...(elements === undefined ? {} : { elements }) };
}

/** The limits of a detector; none of one that is not known any more. */
export function limitsOf(detector: string): Described['limits'] {
  return detectorsByName.get(detector)?.limits ?? {};
}

/** A detector's own title is English; in the other languages it is named like its marks. */
function detectorTitle({ name, title }: Pick<Detector, 'name' | 'title'>, wording: Wording): string {
  return wording.lang === defaultLanguage ? title : wording.say(`mark.${name}` as TextKey);
}

type Named = Pick<Rule, 'detector'> & { readonly element: string | null };

/** Returns what a rule looks for: a detector, or an element that it tells apart. */
export function looksFor({ detector, element }: Named, visitor: Visitor): string {
  const { title } = subjectOf(detector, visitor);
  if (element === null || element === '') return title;
  const text = elementText(detector, element, visitor);
  return visitor.lang === defaultLanguage ? `${title}: ${text}` : text;
}

/** Returns what a detector tells apart: in English beside its title, in other languages named like its marks. */
export function elementText(detector: string, element: string, { lang, wording }: Visitor): string {
  const plain = element.replaceAll('-', ' ');
  const text = wording.say(`mark.${detector}-${element}` as TextKey);
  return lang === defaultLanguage || text.startsWith('mark.') ? plain : text;
}

/** Returns what a rule says, each fact by its title; only what differs from the defaults. */
export function factsOf(rule: Rule, visitor: Visitor): ReadonlyMap<string, string> {
  const { wording } = visitor;
  const limits = limitsOf(rule.detector);
  const facts: (readonly [string, string | null])[] = [
    [wording.say('fact.looks-for'), looksFor(rule, visitor)],
    ...Object.entries(rule.limits).map(([name, value]) => {
      const spec = limits[name];
      return [spec?.title ?? name, `${value} ${spec?.unit ?? ''}`.trim()] as const;
    }),
    ...conditionNames.map(
      (name) => [wording.say(conditionWords[name].title), rule.conditions[name].join(', ')] as const,
    ),
    [wording.say('editing.exempt'), exemptWords(rule, wording).join(', ')],
    [wording.say('fact.follows'), rule.follows.map((each) => followText(each, wording)).join(', ')],
    [wording.say('fact.points'), rule.points === 0 ? null : String(rule.points)],
    [wording.say('editing.max-points'), rule.maxPoints === null ? null : String(rule.maxPoints)],
    [wording.say('fact.text'), rule.text],
    [wording.say('fact.switched'), rule.isEnabled ? null : wording.say('editing.off')],
  ];
  return new Map(facts.flatMap(([name, text]) => (text === null || text === '' ? [] : [[name, text] as const])));
}

function followText(follow: string, wording: Wording): string {
  const key = followWords[follow];
  return key === undefined ? follow : wording.say(key);
}

function exemptWords({ exemptions: { emergency, diversion } }: Rule, wording: Wording): readonly string[] {
  const words = [emergency ? 'fact.emergencies' : null, diversion ? 'fact.diversions' : null] as const;
  return words.flatMap((key) => (key === null ? [] : [wording.say(key)]));
}
