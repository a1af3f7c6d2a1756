import type { Rule, RuleConditions } from '../../../tracking/rules/rule.ts';
import { conditionNames, limitsOf } from './rule-words.ts';

/** A rule as the form has it: what was typed, right or wrong. */
export interface TypedRule {
  readonly id: string;
  readonly detector: string;
  readonly element: string;
  readonly limits: Readonly<Record<string, string>>;
  readonly conditions: Readonly<Record<keyof RuleConditions, string>>;
  readonly exemptions: readonly string[];
  readonly follows: readonly string[];
  readonly points: string;
  readonly maxPoints: string;
  readonly text: string;
  readonly isEnabled: boolean;
}

export interface TypedSet {
  readonly name: string;
  readonly rules: readonly TypedRule[];
}

/** More than a set may have, so that one rule too many is named rather than lost. */
const maxTyped = 100;

/** Returns a set as the form shows it. */
export function typedOf({ name, rules }: { readonly name: string; readonly rules: readonly Rule[] }): TypedSet {
  return { name, rules: rules.map(typedRule) };
}

function typedRule(rule: Rule): TypedRule {
  const { id, detector, element, limits, conditions, exemptions, follows, points, maxPoints, text, isEnabled } = rule;
  return {
    id,
    detector,
    element: element ?? '',
    limits: Object.fromEntries(Object.entries(limits).map(([name, value]) => [name, String(value)])),
    conditions: conditionTexts((name) => conditions[name].join(', ')),
    exemptions: (['emergency', 'diversion'] as const).filter((name) => exemptions[name]),
    follows,
    points: points === 0 ? '' : String(points),
    maxPoints: maxPoints === null ? '' : String(maxPoints),
    text: text ?? '',
    isEnabled,
  };
}

/** Returns a new rule about this detector, under an id that no other rule of the set has. */
export function newRule({ rules }: TypedSet, detector: string): TypedRule {
  const taken = new Set(rules.map(({ id }) => id));
  let id = detector.slice(0, 36);
  for (let number = 2; taken.has(id); number++) id = `${detector.slice(0, 36)}-${number}`;
  const none = {
    element: '',
    limits: {},
    conditions: conditionTexts(() => ''),
    exemptions: [],
    maxPoints: '',
    text: '',
  };
  return { id, detector, ...none, follows: ['count'], points: '', isEnabled: true };
}

/** Reads the form. Fields are named by their place in the set: `rules.3.limits.maxKt`; `rule` lists the places in order. */
export function readTypedSet(form: URLSearchParams): TypedSet {
  const given = new Map<string, string[]>();
  for (const [name, value] of form) {
    const known = given.get(name);
    if (known === undefined) given.set(name, [value]);
    else known.push(value);
  }
  const all = (name: string) => given.get(name) ?? [];
  const text = (name: string) => (all(name)[0] ?? '').trim();
  return {
    name: text('name'),
    rules: all('rule')
      .slice(0, maxTyped)
      .map((place) => readRule(`rules.${place}`, text, all)),
  };
}

function readRule(at: string, text: (name: string) => string, all: (name: string) => readonly string[]): TypedRule {
  const detector = text(`${at}.detector`);
  const limits = Object.keys(limitsOf(detector));
  return {
    id: text(`${at}.id`),
    detector,
    element: text(`${at}.element`),
    limits: Object.fromEntries(limits.map((name) => [name, text(`${at}.limits.${name}`)])),
    conditions: conditionTexts((name) => text(`${at}.conditions.${name}`)),
    exemptions: all(`${at}.exemptions`),
    follows: all(`${at}.follows`),
    points: text(`${at}.points`),
    maxPoints: text(`${at}.maxPoints`),
    text: text(`${at}.text`),
    isEnabled: all(`${at}.isEnabled`).includes('true'),
  };
}

/** Returns the set as it is saved. A text that is not a number stays a text, and is refused with its place. */
export function inputOf({ name, rules }: TypedSet): unknown {
  return {
    name,
    rules: rules.map((rule) => ({
      ...rule,
      element: rule.element === '' ? null : rule.element,
      limits: Object.fromEntries(
        Object.entries(rule.limits).flatMap(([limit, typed]) => (typed === '' ? [] : [[limit, numberOf(typed)]])),
      ),
      conditions: Object.fromEntries(conditionNames.map((each) => [each, wordsOf(rule.conditions[each])])),
      exemptions: Object.fromEntries(rule.exemptions.map((each) => [each, true])),
      points: rule.points === '' ? 0 : numberOf(rule.points),
      maxPoints: rule.maxPoints === '' ? null : numberOf(rule.maxPoints),
      text: rule.text === '' ? null : rule.text,
    })),
  };
}

function conditionTexts(textOf: (name: keyof RuleConditions) => string): TypedRule['conditions'] {
  return Object.fromEntries(conditionNames.map((name) => [name, textOf(name)])) as TypedRule['conditions'];
}

function numberOf(typed: string): number | string {
  return /^-?\d{1,9}(?:\.\d{1,9})?$/.test(typed) ? Number(typed) : typed;
}

function wordsOf(typed: string): readonly string[] {
  return typed
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}
