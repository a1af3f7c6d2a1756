import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codesIn, readPageTable } from '../../prove/phpvms7-core/page-table.ts';
import { type CoreClient, coreWorld } from './core.ts';
import { prefiled } from './core-flight.ts';
import { positionsOf } from './served.ts';

// What phpVMS assigns of a point (app/Models/Acars.php, `$fillable`, and `fuel`, which its create takes as well): each is kept
// here too, or stands in the list of differences with its reason. And points that are lines.

/** A value of each member that nothing else comes to. */
const fillable: Readonly<Record<string, string | number>> = {
  id: 'clients-own-id',
  pirep_id: 'another',
  type: 1,
  nav_type: 4,
  order: 17,
  name: 'TOUCHDOWN',
  status: 'LDG',
  log: 'Said by a point',
  lat: 47.123,
  lon: 8.321,
  distance: 321.5,
  heading: 123,
  altitude: 9_876,
  altitude_agl: 876,
  altitude_msl: 9_877,
  vs: -432,
  gs: 234,
  ias: 222,
  transponder: 4_321,
  autopilot: 'APPR',
  fuel: 9_753,
  fuel_flow: 2_468,
  sim_time: '2024-04-06T09:59:58Z',
  source: 'a client',
  created_at: '2024-04-06T09:58:57.123Z',
  updated_at: '2024-04-06T09:57:56.123Z',
};

const table = readPageTable(new URL('../../docs/contracts/phpvms7-core-differences.md', import.meta.url), [
  'members of a point',
  'reason',
]);
const listed = table.flatMap(({ cell }) => codesIn(cell('members of a point')));

async function flying() {
  const world = await coreWorld();
  const ada = world.client();
  const { id } = await prefiled(world, ada);
  return { world, ada, id };
}

async function report(client: CoreClient, id: string, positions: readonly object[]) {
  const answer = await client.post(`/pireps/${id}/acars/position`, { positions });
  assert.deepEqual([answer.status, answer.json.count], [200, positions.length], answer.text);
}

const rowsOf = async (client: CoreClient, id: string, path: string) =>
  (await client.get(`/pireps/${id}/${path}`)).json.data as readonly Readonly<Record<string, unknown>>[];

/** Members of the answer that hold what was sent. */
function keptIn(row: Readonly<Record<string, unknown>>): readonly string[] {
  const plain = (value: unknown) =>
    typeof value === 'object' && value !== null ? Object.values(value).map(String) : [String(value)];
  return Object.entries(fillable)
    .filter(([name, value]) => plain(row[name]).includes(String(value)))
    .map(([name]) => name);
}

test('what phpVMS assigns of a point is read again, but for what the list names', async () => {
  const { world, ada, id } = await flying();
  await using _world = world;
  await report(ada, id, [fillable]);
  const [row = {}, ...others] = await rowsOf(ada, id, 'acars/position');
  assert.deepEqual(others, []);
  assert.deepEqual(
    Object.keys(fillable).filter((name) => !keptIn(row).includes(name)),
    Object.keys(fillable).filter((name) => listed.includes(name)),
  );
  assert.deepEqual(
    listed.filter((name) => !(name in fillable)),
    [],
  );
  assert.ok(table.every(({ cell }) => cell('reason').length > 10));
});

test('`altitude` counts where `altitude_msl` is missing; the load factor by either name', async () => {
  const { world, ada, id } = await flying();
  await using _world = world;
  await report(ada, id, [{ lat: 47, lon: 8, altitude: 1_234, gforce: 1.31, pitch: 4.5, bank: -2 }]);
  const flight = (await world.served.world.tracking.operator.listFlights({}))[0]?.flight.id ?? '';
  const [position] = await positionsOf(world.served, flight);
  assert.deepEqual(
    [position?.altitudeMslFt, position?.gForce, position?.pitchDeg, position?.bankDeg],
    [1_234, 1.31, 4.5, -2],
  );
});

test('points that are lines: those of the log are in the PIREP, a note of the client’s own is read again by it alone', async () => {
  const { world, ada, id } = await flying();
  await using _world = world;
  const place = { lat: 47.458, lon: 8.548, heading: 1, source: 'vmsOpenAcars' };
  const line = (log: string) => ({ ...place, type: 2, status: 'SCH', log });
  const note = (log: string) => ({ ...place, status: 'CHK', log });
  const point = { ...place, type: 0, status: 'BST', altitude: 1416, gs: 0, sim_time: '2024-04-06T10:00:00.1234567Z' };
  await report(ada, id, [line('vmsOpenAcars v7.0.6'), line('Processor')]);
  await world.served.world.clock.advance(5_000);
  await report(ada, id, [note('SC:ov=0,lt=1')]);
  await world.served.world.clock.advance(5_000);
  await report(ada, id, [{ ...point, log: 'with a point' }, line('Pushback'), note('SC:ov=2,lt=1')]);
  assert.equal((await rowsOf(ada, id, 'acars/position')).length, 1, 'points alone');
  const rows = await rowsOf(ada, id, 'acars');
  assert.deepEqual(
    rows.filter(({ log }) => log !== null).map(({ status, log, type }) => [status, log, type]),
    [
      ['SCH', 'vmsOpenAcars v7.0.6', 2],
      ['SCH', 'Processor', 2],
      ['CHK', 'SC:ov=0,lt=1', 2],
      ['SCH', 'Pushback', 2],
      ['CHK', 'SC:ov=2,lt=1', 2],
    ],
  );
  await world.served.world.restart();
  const again = await rowsOf(ada, id, 'acars');
  assert.equal(again.findLast(({ status }) => status === 'CHK')?.log, 'SC:ov=2,lt=1', 'after a restart of both');
  assert.equal((await ada.post(`/pireps/${id}/file`, { distance: 100, flight_time: 60 })).status, 200);
  const log = world.query('SELECT log FROM acars ORDER BY "order"').map((row) => row.log);
  assert.deepEqual(log, ['vmsOpenAcars v7.0.6', 'Processor', 'Pushback']);
  const late = await ada.post(`/pireps/${id}/acars/position`, { positions: [line('late'), point] });
  assert.deepEqual([late.status, late.json.count], [200, 0], 'nothing is added to a filed PIREP');
});

const spellings = { PBK: 'PBT', TKF: 'TOF', CLB: 'ICL', CRZ: 'ENR', DSC: 'TEN', LND: 'LDG', TKO: 'ICL', OFB: 'PBT' };
test('codes of clients that phpVMS has none of become its own', async () => {
  const { world, ada, id } = await flying();
  await using _world = world;
  for (const [said, code] of Object.entries(spellings)) {
    await report(ada, id, [{ lat: 47, lon: 8, altitude: 1400, status: said }]);
    await world.served.world.clock.advance(5_000);
    assert.equal((await rowsOf(ada, id, 'acars/position')).at(-1)?.status, code, said);
  }
});
