import type { Judgement } from '../../tracking/model.ts';
import type { RuleCalls } from '../../tracking/rules/rule-calls.ts';
import type { Visitor } from '../visitor/visitor.ts';

/** The sink rate at touchdown on an arc from 0 to 1,000 ft/min, in the units of a `viewBox` of 200 × 120. */
export interface RateDial {
  readonly text: string;
  readonly unit: string;
  /** What is beside the rate, such as the load factor; empty when none is known. */
  readonly beside: string;
  /** From 0 to the rate. */
  readonly arc: string;
  /** The whole scale: what is soft, firm, and hard by the airline's limit, or by the usual one where this visitor knows none. */
  readonly zones: readonly { readonly look: RateDial['look']; readonly arc: string }[];
  readonly tip: { readonly x: number; readonly y: number };
  readonly ticks: readonly { readonly x: number; readonly y: number; readonly text: string }[];
  readonly look: 'soft' | 'firm' | 'hard';
}

const middle = { x: 100, y: 104 };
const radius = 78;
const textRadius = 94;
const maxFpm = 1_000;
/** Without a limit of the airline's: what flight data monitoring of airliners calls hard. */
const usualLimitFpm = 600;
const softFpm = 240;
const tickFpm = [0, 250, 500, 750, 1_000];

/** Returns the dial. @param limitFpm - of the airline's rules; null where there is none, or the visitor may not know it */
export function dialOf(rateFpm: number, limitFpm: number | null, beside: string, { figures }: Visitor): RateDial {
  const rate = Math.abs(rateFpm);
  const [text = '', unit = ''] = figures.rate(rateFpm).split(/ (?=\D+$)/);
  const limit = limitFpm ?? usualLimitFpm;
  return {
    text,
    unit,
    beside,
    arc: arcOf(0, rate),
    zones: zonesOf(Math.min(limit, maxFpm)),
    tip: at(rate, radius),
    ticks: tickFpm.map((fpm) => ({ ...at(fpm, textRadius), text: figures.rate(fpm).split(' ')[0] ?? '' })),
    look: rate > limit ? 'hard' : rate > softFpm ? 'firm' : 'soft',
  };
}

function zonesOf(limit: number): RateDial['zones'] {
  const ends = [0, Math.min(softFpm, limit), limit, maxFpm];
  const looks = ['soft', 'firm', 'hard'] as const;
  return looks.flatMap((look, index) => {
    const [from = 0, to = 0] = ends.slice(index);
    return to > from ? [{ look, arc: arcOf(from, to) }] : [];
  });
}

/** Returns the sink rate from which on the rules of a judgement call a landing hard; null where they say nothing of it. */
export async function rateLimitOf(
  calls: Pick<RuleCalls, 'listRuleSets' | 'readRuleSet'>,
  judgement: Judgement | null,
): Promise<number | null> {
  if (judgement === null) return null;
  const { sets } = await calls.listRuleSets();
  if (!sets.some(({ number }) => number === judgement.set)) return null;
  const { rules } = await calls.readRuleSet(judgement.set);
  const limits = rules
    .filter(({ detector, element, isEnabled }) => isEnabled && detector === 'landing' && (element ?? 'rate') === 'rate')
    .map((rule) => rule.limits.rateFpm ?? usualLimitFpm);
  return limits.length === 0 ? null : Math.min(...limits);
}

function arcOf(fromFpm: number, toFpm: number): string {
  const [from, to] = [at(fromFpm, radius), at(toFpm, radius)];
  return `M${from.x} ${from.y}A${radius} ${radius} 0 0 1 ${to.x} ${to.y}`;
}

/** From the left over the top to the right. */
function at(fpm: number, distance: number): { readonly x: number; readonly y: number } {
  const angle = Math.PI * (1 - Math.min(maxFpm, fpm) / maxFpm);
  return {
    x: Math.round((middle.x + distance * Math.cos(angle)) * 10) / 10,
    y: Math.round((middle.y - distance * Math.sin(angle)) * 10) / 10,
  };
}
