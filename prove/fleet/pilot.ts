import { setTimeout } from 'node:timers/promises';
import type { Chance } from '../../src/cli/flying/chance.ts';
import { FaultyNetwork } from '../../src/cli/flying/faulty-network.ts';
import { connectTracker, type Notice, type TrackedFlight } from '../../src/client/client.ts';
import { memoryStore, type ReportStore } from '../../src/client/report-store.ts';
import { systemTiming } from '../../src/client/timing.ts';
import type { Fetch } from '../../src/client/transport.ts';
import type { FleetPilot } from './fixture.ts';
import { placeOf } from './position.ts';

/** A flight that a pilot has flown to its end, as the pilot knows it. */
export interface FlownFlight {
  readonly flightId: string;
  /** Reported as 1 to this number. */
  readonly positions: number;
  readonly end: 'filed' | 'cancelled';
}

export interface Flying {
  readonly url: string;
  readonly chance: Chance;
  /** Positions of a flight, and the mean time between two of them. */
  readonly positions: number;
  readonly everyMs: number;
  /** Whether requests and answers are lost, doubled and late, and the client crashes in one flight of four. */
  readonly hasFaults: boolean;
  readonly askPatienceMs: number;
  /** Divides the waits of the SDK before it tries again. */
  readonly haste: number;
  readonly patienceMs?: number;
  onNotice?(notice: Notice): void;
}

/**
 * Flies one flight with the SDK: signs in, starts, reports, finishes (one in ten cancels).
 * @param number - another one for each flight of a pilot: a crew center takes the same one again only after minutes
 * @throws TrackerError as the pilot would see it
 */
export async function flyOnce(pilot: FleetPilot, number: number, flying: Flying): Promise<FlownFlight> {
  const { chance, positions, everyMs, hasFaults } = flying;
  const store = memoryStore();
  const crashesAt = hasFaults && chance.next() < 0.25 ? Math.ceil(chance.next() * positions) : null;
  let seat = await sitDown(pilot, flying, store);
  let flight = await seat.client.startFlight({
    airline: 'DMO',
    flight_number: String(100 + number),
    departure: 'LSZH',
    arrival: 'EDDF',
    registration: pilot.registration,
  });
  for (let seq = 1; seq <= positions; seq++) {
    await setTimeout(everyMs * (0.5 + chance.next()));
    await flight.report({ ...placeOf(seq / positions), seq });
    if (seq !== crashesAt) continue;
    seat.crash();
    flight.close();
    seat = await sitDown(pilot, flying, store);
    const resumed = await seat.client.resumeFlight();
    if (resumed === null) throw new Error('the flight is gone after the client crashed');
    flight = resumed;
  }
  const end = await endFlight(flight, chance);
  // A client that is closed does not wait for the answer.
  await seat.client.logout().catch(() => undefined);
  return { flightId: flight.flightId ?? '', positions, end };
}

async function endFlight(flight: TrackedFlight, chance: Chance): Promise<FlownFlight['end']> {
  await flight.delivered();
  if (chance.next() < 0.1) {
    await flight.cancel('The pilot had to go.');
    return 'cancelled';
  }
  await flight.finish();
  return 'filed';
}

/** A client that is signed in; `crash` ends it as the end of its process would. */
async function sitDown(pilot: FleetPilot, flying: Flying, store: ReportStore) {
  const { url, chance, hasFaults, askPatienceMs, patienceMs, haste, onNotice } = flying;
  const network = hasFaults ? new FaultyNetwork(chance, () => undefined, []) : null;
  const client = await retried(askPatienceMs, () =>
    connectTracker(url, {
      store,
      askPatienceMs,
      random: () => chance.next(),
      timing: { ...systemTiming, sleep: (ms, signal) => systemTiming.sleep(ms / haste, signal) },
      ...(patienceMs === undefined ? {} : { patienceMs }),
      ...(onNotice === undefined ? {} : { notify: onNotice }),
      ...(network === null ? {} : { fetch: network.fetch satisfies Fetch }),
    }),
  );
  await client.login({ login: pilot.login, password: pilot.password });
  return { client, crash: () => network?.die() };
}

/** Discovery itself is not retried by the SDK: whoever starts a client does that. */
async function retried<T>(forMs: number, call: () => Promise<T>): Promise<T> {
  const until = performance.now() + forMs;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (performance.now() > until) throw error;
      await setTimeout(500);
    }
  }
}
