import { type Consequence, consequences, type Network, networks } from '../model.ts';
import { Refusal } from '../refusals.ts';
import { type DetectorsByName, readLimits, readWhat } from './detector-input.ts';
import { Problems, readMembers } from './input.ts';
import { everyFlight, type Rule, type RuleConditions, type RuleExemptions, type RuleSet } from './rule.ts';

/** What staff save: the server adds the number, the time and who it was. */
export type RuleSetInput = Pick<RuleSet, 'name' | 'rules'>;

/** A set is small: it is read whole with each flight, and shown on one page. */
export const maxRules = 60;
export const maxSetBytes = 50_000;

/**
 * Reads a rule set that comes from outside. Members that are absent have their defaults: no conditions, no exemptions, no points,
 * no text, enabled.
 * @throws Refusal `invalid` with a sentence for each field, named by its place: `rules.3.limits.maxSpeedKt`
 */
export function readRuleSet(given: unknown, detectors: DetectorsByName): RuleSetInput {
  const problems = new Problems();
  const set = readMembers(problems, '', given, ['name', 'rules']);
  const name = problems.text('name', set.name, { min: 1, max: 60 }) ?? '';
  const listed = problems.list('rules', set.rules, maxRules);
  const rules = listed.map((rule, index) => readRule(problems, `rules.${index}`, rule, detectors));
  requireUnique(problems, rules);
  const read = { name, rules };
  // Counted in characters: what does not fit twice into a note of the journal is no rule.
  if (JSON.stringify(read).length > maxSetBytes)
    problems.add('rules', `Rules: together they are longer than ${maxSetBytes} characters.`);
  if (problems.isNone) return read;
  throw new Refusal('invalid', { message: problems.sentence(), fields: problems.fields });
}

const members = [
  ...['id', 'detector', 'element', 'limits', 'conditions', 'exemptions'],
  ...['follows', 'points', 'maxPoints', 'text', 'isEnabled'],
];

function readRule(problems: Problems, at: string, given: unknown, detectors: DetectorsByName): Rule {
  const rule = readMembers(problems, at, given, members);
  const { detector, element, spec } = readWhat(problems, at, rule, detectors);
  const follows = readFollows(problems, at, rule.follows, detector);
  const points = problems.whole(`${at}.points`, rule.points ?? 0, { min: 0, max: 100 });
  if (follows.includes('points') !== points > 0)
    problems.add(`${at}.points`, 'Points: enter 1 to 100 where points follow, and none elsewhere.');
  return {
    id: problems.name(`${at}.id`, rule.id),
    detector,
    element,
    limits: readLimits(problems, `${at}.limits`, rule.limits ?? {}, spec),
    conditions: readConditions(problems, `${at}.conditions`, rule.conditions ?? {}),
    exemptions: readExemptions(problems, `${at}.exemptions`, rule.exemptions ?? {}),
    follows,
    points,
    maxPoints: isAbsent(rule.maxPoints)
      ? null
      : problems.whole(`${at}.maxPoints`, rule.maxPoints, { min: 1, max: 100 }),
    text: isAbsent(rule.text) ? null : problems.text(`${at}.text`, rule.text, { min: 1, max: 300 }),
    isEnabled: problems.flag(`${at}.isEnabled`, rule.isEnabled ?? true),
  };
}

function readFollows(problems: Problems, at: string, given: unknown, detector: string): readonly Consequence[] {
  const field = `${at}.follows`;
  const listed = problems.list(field, given, consequences.length);
  const unknown = listed.filter((each) => !consequences.includes(each as Consequence));
  const follows = consequences.filter((each) => listed.includes(each));
  if (listed.length === 0 || unknown.length > 0)
    problems.add(field, `Follows: choose at least one of ${consequences.join(', ')}.`);
  if (follows.includes('count') && follows.length > 1)
    problems.add(field, 'Follows: what is only counted has no other consequence.');
  if (follows.includes('accept') && detector !== everyFlight)
    problems.add(field, `Follows: a flight is accepted by a rule of ${everyFlight}, not for what was found.`);
  return follows;
}

const codes = {
  aircraftTypes: /^[A-Z0-9]{2,4}$/,
  airports: /^[A-Z0-9]{2,8}$/,
  routes: /^[A-Z0-9]{2,8}-[A-Z0-9]{2,8}$/,
};

function readConditions(problems: Problems, at: string, given: unknown): RuleConditions {
  const names = ['aircraftTypes', 'subfleets', 'airports', 'routes', 'ranks', 'flightTypes', 'networks'] as const;
  const read = readMembers(problems, at, given, names);
  const texts = (name: (typeof names)[number]) =>
    problems.list(`${at}.${name}`, read[name] ?? [], 100).map((each) => problems.word(`${at}.${name}`, each));
  const coded = (name: keyof typeof codes) => {
    const all = texts(name).map((each) => each.toUpperCase());
    const wrong = all.find((each) => each !== '' && !codes[name].test(each));
    if (wrong !== undefined) problems.add(`${at}.${name}`, `"${wrong}" is not such a code.`);
    return all;
  };
  const online = texts('networks').map((each) => each.toLowerCase());
  if (online.some((each) => !networks.includes(each as Network)))
    problems.add(`${at}.networks`, `Networks: choose some of ${networks.join(', ')}.`);
  return {
    aircraftTypes: coded('aircraftTypes'),
    subfleets: texts('subfleets'),
    airports: coded('airports'),
    routes: coded('routes'),
    ranks: texts('ranks'),
    flightTypes: texts('flightTypes'),
    networks: networks.filter((each) => online.includes(each)),
  };
}

function readExemptions(problems: Problems, at: string, given: unknown): RuleExemptions {
  const read = readMembers(problems, at, given, ['emergency', 'diversion']);
  return {
    emergency: problems.flag(`${at}.emergency`, read.emergency ?? false),
    diversion: problems.flag(`${at}.diversion`, read.diversion ?? false),
  };
}

function requireUnique(problems: Problems, rules: readonly Rule[]): void {
  rules.forEach(({ id }, index) => {
    if (rules.findIndex((each) => each.id === id) < index)
      problems.add(`rules.${index}.id`, `Id: another rule has the id "${id}".`);
  });
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}
