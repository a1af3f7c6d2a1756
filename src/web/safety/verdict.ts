import type { Judgement } from '../../tracking/model.ts';
import { maxMarksOfRule } from '../../tracking/rules/judgement.ts';
import type { Rule } from '../../tracking/rules/rule.ts';
import type { Measure } from './measures.ts';

/** Ids of the rules of a set that look for each element of a measure. */
export type Coverage = readonly { readonly element: string | null; readonly rules: readonly string[] }[];

/** Returns the enabled rules of this measure. A rule that only accepts leaves no marks, so that it says nothing of the others. */
export function rulesOf({ detector, elements }: Measure, rules: readonly Rule[]): readonly Rule[] {
  return rules.filter(
    (rule) =>
      rule.isEnabled &&
      rule.detector === detector &&
      (rule.element === null || elements === null || elements.includes(rule.element)) &&
      rule.follows.some((each) => each !== 'accept'),
  );
}

export function coverageOf(measure: Measure, rules: readonly Rule[]): Coverage {
  const looking = rulesOf(measure, rules);
  return (measure.elements ?? [null]).map((element) => ({
    element,
    rules: looking.filter((rule) => rule.element === null || rule.element === element).map(({ id }) => id),
  }));
}

/**
 * Returns what a judgement says of a measure. Null is *not judged*: no rule looked for it, every one that did left the flight
 * alone, or something that it needs was not reported. Such a flight is neither a pass nor a finding.
 */
export function verdictOf(measure: Measure, coverage: Coverage, judgement: Judgement): 'found' | 'passed' | null {
  const { detector, elements } = measure;
  const isFound = judgement.marks.some(
    (mark) => mark.detector === detector && (elements === null || elements.includes(mark.element ?? '')),
  );
  if (isFound) return 'found';
  const isPassed = coverage.every(({ element, rules }) => rules.some((rule) => hasLooked(judgement, rule, element)));
  return isPassed ? 'passed' : null;
}

function hasLooked({ leftAlone, notJudged, marks }: Judgement, rule: string, element: string | null): boolean {
  if (leftAlone?.includes(rule) === true) return false;
  const isMissing = notJudged.some(
    (each) => each.rule === rule && (each.element === undefined || element === null || each.element === element),
  );
  // Further marks of a rule are not stored.
  return !isMissing && marks.filter((each) => each.rule === rule).length < maxMarksOfRule;
}
