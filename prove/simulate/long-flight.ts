import type { Draws } from './chance.ts';
import type { MischiefKind, Plan } from './plan.ts';

/** Reports of a flight of sixteen hours, one each second. */
const longLength = 57_600;

/** So many of the worlds have one: each takes minutes. */
const shareOfLong = 1 / 300;
/** How many steps such a world takes at least until its first flight is filed. */
const longSteps = 22_000;

/** What would end nearly every flight long before. */
const ending: readonly MischiefKind[] = [
  ...(['operator-ends', 'operator-sessions', 'operator-erases', 'crew-staff', 'crew-wrong'] as const),
  ...(['rival', 'chorus', 'worst-moment', 'stranger'] as const),
];

export const isLong = (flown: { readonly length: number } | null): boolean => (flown?.length ?? 0) >= longLength;

/** The plan of a world in which one of the pilots, with an SDK, flies for sixteen hours; of most seeds the plan as it is. */
export function perhapsLong(plan: Plan, draws: Draws): Plan {
  return draws.happens(shareOfLong) ? withLongFlight(plan) : plan;
}

export function withLongFlight(plan: Plan): Plan {
  const [first, ...others] = plan.pilots;
  if (first === undefined) return plan;
  const { name, account } = first;
  return {
    ...plan,
    steps: Math.max(plan.steps, longSteps),
    pilots: [{ name, account, kind: 'sdk', length: longLength }, ...others.slice(0, 1)],
    mischief: plan.mischief.filter((kind) => !ending.includes(kind)),
    mischiefEveryMs: 30_000,
    // The other one is read as a whole after each transaction.
    journal: 'model',
  };
}
