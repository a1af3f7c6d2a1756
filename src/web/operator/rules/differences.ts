import type { RuleSet } from '../../../tracking/rules/rule.ts';
import type { Visitor } from '../../visitor/visitor.ts';
import { factsOf } from './rule-words.ts';

/** What became of a rule between two versions. */
export interface Difference {
  readonly rule: string;
  readonly kind: 'added' | 'removed' | 'changed';
  /** What it says; null where it says nothing about it, so that its default counts. */
  readonly facts: readonly { readonly title: string; readonly before: string | null; readonly after: string | null }[];
}

type Rules = Pick<RuleSet, 'rules'>;

/** Returns what differs, by the rules' ids; their order is no difference. */
export function differencesOf(before: Rules, after: Rules, visitor: Visitor): readonly Difference[] {
  const [old, now] = [before, after].map(
    ({ rules }) => new Map(rules.map((rule) => [rule.id, factsOf(rule, visitor)])),
  );
  const ids = [...new Set([...(now?.keys() ?? []), ...(old?.keys() ?? [])])];
  return ids.flatMap((rule): readonly Difference[] => {
    const [was, is] = [old?.get(rule), now?.get(rule)];
    const titles = [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])];
    const facts = titles
      .map((title) => ({ title, before: was?.get(title) ?? null, after: is?.get(title) ?? null }))
      .filter((each) => each.before !== each.after);
    if (facts.length === 0) return [];
    return [{ rule, kind: was === undefined ? 'added' : is === undefined ? 'removed' : 'changed', facts }];
  });
}
