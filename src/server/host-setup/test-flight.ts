import type { Clock } from '../../lib/clock.ts';
import type { Platform } from '../../platform/port.ts';
import type { Calls, Session } from '../../tracking/calls.ts';
import type { Bid } from '../../tracking/model.ts';
import { completePosition, type Position } from '../../tracking/position/position.ts';
import { isRefusal } from '../../tracking/refusals.ts';
import { requireMayFly } from '../../tracking/sessions/standing.ts';

/** What came of it, as one sentence for who asked. */
export interface TestFlightResult {
  readonly success: boolean;
  readonly says: string;
}

interface TestFlightNeeds {
  readonly calls: Pick<Calls, 'latestBid' | 'start' | 'report' | 'cancel'>;
  readonly platform: Pick<Platform, 'readPilots'>;
  readonly clock: Clock;
}

const positions = 3;
const stepMs = 1_000;
/** North of the airport's reference point, so that each position differs. */
const stepDegrees = 0.001;
const lifetimeMs = 600_000;

/**
 * Flies the newest bid of this pilot as a client does: started, a few positions on the ground of the departure airport, cancelled. Nothing
 * is filed, and the bid stays. A flight that the pilot has open is left alone.
 */
export async function flyTestFlight(needs: TestFlightNeeds, pilotId: string): Promise<TestFlightResult> {
  try {
    return await fly(needs, pilotId);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { success: false, says: `The test flight could not be flown: ${error.detail.message}` };
  }
}

async function fly({ calls, platform, clock }: TestFlightNeeds, pilotId: string): Promise<TestFlightResult> {
  const pilot = (await platform.readPilots([pilotId])).get(pilotId);
  if (pilot === undefined) return { success: false, says: 'The crew center has no pilot of yours any more.' };
  requireMayFly(pilot.standing);
  const now = clock.now();
  const session: Session = { tokenHash: `test-flight:${pilotId}`, pilot, createdAt: now, expiresAt: now + lifetimeMs };
  const { bid, blocked, openFlight } = await calls.latestBid(session);
  if (openFlight !== null) return { success: false, says: 'You have a flight open: finish or cancel it first.' };
  if (bid === null)
    return {
      success: false,
      says: blocked ?? 'You have no bid: book a flight on the site, then fly the test flight again.',
    };
  const [aircraft] = bid.aircraftChoices;
  const { flight } = await calls.start(session, {
    bidId: bid.id,
    aircraft: bid.plan.aircraft === null ? (aircraft?.id ?? null) : null,
    registration: null,
    freeFlight: null,
  });
  const name = { flightId: flight.flight.id };
  try {
    const { stored } = await calls.report(session, { name, positions: onGround(bid, now), opening: null });
    if (stored !== positions) throw new Error(`${stored} of ${positions} positions of the test flight were stored`);
  } finally {
    await calls.cancel(session, { name, reason: 'Test flight of set-up' });
  }
  const { departure, arrival } = bid.plan;
  return {
    success: true,
    says: `Flown: ${bid.plan.flightNumber} from ${departure.icao} to ${arrival.icao}, ${positions} positions stored and cancelled. Your bid is still there.`,
  };
}

function onGround({ plan: { departure } }: Bid, now: number): readonly Position[] {
  return Array.from({ length: positions }, (_, index) =>
    completePosition({
      lat: (departure.lat ?? 0) + index * stepDegrees,
      lon: departure.lon ?? 0,
      recordedAt: now - (positions - index) * stepMs,
      receivedAt: now,
      isDated: true,
      groundSpeedKt: 0,
    }),
  );
}
