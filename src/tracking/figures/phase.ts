import { type Phase, phases } from '../model.ts';

/** The phases that may follow each phase when derived from reports; a phase that the client reports is used unchanged. */
export const mayFollow: Readonly<Record<Phase, readonly Phase[]>> = {
  boarding: ['pushback', 'taxi', 'takeoff', 'climb', 'cruise', 'paused'],
  pushback: ['taxi', 'takeoff', 'climb', 'boarding', 'paused'],
  taxi: ['takeoff', 'climb', 'boarding', 'paused'],
  takeoff: ['climb', 'cruise', 'descent', 'taxi', 'landed', 'paused'],
  climb: ['cruise', 'descent', 'approach', 'landed', 'paused'],
  cruise: ['climb', 'descent', 'approach', 'landed', 'paused'],
  descent: ['climb', 'cruise', 'approach', 'landing', 'landed', 'diverted', 'paused'],
  approach: ['climb', 'cruise', 'descent', 'landing', 'landed', 'diverted', 'paused'],
  landing: ['climb', 'landed', 'taxi-in', 'diverted', 'paused'],
  landed: ['taxi-in', 'arrived', 'climb', 'takeoff', 'diverted', 'paused'],
  'taxi-in': ['arrived', 'takeoff', 'diverted', 'paused'],
  arrived: ['taxi-in', 'pushback', 'taxi', 'takeoff', 'paused'],
  diverted: ['landing', 'landed', 'taxi-in', 'arrived', 'paused'],
  paused: [...phases],
};

export function isPhase(text: string): text is Phase {
  return (phases as readonly string[]).includes(text);
}

/** The aeroplane's motion in one sample. */
export interface Motion {
  readonly isAirborne: boolean;
  readonly hasFlown: boolean;
  readonly groundSpeedKt: number;
  readonly verticalSpeedFpm: number;
  /** Above the ground, or above the place of take-off; null when unknown. */
  readonly heightFt: number | null;
  /** Above the sea. */
  readonly altitudeFt: number | null;
}

const cruiseFloorFt = 10_000;
const approachCeilingFt = 5_000;

const onGroundOnly: ReadonlySet<Phase> = new Set(['boarding', 'pushback', 'taxi', 'landed', 'taxi-in', 'arrived']);
const isBeforeFlight: ReadonlySet<Phase> = new Set(['boarding', 'pushback', 'taxi']);
const inAirOnly: ReadonlySet<Phase> = new Set(['climb', 'cruise', 'descent', 'approach']);

/**
 * Returns the phase that this motion suggests after `current`, or `current` if the suggested one cannot follow it. The
 * motion counts more: when reports are missing, `cruise` may follow `taxi`, and `arrived` may follow `approach`.
 */
export function nextPhase(current: Phase, motion: Motion): Phase {
  const suggested = motion.isAirborne ? airbornePhase(current, motion) : groundPhase(motion);
  return suggested === current || mayFollow[current].includes(suggested) || contradicts(motion, current)
    ? suggested
    : current;
}

/** Returns true when an aeroplane with this motion cannot be in this phase. */
function contradicts({ isAirborne, hasFlown, groundSpeedKt }: Motion, phase: Phase): boolean {
  if (isAirborne) return onGroundOnly.has(phase);
  return (
    inAirOnly.has(phase) || (hasFlown && (isBeforeFlight.has(phase) || (phase === 'landing' && groundSpeedKt < 1)))
  );
}

function groundPhase(motion: Motion): Phase {
  if (motion.hasFlown) {
    if (motion.groundSpeedKt > 40) return 'landed';
    return motion.groundSpeedKt >= 1 ? 'taxi-in' : 'arrived';
  }
  if (motion.groundSpeedKt > 50) return 'takeoff';
  return motion.groundSpeedKt >= 1 ? 'taxi' : 'boarding';
}

function airbornePhase(current: Phase, motion: Motion): Phase {
  const { verticalSpeedFpm, heightFt, altitudeFt } = motion;
  const isLow = heightFt !== null && heightFt < approachCeilingFt;
  if (verticalSpeedFpm > 300) return 'climb';
  if (verticalSpeedFpm < -300) return isLow ? 'approach' : 'descent';
  if (altitudeFt === null || altitudeFt >= cruiseFloorFt) return 'cruise';
  if (isBeforeFlight.has(current)) return isLow ? 'climb' : 'cruise';
  if (onGroundOnly.has(current)) return isLow ? current : 'cruise';
  return current === 'descent' && isLow ? 'approach' : current;
}
