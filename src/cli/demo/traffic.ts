import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { actor } from '../../lib/user-name.ts';
import type { DemoAirline } from '../../platform/embedded/demo-airline.ts';
import type { Server } from '../../server/app.ts';
import type { FlightState } from '../../tracking/model.ts';
import { flyRecording } from '../flying/flight-run.ts';
import { makeFlight } from './made-flight.ts';

const zurich = { icao: 'LSZH', lat: 47.458, lon: 8.548 };
const cancun = { icao: 'MMUN', lat: 21.0365, lon: -86.8771 };
const frankfurt = { icao: 'EDDF', lat: 50.0333, lon: 8.5706 };

/** Flights back and forth while the demo is served; `speed` has the meaning of `--speed`. */
const routes = [
  {
    pilot: 1,
    registration: 'HB-JMK',
    aircraft: 'A343',
    speed: 60,
    cruiseFt: 36_000,
    cruiseKt: 470,
    burnLbPerHour: 13_000,
    legs: [
      { number: 205, departure: cancun, arrival: zurich },
      { number: 204, departure: zurich, arrival: cancun },
    ],
  },
  {
    pilot: 2,
    registration: 'HB-JLQ',
    aircraft: 'A320',
    speed: 10,
    cruiseFt: 17_000,
    cruiseKt: 300,
    burnLbPerHour: 5_500,
    legs: [
      { number: 311, departure: frankfurt, arrival: zurich },
      { number: 310, departure: zurich, arrival: frankfurt },
    ],
  },
] as const;

/** Interval of the positions of each aircraft in seconds: cheap enough to run for hours. */
const reportEveryS = 4;
const retryAfterMs = 30_000;
const underWay: readonly FlightState[] = ['open', 'suspended'];

export interface Traffic {
  readonly server: Server;
  readonly airline: DemoAirline;
  readonly directory: string;
  readonly stop: AbortSignal;
  remark(text: string): void;
}

/** Keeps aircraft on the map until stopped. */
export async function flyTraffic(traffic: Traffic): Promise<void> {
  await cancelLeftFlights(traffic);
  await Promise.all(routes.map((route) => flyThereAndBack(traffic, route)));
}

/** Cancels flights that an earlier demo in the same data directory left open. */
async function cancelLeftFlights({ server, airline }: Traffic): Promise<void> {
  const idents = routes.map(({ pilot }) => airline.pilots[pilot]?.ident);
  for (const { flight } of await server.tracker.operator.listFlights({ states: underWay, limit: 1000 })) {
    if (!idents.includes(flight.pilot.ident)) continue;
    await server.tracker.operator.cancelFlight(actor(), flight.id, 'The demo was started again.');
  }
}

type Route = (typeof routes)[number];

async function flyThereAndBack(traffic: Traffic, route: Route): Promise<void> {
  const { stop, remark } = traffic;
  for (let turn = 0; !stop.aborted; turn += 1) {
    try {
      await flyOnce(traffic, route, turn);
    } catch (error) {
      if (stop.aborted) return;
      remark(`The flight of ${route.registration} ended: ${error instanceof Error ? error.message : String(error)}`);
      await setTimeout(retryAfterMs, null, { signal: stop }).catch(() => null);
    }
  }
}

async function flyOnce({ server, airline, directory, stop }: Traffic, route: Route, turn: number): Promise<void> {
  const { registration, aircraft, cruiseFt, cruiseKt, burnLbPerHour, speed, legs } = route;
  const pilot = airline.pilots[route.pilot];
  const airport = airline.airportOf(registration);
  const leg = legs.find(({ departure }) => departure.icao === airport) ?? legs[turn % 2 === 0 ? 0 : 1];
  if (pilot === undefined) return;
  const { number, departure } = leg;
  await flyRecording({
    baseUrl: server.url,
    credentials: { login: pilot.email, password: pilot.password },
    clientToken: null,
    bidId: await airline.book(pilot, { number, departure: departure.icao }, registration),
    registration: null,
    recording: makeFlight({ ...leg, aircraft, cruiseFt, cruiseKt, burnLbPerHour, stepS: reportEveryS * speed }),
    speed,
    batchSize: 100,
    stateFile: join(directory, `traffic-${registration}.jsonl`),
    patienceMs: 60_000,
    faults: null,
    stop,
    remark: () => undefined,
    onProgress: () => undefined,
    onNotice: () => undefined,
  });
}
