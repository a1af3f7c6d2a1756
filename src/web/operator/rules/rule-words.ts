import { table } from '../../../lib/table.ts';
import type { Detector } from '../../../tracking/rules/detectors/detector.ts';
import { detectors } from '../../../tracking/rules/detectors/detectors.ts';
import { everyFlight, type Rule, type RuleConditions } from '../../../tracking/rules/rule.ts';

/** What follows from a rule, as staff read it. */
export const followWords = table<string>({
  points: 'takes points',
  comment: 'is said to the pilot',
  'reason-needed': 'needs the pilot’s reason',
  review: 'needs review',
  reject: 'rejects',
  accept: 'accepts by itself',
  count: 'is only counted',
});

/** Conditions by their name in a rule, with an example of a value. */
export const conditionWords: Readonly<Record<keyof RuleConditions, { readonly title: string; readonly hint: string }>> =
  {
    aircraftTypes: { title: 'Aircraft types', hint: 'B738, A320' },
    subfleets: { title: 'Subfleets', hint: 'names or ids' },
    airports: { title: 'Airports', hint: 'EDDF, EGLL: departure or arrival' },
    routes: { title: 'Routes', hint: 'EDDF-EGLL' },
    ranks: { title: 'Ranks', hint: 'Captain' },
    flightTypes: { title: 'Flight types', hint: 'J, F' },
    networks: { title: 'Networks', hint: 'offline, vatsim, ivao, poscon, pilotedge' },
  };

export const conditionNames = Object.keys(conditionWords) as readonly (keyof RuleConditions)[];

type Described = Pick<Detector, 'name' | 'title' | 'description' | 'limits' | 'elements'>;

const forEvery: Described = {
  name: everyFlight,
  title: 'Every flight',
  description: 'Stands for no detector: the rule counts for each flight that meets its conditions.',
  limits: {},
};

/** What a rule can be about: each detector, and every flight. */
export const subjects: readonly Described[] = [forEvery, ...detectors];

/** Returns the detector of a rule; one that is not known any more has no limits. */
export function subjectOf(detector: string): Described {
  const unknown = { name: detector, title: detector, description: 'This detector is not known.', limits: {} };
  return subjects.find(({ name }) => name === detector) ?? unknown;
}

/** Returns what a rule says, each fact by its title; only what differs from the defaults. */
export function factsOf(rule: Rule): ReadonlyMap<string, string> {
  const { title, limits } = subjectOf(rule.detector);
  const facts: (readonly [string, string | null])[] = [
    ['Looks for', rule.element === null ? title : `${title}: ${rule.element.replaceAll('-', ' ')}`],
    ...Object.entries(rule.limits).map(([name, value]) => {
      const spec = limits[name];
      return [spec?.title ?? name, `${value} ${spec?.unit ?? ''}`.trim()] as const;
    }),
    ...conditionNames.map((name) => [conditionWords[name].title, rule.conditions[name].join(', ')] as const),
    ['Leaves alone', exemptWords(rule).join(', ')],
    ['Follows', rule.follows.map((each) => followWords[each]).join(', ')],
    ['Points', rule.points === 0 ? null : String(rule.points)],
    ['Maximum points', rule.maxPoints === null ? null : String(rule.maxPoints)],
    ['Text', rule.text],
    ['Switched', rule.isEnabled ? null : 'off'],
  ];
  return new Map(facts.flatMap(([name, text]) => (text === null || text === '' ? [] : [[name, text] as const])));
}

function exemptWords({ exemptions: { emergency, diversion } }: Rule): readonly string[] {
  return [emergency ? ['emergencies'] : [], diversion ? ['diversions'] : []].flat();
}
