import { openJournal } from '../src/journal/open.ts';
import { systemClock } from '../src/lib/clock.ts';
import { digest, newId } from '../src/lib/tokens.ts';
import type { Platform } from '../src/platform/port.ts';
import type { Aircraft, Flight, Pilot, Plan } from '../src/tracking/model.ts';
import { pirepIdOf } from './pirep-id.ts';

/**
 * A session, also as one of the API key that is the same text, and an open flight for each of the pilots, with its PIREP where the crew center has one from the start.
 * Answers the session tokens, in the order of the pilots. The first pilot of the crew center must have a bid.
 */
export async function writeOpenFlights(
  directory: string,
  platform: Platform,
  pilots: readonly Pilot[],
  newToken: (pilotId: string) => string = () => newId() + newId() + newId().slice(0, 11),
): Promise<readonly string[]> {
  const journal = await openJournal({ directory, clock: systemClock });
  try {
    const chosen = await somePlan(platform);
    const tokens = pilots.map(({ id }) => newToken(id));
    const flights = pilots.map((pilot, index) => ({
      ...openFlight(pilot, chosen, journal.nextFlightNumber()),
      network: null,
      pirepId: platform.capabilities.pirepAtStart ? pirepIdOf(tokens[index] ?? '') : null,
    }));
    await Promise.all(flights.map((flight) => platform.openPirep({ ...flight, pilotId: flight.pilot.id })));
    await Promise.all(flights.map((flight) => journal.saveFlight(flight)));
    const names = (token: string) => [digest(token), `key:${digest(token)}`];
    const sessions = pilots.flatMap((pilot, index) => names(tokens[index] ?? '').map((name) => session(pilot, name)));
    await Promise.all(sessions.map((each) => journal.saveSession(each)));
    return tokens;
  } finally {
    await journal.close();
  }
}

/** What is flown. */
export interface Chosen {
  readonly plan: Plan;
  readonly aircraft: Aircraft;
}

async function somePlan(platform: Platform): Promise<Chosen> {
  const bids = await platform.listBids('1');
  const chosen = bids.flatMap(({ plan, aircraftChoices }) => aircraftChoices.map((aircraft) => ({ plan, aircraft })));
  // Where a bid brings its aircraft along without keeping it for its pilot there is nothing to choose.
  const brought = bids.flatMap(({ plan }) => (plan.aircraft === null ? [] : [{ plan, aircraft: plan.aircraft }]));
  const [first] = [...chosen, ...brought];
  if (first !== undefined) return first;
  throw new Error('the demo airline has no bid with a free aircraft');
}

/** A flight without a PIREP, open from now on. */
export function openFlight(pilot: Pilot, { plan, aircraft }: Chosen, number: number): Flight {
  const now = systemClock.now();
  return {
    id: newId(),
    number,
    pilot: { id: pilot.id, ident: pilot.ident, name: pilot.name },
    bidId: null,
    plan,
    aircraft,
    network: null,
    said: null,
    pirepId: null,
    formerPirepIds: [],
    state: 'open',
    intent: null,
    startedAt: now,
    lastReportAt: now,
    endedAt: null,
    reason: null,
    receipt: null,
    summary: null,
    setAside: null,
    air: null,
    pendingAircraft: null,
  };
}

/** Of a pilot who signed in now, for a day. */
export function session(pilot: Pilot, tokenHash: string) {
  const now = systemClock.now();
  return {
    tokenHash,
    pilotId: pilot.id,
    pilotIdent: pilot.ident,
    pilotName: pilot.name,
    credentialVersion: pilot.credentialVersion,
    createdAt: now,
    expiresAt: now + 24 * 3_600_000,
    lifetime: 'normal' as const,
  };
}
