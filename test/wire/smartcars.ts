import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { WireCall } from '../../src/client/transport.ts';
import { smartcars } from '../../src/client/wires/smartcars.ts';
import type { Config } from '../../src/config/config.ts';
import type { Contract } from '../../src/contracts/contract.ts';
import { smartcars3Five, smartcars3Seven } from '../../src/contracts/smartcars3/smartcars3.ts';
import { demoPassword } from '../../src/platform/embedded/demo.ts';
import { embeddedFileName } from '../../src/platform/embedded/embedded.ts';
import { fiveFileName } from '../../src/platform/embedded/five/five.ts';
import type { WorldChanges } from '../world.ts';
import type { Answer } from './ask.ts';
import { type Headers, type Served, serve } from './served.ts';

/** The two flavours of the contract, each on the embedded crew center of its version. */
export const flavours = [
  { name: 'phpvms7', contract: smartcars3Seven, version: '7' },
  { name: 'phpvms5', contract: smartcars3Five, version: '5' },
] as const;
export interface FlavourUnderTest {
  readonly name: string;
  readonly contract: Contract;
  readonly version: '7' | '5';
}

/** A row of a PIREP in the crew center's own table. */
export type PirepRow = Readonly<Record<string, string | number | null>>;

/** smartCARS of one pilot. */
export interface Smartcars {
  get(path: string): Promise<Answer>;
  post(path: string, body?: object): Promise<Answer>;
  send(call: WireCall): Promise<Answer>;
  readonly session: string;
}

export interface SmartcarsWorld extends AsyncDisposable {
  readonly served: Served;
  readonly flavour: FlavourUnderTest;
  signIn(username?: string): Promise<Smartcars>;
  /** What the crew center's own table holds. */
  pireps(): readonly PirepRow[];
  query(sql: string): readonly PirepRow[];
  /** Changes the crew center's own tables. */
  run(sql: string): void;
}

export async function smartcarsWorld(
  flavour: FlavourUnderTest,
  config: Partial<Config> = {},
  changes: WorldChanges = {},
): Promise<SmartcarsWorld> {
  const crewCenter = { kind: 'embedded', version: flavour.version } as const;
  const served = await serve(flavour.contract, { ...config, crewCenter }, changes);
  const file = join(served.world.directory, flavour.version === '7' ? embeddedFileName : fiveFileName);
  const query = (sql: string) => {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      return database.prepare(sql).all() as PirepRow[];
    } finally {
      database.close();
    }
  };
  return {
    served,
    flavour,
    query,
    run(sql) {
      const database = new DatabaseSync(file, { timeout: 5_000 });
      database.exec(sql);
      database.close();
    },
    pireps: () => query(`SELECT * FROM pireps ORDER BY ${flavour.version === '7' ? 'created_at' : 'pirepid'}`),
    async signIn(username = 'ada@demo-air.example') {
      const { json } = await served.ask(`/pilot/login?username=${encodeURIComponent(username)}`, {
        body: { password: demoPassword },
      });
      return clientOf(served, json.session);
    },
    [Symbol.asyncDispose]: () => served[Symbol.asyncDispose](),
  };
}

export function clientOf(served: Served, session: string): Smartcars {
  const headers: Headers = { authorization: `Bearer ${session}` };
  return {
    session,
    get: (path) => served.ask(path, { headers }),
    post: (path, body = {}) => served.ask(path, { headers, body }),
    send: ({ method, path, body }) => served.ask(`/${path}`, { method, headers, ...(body ? { body } : {}) }),
  };
}

/** A row of `flights/bookings`, as far as a flight needs it. */
export interface BidRow {
  readonly bidID: number;
  readonly arrivalAirport: string;
  readonly aircraft: number | readonly number[];
}

/** Ada's two bids: to Cancún and to Frankfurt. */
export async function bidsOf(client: Smartcars): Promise<{ readonly mmun: BidRow; readonly eddf: BidRow }> {
  const bids: readonly BidRow[] = (await client.send(smartcars.bids)).json;
  const to = (icao: string) => bids.find((bid) => bid.arrivalAirport === icao) ?? assert.fail(icao);
  return { mmun: to('MMUN'), eddf: to('EDDF') };
}

/** A world in which Ada is signed in and has her bids. */
export async function begin(flavour: FlavourUnderTest) {
  const world = await smartcarsWorld(flavour);
  const client = await world.signIn();
  return { world, client, ...(await bidsOf(client)) };
}

export async function startOf(client: Smartcars, bidID: number): Promise<string> {
  const { status, json, text } = await client.send(smartcars.start(bidID));
  assert.equal(status, 200, text);
  return json.trackingID;
}

/** The flight that was started last. */
export const flightOf = async ({ served }: SmartcarsWorld) =>
  (await served.world.tracking.operator.listFlights({}))[0] ?? assert.fail();

/** A report as smartCARS sends it: numbers of whole feet, knots and miles, the route again every time. */
export function updateOf(bidID: unknown, uuid: unknown, changes: object = {}) {
  return {
    bidID,
    uuid,
    latitude: 47.4581,
    longitude: 8.5481,
    heading: 277,
    altitude: 1416,
    groundSpeed: 0,
    distanceRemaining: 4850,
    timeRemaining: 11.2,
    route: ['LSZH', 'DCT', 'MMUN'],
    phase: 'boarding',
    network: 'VATSIM',
    aircraft: 0,
    ...changes,
  };
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** The end of a flight as smartCARS sends it: log and events in base64. */
export function completeOf(bidID: unknown, uuid: unknown, changes: object = {}) {
  const flightData = [
    {
      eventId: 1,
      eventTimestamp: '2024-03-06T10:02:00.000Z',
      eventElapsedTime: 0,
      eventCondition: null,
      message: 'Pushing back with 9071 kgs of fuel',
    },
    {
      eventId: 2,
      eventTimestamp: '2024-03-06 21:10:00',
      eventElapsedTime: 40080,
      eventCondition: null,
      message: 'Landed at -212 ft/min',
    },
  ];
  return {
    bidID,
    uuid,
    aircraft: 0,
    remainingLoad: 240,
    flightTime: 11.25,
    landingRate: -212,
    fuelUsed: 145_000.5,
    route: ['DEGES', 'UN853', 'KONAN'],
    flightLog: base64('[10:02:00] Pushing back with 9071 kgs of fuel\n[10:30:00] Comment: smooth'),
    flightData: base64(JSON.stringify(flightData)),
    comments: 'Nice <b>day</b>',
    ...changes,
  };
}
