import type { Position } from '../../client/wire-types.ts';
import type { Sample } from './recording.ts';

/** A jet's speeds, knots: slower than this it flies with flaps, with more of them, and with its gear down. */
const flapsKt = 230;
const approachKt = 190;
const finalKt = 175;
/** Faster on the ground it is on a runway, knots. */
const runwayKt = 60;
const climbingFpm = 300;
const landingLightsFt = 10_000;

type State = Pick<
  Position,
  'gear_up' | 'flaps' | 'nav_lights' | 'beacon_lights' | 'strobe_lights' | 'landing_lights' | 'taxi_lights'
>;

/**
 * Gear, flaps and lights as a jet by the book has them at this sample. Recordings have none of it, and a client in the simulator
 * reads it there. Empty where the sample does not show whether it flies.
 */
export function stateOf({ onGround, groundSpeedKt, verticalSpeedFpm, altitudeMslFt }: Sample): State {
  if (onGround === null || groundSpeedKt === null) return {};
  const isOnRunway = onGround && groundSpeedKt >= runwayKt;
  const isClimbing = (verticalSpeedFpm ?? 0) > climbingFpm;
  return {
    gear_up: !onGround && (isClimbing || groundSpeedKt >= finalKt),
    flaps: onGround ? (isOnRunway ? 5 : 0) : flapsInAir(groundSpeedKt, isClimbing),
    nav_lights: true,
    beacon_lights: !onGround || groundSpeedKt > 0,
    strobe_lights: !onGround || isOnRunway,
    landing_lights: isOnRunway || (!onGround && (altitudeMslFt ?? 0) < landingLightsFt),
    taxi_lights: onGround && groundSpeedKt > 0,
  };
}

function flapsInAir(speedKt: number, isClimbing: boolean): number {
  if (speedKt >= flapsKt) return 0;
  if (isClimbing || speedKt >= approachKt) return 5;
  return speedKt >= finalKt ? 15 : 30;
}
