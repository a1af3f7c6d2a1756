import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CoreWorld, coreWorld, type Row } from './core.ts';
import { prefileOf } from './core-flight.ts';

// The same flight through phpVMS 7's API and through the native contract: the same PIREP, field by field.

interface Sample {
  readonly lat: number;
  readonly lon: number;
  readonly heading: number;
  readonly altitude_msl: number;
  readonly gs: number;
  readonly fuel: number;
  readonly phase: string;
}

/** Talks one contract. */
interface Client {
  start(): Promise<void>;
  report(sample: Sample): Promise<void>;
  note(text: string): Promise<void>;
  finish(): Promise<void>;
}

const phases = ['boarding', 'taxi', 'climb', 'cruise', 'cruise', 'descent', 'approach', 'landed', 'arrived'];
const codes: Readonly<Record<string, string>> = {
  boarding: 'BST',
  taxi: 'TXI',
  climb: 'ICL',
  cruise: 'ENR',
  approach: 'APR',
  landed: 'LAN',
  arrived: 'ONB',
};
const samples: readonly Sample[] = phases.map((phase, index) => {
  const isAir = index > 1 && index < 7;
  const place = { lat: 47.4581 + index * 0.3, lon: 8.5481, heading: 360, altitude_msl: isAir ? 9000 : 1416 };
  return { ...place, gs: isAir ? 300 : index === 0 || index === 8 ? 0 : 12, fuel: 20_000 - index * 500, phase };
});
const figures = { landing_rate: -187, notes: 'A quiet flight', score: 93 };
const fields = { Gate: 'A12', 'Cost Index': '30' };
const route = 'DEGES UN853';

function core(world: CoreWorld): Client {
  const client = world.client();
  let id = '';
  const ok = async (path: string, body: object) => {
    const answer = await client.post(path, body);
    assert.equal(answer.status, 200, `${path} ${answer.text}`);
    return answer.json;
  };
  return {
    start: async () => {
      id = (await ok('/pireps/prefile', await prefileOf(world, 'EDDF'))).data.id;
    },
    async report({ phase, ...position }) {
      // A PUT and a POST each time, as linux-client and pxp do it.
      await client.send('PUT', `/pireps/${id}`, { status: codes[phase] ?? phase, distance: 7, flight_time: 3 });
      await ok(`/pireps/${id}/acars/position`, { positions: [{ ...position, distance: 4711, sim_time: 'noon' }] });
    },
    note: (log) => ok(`/pireps/${id}/acars/logs`, { logs: [{ log }] }),
    async finish() {
      await ok(`/pireps/${id}/fields`, { fields: { Gate: 'A12' } });
      await ok(`/pireps/${id}/file`, {
        ...figures,
        route,
        distance: 151.5,
        flight_time: 41,
        fields: { 'Cost Index': 30 },
      });
    },
  };
}

async function native(world: CoreWorld): Promise<Client> {
  const login = await world.served.askAt('/api/tracker/auth', { body: { api_key: 'adas-key' } });
  const headers = { 'x-tracker-token': String(login.json.token) };
  const ok = async (path: string, body: object) => {
    const answer = await world.served.askAt(`/api/tracker${path}`, { headers, body });
    assert.equal(answer.status, 200, `${path} ${answer.text}`);
  };
  const { json } = await world.served.askAt('/api/tracker/bids', { headers });
  const bid = json.bids.find((each: { arrival: { icao: string } }) => each.arrival.icao === 'EDDF');
  const aircraft = String((await prefileOf(world, 'EDDF')).aircraft_id);
  return {
    start: () => ok('/start', { bid_id: bid.bid_id ?? bid.id, aircraft }),
    report: ({ phase, ...position }) =>
      ok('/position', { ...position, phase: codes[phase] ?? phase, sim_time: 'noon' }),
    note: (message) => ok('/event', { kind: 'note', message }),
    finish: () => ok('/finish', { ...figures, route, distance: 151.5, flight_time: 41, fields }),
  };
}

async function fly(isCore: boolean): Promise<readonly (readonly Row[])[]> {
  await using world = await coreWorld();
  const client = isCore ? core(world) : await native(world);
  const { clock } = world.served.world;
  await client.start();
  for (const sample of samples) {
    clock.set(clock.now() + 300_000);
    await client.report(sample);
    if (sample.phase === 'taxi') await client.note('Taxi, with 2 of 2 engines');
  }
  await client.finish();
  return rowsOf(world);
}

/** Everything that the crew center keeps of it, without the ids that are drawn by lot. */
function rowsOf({ query }: CoreWorld): readonly (readonly Row[])[] {
  const tables = ['pireps', 'acars', 'pirep_field_values', 'pirep_comments', 'bids', 'aircraft', 'users'];
  const drawn = /^(?:id|pirep_id|last_pirep_id|password|api_key|remember_token)$/;
  return tables.map((table) =>
    query(`SELECT * FROM ${table} ORDER BY ${table === 'pirep_field_values' ? 'name' : 'rowid'}`).map((row) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => !drawn.test(column))),
    ),
  );
}

test('phpVMS 7’s API leaves the rows that the native contract leaves', async () => {
  const [theirs, ours] = [await fly(true), await fly(false)];
  assert.deepEqual([theirs[0]?.length, theirs[0]?.[0]?.distance, theirs[0]?.[0]?.landing_rate], [1, 151.5, -187]);
  assert.ok((theirs[1]?.length ?? 0) > 0, 'the log is there');
  assert.deepEqual(theirs, ours);
});
