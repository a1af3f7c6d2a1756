import assert from 'node:assert/strict';
import { test } from 'node:test';
import { legacy } from '../../src/contracts/legacy/legacy.ts';
import { native } from '../../src/contracts/native/native.ts';
import { stratosAtApi } from '../../src/contracts/stratos/stratos.ts';
import type { Served } from './served.ts';
import {
  clientOf,
  type FlavourUnderTest,
  flavours,
  type PirepRow,
  type SmartcarsWorld,
  smartcarsWorld,
} from './smartcars.ts';

// The same flight through smartCARS, through Stratos and through the crew center's own contract: the same PIREP, field by field.

/** What every contract can say of a position. */
interface Sample {
  readonly lat: number;
  readonly lon: number;
  readonly heading: number;
  readonly altitude: number;
  readonly gs: number;
  readonly phase: string;
}
/** Talks one contract. */
interface Client {
  start(bid: number): Promise<void>;
  report(bid: number, sample: Sample): Promise<void>;
  finish(bid: number): Promise<void>;
}

const phases = ['boarding', 'taxi', 'climb', 'cruise', 'cruise', 'descent', 'approach', 'landed', 'arrived'];
const smartcarsPhases: Readonly<Record<string, string>> = { arrived: 'deboarding' };
const samples: readonly Sample[] = phases.map((phase, index) => {
  const isAir = index > 1 && index < 7;
  const place = { lat: 47.4581 + index * 0.3, lon: 8.5481, heading: 360, altitude: isAir ? 9000 : 1416 };
  return { ...place, gs: isAir ? 300 : index === 0 || index === 8 ? 0 : 12, phase };
});
const log = ['[10:02] Boarding', 'Pushing back with 5000 lbs of fuel', '[11:30] Touched down'];
const figures = { fuelUsed: 4321.5, landingRate: -187, route: ['DEGES', 'UN853'], comments: 'A quiet flight' };

function smartcars(served: Served, session: string): Client {
  const { post } = clientOf(served, session);
  const ok = async (path: string, body: object) => assert.equal((await post(path, body)).status, 200, path);
  return {
    start: (bidID) => ok('/flights/start', { bidID }),
    report: (bidID, { lat: latitude, lon: longitude, gs: groundSpeed, heading, altitude, phase }) =>
      ok('/flights/update', {
        bidID,
        latitude,
        longitude,
        heading,
        altitude,
        groundSpeed,
        phase: smartcarsPhases[phase] ?? phase,
        network: 'offline',
      }),
    finish: (bidID) => ok('/flights/complete', { bidID, flightTime: 1.25, flightLog: log, ...figures }),
  };
}

/** Its reports and its finish name the flight by what its start answered. */
function stratos(served: Served, session: string): Client {
  const headers = { authorization: `Bearer ${session}` };
  const ok = async (path: string, body: object) => {
    const answer = await served.askAt(stratosAtApi.base + path, { headers, body });
    assert.equal(answer.status, 200, `${path} ${answer.text}`);
    return answer.json;
  };
  let id = '';
  return {
    async start(bid_id) {
      id = (await ok('/flights/start', { bid_id })).tracking_id;
    },
    report: (_bid, { lat: latitude, lon: longitude, gs: ground_speed, heading, altitude, phase }) =>
      ok('/flights/update', {
        uuid: id,
        latitude,
        longitude,
        heading,
        altitude,
        ground_speed,
        phase: smartcarsPhases[phase] ?? phase,
      }),
    finish: () =>
      ok('/flights/complete', {
        tracking_id: id,
        flight_time: 1.25,
        fuel_used: figures.fuelUsed,
        block_fuel: 5000,
        landing_rate: figures.landingRate,
        route: figures.route,
        comments: [figures.comments],
        flight_log: log,
      }),
  };
}

function ofOurs(served: Served, session: string, isNative: boolean): Client {
  const headers = { 'x-tracker-token': session };
  const at = isNative ? '/api/tracker' : '/acars';
  const paths = isNative ? ['/start', '/position', '/finish'] : ['/get_bid.php', '/position.php', '/submit_log.php'];
  const ok = async (path: string, body: object) => {
    const answer = await served.askAt(at + path, { headers, body });
    assert.equal(answer.status, 200, `${path} ${answer.text}`);
  };
  const bid = (id: number) => (isNative ? {} : { bid_id: id });
  const { fuelUsed: fuel_used, landingRate: landing_rate, route, comments: notes } = figures;
  return {
    start: (id) => ok(paths[0] ?? '', { bid_id: String(id) }),
    report: (id, { altitude: altitude_msl, ...sample }) =>
      ok(paths[1] ?? '', { ...bid(id), altitude_msl, ...sample, network: 'offline' }),
    finish: (id) =>
      ok(paths[2] ?? '', {
        ...bid(id),
        flight_time: 75,
        fuel_used,
        block_fuel: 5000,
        landing_rate,
        route: route.join(' '),
        notes,
        log,
      }),
  };
}

type By = 'smartcars3' | 'stratos' | 'own';

async function fly(flavour: FlavourUnderTest, by: By): Promise<readonly (readonly PirepRow[])[]> {
  const own = flavour.version === '7' ? native : legacy;
  await using world = await smartcarsWorld(flavour, {}, { contracts: [own, stratosAtApi] });
  const { served } = world;
  const { session } = await world.signIn();
  const client = {
    smartcars3: () => smartcars(served, session),
    stratos: () => stratos(served, session),
    own: () => ofOurs(served, session, flavour.version === '7'),
  }[by]();
  const bids = (await clientOf(served, session).get('/flights/bookings')).json;
  const { bidID } = bids.find((bid: { arrivalAirport: string }) => bid.arrivalAirport === 'EDDF');
  await client.start(bidID);
  for (const sample of samples) {
    served.world.clock.set(served.world.clock.now() + 300_000);
    await client.report(bidID, sample);
  }
  await client.finish(bidID);
  return rowsOf(world);
}

/** Everything that the crew center keeps of it, without the ids that are drawn by lot. */
function rowsOf({ query, flavour }: SmartcarsWorld): readonly (readonly PirepRow[])[] {
  const tables =
    flavour.version === '7'
      ? ['pireps', 'acars', 'pirep_field_values', 'pirep_comments', 'bids', 'aircraft', 'users']
      : ['pireps', 'pirepcomments', 'acarsdata', 'bids', 'pilots'];
  const drawn = /^(?:id|pirep_id|last_pirep_id|rawdata|password|salt|api_key|remember_token|hash)$/;
  return tables.map((table) =>
    query(`SELECT * FROM ${table} ORDER BY rowid`).map((row) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => !drawn.test(column))),
    ),
  );
}

for (const flavour of flavours) {
  test(`${flavour.name}: smartCARS leaves the rows that the crew center's own contract leaves`, async () => {
    const [theirs, ours] = [await fly(flavour, 'smartcars3'), await fly(flavour, 'own')];
    assert.equal(theirs[0]?.length, 1);
    assert.deepEqual(theirs, ours);
  });
}

test('Stratos leaves the rows that the native contract leaves', async () => {
  const [seven] = flavours;
  const [theirs, ours] = [await fly(seven, 'stratos'), await fly(seven, 'own')];
  assert.equal(theirs[0]?.length, 1);
  assert.deepEqual(theirs, ours);
});
