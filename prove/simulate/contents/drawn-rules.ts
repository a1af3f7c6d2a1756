import type { Draws } from '../chance.ts';

/** A rule set as staff save it: only what they choose is in it. */
export function drawRuleSet(draws: Draws): unknown {
  const rules = Array.from({ length: draws.whole(1, 5) }, (_, index) => ({
    id: `rule-${index + 1}`,
    ...drawWhat(draws),
    ...drawConsequence(draws),
    isEnabled: !draws.happens(0.1),
  }));
  const accept = { id: 'accept', detector: 'every-flight', follows: ['accept'] };
  return { name: `Rules of ${draws.text(5)}`, rules: draws.happens(0.6) ? [accept, ...rules] : rules };
}

function drawWhat(draws: Draws): object {
  const share = draws.next();
  if (share < 0.25) {
    const limits = { maxKt: draws.pick([185, 220, 225]), belowFt: draws.pick([6_000, 10_000]), minS: 0 };
    return { detector: 'speed-below-10000', limits };
  }
  if (share < 0.4) return { detector: 'slewed' };
  return { detector: 'every-flight', conditions: drawConditions(draws) };
}

/** Half of them are met by the flights of this world. */
function drawConditions(draws: Draws): object {
  return draws.pick([
    { flightTypes: [draws.pick(['j', 'C'])] },
    { airports: [draws.pick(['LEPA', 'EGLL'])] },
    { routes: [draws.pick(['LSZH-LEPA', 'LEPA-LSZH'])] },
    { aircraftTypes: [draws.pick(['A320', 'B738'])], airports: ['EGLL', 'LSZH'] },
    { ranks: [draws.pick(ranks)] },
    { ranks: [draws.pick(ranks)] },
  ]);
}

export const ranks = ['Cadet', 'Captain'] as const;

function drawConsequence(draws: Draws): object {
  const follows = draws.pick([['points'], ['points', 'review'], ['comment'], ['count'], ['review'], ['reject']]);
  if (!follows.includes('points')) return { follows };
  return { follows, points: draws.whole(1, 30), maxPoints: draws.pick([null, 40]) };
}
