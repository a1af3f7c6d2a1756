import type { Place } from '../../../lib/geo.ts';
import type { FlightEvent, Position } from '../../model.ts';
import { type Contact, contactsOf } from './contacts.ts';
import type { FlownFlight } from './detector.ts';
import { landingOnRunway, type RunwayLanding } from './runway-landing.ts';
import { findTouchdown, type Touchdown } from './touchdown.ts';

/** One landing of a track, touch-and-goes included. */
export interface Landing extends Place {
  /** When the wheels first touched: an instant, milliseconds since the Unix epoch. */
  readonly at: number;
  readonly touchdown: Touchdown;
  /** Against its runway: place, bounces, load factor; null when no runway is known there. */
  readonly onRunway: RunwayLanding | null;
  /** Feet per minute, negative; null where neither its client nor a report in the last two seconds shows it. */
  readonly rateFpm: number | null;
  /** Whether it left the ground again before it had stopped. */
  readonly isTouchAndGo: boolean;
  /** Whether it is the last one of the track. */
  readonly isLast: boolean;
}

/** Reports farther apart do not show at which rate the wheels touched, seconds. */
const freshS = 2;
/** Slower than this it has not flown, knots. */
const movingKt = 30;
/** A landing that is filed belongs to the last contact when it is no farther from it, milliseconds. */
const filedMs = 120_000;
/** Nobody lands more often in one flight. Where a client reports more, the last ones count: each costs a look at the whole track. */
const maxLandings = 100;
/** An event of the client belongs to the landing when it is no farther from it, milliseconds. */
const eventMs = 30_000;

const landingsByFlight = new WeakMap<FlownFlight, readonly Landing[]>();

/**
 * Returns every landing of a track in order of time. A client that does not say whether it is on the ground shows touch-and-goes
 * only by the height above the ground; its last landing is where the filed one is.
 */
export function landingsOf(flight: FlownFlight): readonly Landing[] {
  const known = landingsByFlight.get(flight);
  if (known !== undefined) return known;
  const contacts = contactsIn(flight).slice(-maxLandings);
  const found = contacts.flatMap((contact, index) => {
    const landing = landingOf(flight, contact, index === contacts.length - 1);
    return landing === null ? [] : [landing];
  });
  landingsByFlight.set(flight, found);
  return found;
}

/** A slow aircraft of a client that does not say whether it is on the ground has landed when its PIREP says it. */
function contactsIn({ positions, pirep }: FlownFlight): readonly Contact[] {
  const seen = contactsOf(positions);
  const { landingAt } = pirep;
  if (seen.length > 0 || landingAt === null) return seen;
  const index = positions.findIndex(({ recordedAt }) => recordedAt >= landingAt);
  const [before, first] = [positions[index - 1], positions[index]];
  const isUnsaid = first?.onGround === null && (before?.groundSpeedKt ?? 0) >= movingKt;
  return isUnsaid ? [{ index, isLeftAgain: false }] : [];
}

function landingOf(flight: FlownFlight, contact: Contact, isLast: boolean): Landing | null {
  const { positions, events, runwaysNear } = flight;
  const landingAt = timeOf(flight, contact, isLast);
  if (landingAt === null) return null;
  const onRunway = landingOnRunway(positions, events, landingAt, runwaysNear);
  const touchdown = onRunway?.touchdown ?? findTouchdown(positions, events, landingAt, runwaysNear);
  // Nobody touches a field for a moment that is in no list: its client said so while it loaded.
  if (touchdown === null || (onRunway === null && contact.isLeftAgain)) return null;
  const { lat, lon, at } = touchdown;
  const rateFpm = statedRate(events, at) ?? (isLast ? filedRate(flight) : null) ?? shownRate(positions, touchdown);
  return { lat, lon, at, touchdown, onRunway, rateFpm, isTouchAndGo: contact.isLeftAgain, isLast };
}

/** Without a report of it the first one that is slow comes long after the touchdown; the filed landing is nearer to it. */
function timeOf({ positions, pirep }: FlownFlight, { index }: Contact, isLast: boolean): number | null {
  const first = positions[index];
  if (first === undefined) return null;
  const filed = pirep.landingAt;
  const isFiled = isLast && filed !== null && Math.abs(filed - first.recordedAt) <= filedMs;
  return first.onGround === null && isFiled ? filed : first.recordedAt;
}

/** Returns the rate that the client reports with its landing event. */
function statedRate(events: readonly FlightEvent[], at: number): number | null {
  const event = events.findLast(({ kind, recordedAt }) => kind === 'landing' && Math.abs(recordedAt - at) <= eventMs);
  const data: unknown = event?.data;
  if (typeof data !== 'object' || data === null || !('landing_rate' in data)) return null;
  const rate = data.landing_rate;
  return typeof rate === 'number' && Number.isFinite(rate) ? -Math.abs(rate) : null;
}

/** Returns the rate that the client says when it finishes. */
function filedRate({ pirep: { landingRateFpm, basis } }: FlownFlight): number | null {
  return landingRateFpm === null || basis.landingRateFpm !== 'reported' ? null : -Math.abs(landingRateFpm);
}

/** Returns the vertical speed of the last report in the air, where it is recent enough to show the touchdown. */
function shownRate(positions: readonly Position[], { before, gapS }: Touchdown): number | null {
  return gapS > freshS ? null : (positions[before]?.verticalSpeedFpm ?? null);
}
