import type { Position } from '../../model.ts';
import type { Finding, FlownFlight } from './detector.ts';
import { markOfStretch, stretchesOf } from './stretches.ts';
import { flies } from './under-way.ts';

/** Reports farther apart do not show whether it stayed level, seconds. */
const maxGapS = 1_200;
/** Slower than this it neither climbs nor descends, feet per minute. */
const levelFpm = 300;
/** The cruise is above this share of its maximum altitude. */
const cruiseShare = 0.9;
/** Fewer feet than this are a level in hundreds of feet. */
const maxLevel = 1_000;

/** Judges the levels of the cruise against those that were filed: marks where it was farther off than `maxOffFt` for `minS`. */
export function judgeLevel(flight: FlownFlight, maxOffFt: number, minS: number): Finding {
  const unjudged = (reason: string) => ({ marks: [], notJudged: [{ reason, element: 'level' }] });
  const filedFt = filedLevels(flight);
  if (filedFt.length === 0) return unjudged('no-filed-level');
  const isFlying = flies(flight);
  const flown = flight.positions.filter((each) => each.altitudeMslFt !== null && isFlying(each) === true);
  if (flown.length === 0) return unjudged('no-altitude');
  const highFt = flown.reduce((max, { altitudeMslFt }) => Math.max(max, altitudeMslFt ?? 0), 0) * cruiseShare;
  const offFt = (position: Position, index: number) => {
    const altitudeFt = position.altitudeMslFt ?? 0;
    if (altitudeFt < highFt || Math.abs(climbFpm(flown, index)) > levelFpm) return null;
    const off = Math.min(...filedFt.map((level) => Math.abs(altitudeFt - level)));
    return off > maxOffFt ? off : null;
  };
  const marks = stretchesOf(flown, offFt, { minS, maxGapS }).map((each) => ({
    ...markOfStretch({ ...each, value: Math.round(each.value) }, maxOffFt),
    element: 'level',
    data: { filed: filedFt.map((level) => String(level / 100)).join(' ') },
  }));
  return { marks, notJudged: [] };
}

/** Returns all levels that were filed, feet: the plan's, and those of changes within its route, `DEGES/N0450F350`. */
function filedLevels({ plan, pirep }: FlownFlight): readonly number[] {
  const cruise = plan.cruiseLevel ?? null;
  const own = cruise === null || cruise <= 0 ? [] : [cruise < maxLevel ? cruise * 100 : cruise];
  const text = `${plan.route ?? ''} ${pirep.route ?? ''}`.toUpperCase().slice(0, 8_000);
  const changes = [...text.matchAll(/\/[NKM]\d{3,4}([FA])(\d{3})(?!\d)/g)].map(([, , level]) => Number(level) * 100);
  return own.length === 0 ? [] : [...new Set([...own, ...changes])];
}

/** As reported, else by the report before; 0 for the first one. */
function climbFpm(flown: readonly Position[], index: number): number {
  const [before, here] = [flown[index - 1], flown[index] as Position];
  if (here.verticalSpeedFpm !== null || before === undefined) return here.verticalSpeedFpm ?? 0;
  const minutes = (here.recordedAt - before.recordedAt) / 60_000;
  return minutes <= 0 ? 0 : ((here.altitudeMslFt ?? 0) - (before.altitudeMslFt ?? 0)) / minutes;
}
