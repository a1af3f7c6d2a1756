import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codesIn, readPageTable } from '../../prove/phpvms7-core/page-table.ts';
import { coreWorld, type Row } from './core.ts';
import { prefiled, prefileOf } from './core-flight.ts';

// phpVMS assigns whatever a client sends of these members (app/Models/Pirep.php, `$fillable`), at `prefile`, `update` and `file`.
// Each is used here too, or stands in the list of differences with its reason.

type Stage = 'prefile' | 'update' | 'file';
const stages: readonly Stage[] = ['prefile', 'update', 'file'];

/** A value of each member that neither the schedule nor Tracker would come to. */
const fillable: Readonly<Record<string, string | number>> = {
  id: 'clients-own-id',
  user_id: 2,
  airline_id: 2,
  aircraft_id: 0,
  event_id: 5,
  flight_number: '9999',
  route_code: 'PF',
  route_leg: '3',
  flight_id: 'demo-dmo204',
  dpt_airport_id: 'LEPA',
  arr_airport_id: 'EDDM',
  alt_airport_id: 'LEPA',
  level: 310,
  distance: 321.5,
  planned_distance: 123.5,
  block_time: 77,
  flight_time: 66,
  planned_flight_time: 55,
  zfw: 55_000,
  block_fuel: 12_000,
  fuel_used: 5_000,
  landing_rate: -123,
  route: 'DCT ABC',
  notes: 'Said',
  score: 88,
  source: 0,
  source_name: 'client/1',
  flight_type: 'F',
  state: 2,
  status: 'ENR',
  block_off_time: '2024-04-06 09:30:00',
  block_on_time: '2024-04-06 09:59:00',
  submitted_at: '2024-04-01 01:00:00',
  created_at: '2024-04-01 02:00:00',
  updated_at: '2024-04-01 03:00:00',
};

/** `stage member` of each line of the list. */
const listed = new Set(
  readPageTable(new URL('../../docs/contracts/phpvms7-core-differences.md', import.meta.url), [
    'members',
    'at',
    'reason',
  ]).flatMap(({ line, cell }) => {
    assert.ok(cell('reason').length > 10, line);
    return codesIn(cell('members')).flatMap((name) => codesIn(cell('at')).map((stage) => `${stage} ${name}`));
  }),
);

/** Flies with these members at this stage, and returns the row of the PIREP that was filed. */
async function flownWith(stage: Stage, members: Readonly<Record<string, string | number>>) {
  await using world = await coreWorld();
  world.run(
    "DELETE FROM bids WHERE user_id <> 1; UPDATE ranks SET auto_approve_acars = 1; INSERT INTO airlines (id, icao, name) VALUES (2, 'OTH', 'Other')",
  );
  const ada = world.client();
  const first = await prefileOf(world, 'EDDF');
  const [other] = world.query(`SELECT id FROM aircraft WHERE id <> ${first.aircraft_id} AND subfleet_id =
    (SELECT subfleet_id FROM aircraft WHERE id = ${first.aircraft_id})`);
  const sent = 'aircraft_id' in members ? { ...members, aircraft_id: Number(other?.id) } : members;
  const { id } = await prefiled(world, ada, 'EDDF', stage === 'prefile' ? sent : {});
  await world.served.world.clock.advance(30 * 60_000);
  const updated = await ada.post(`/pireps/${id}/update`, stage === 'update' ? sent : {});
  assert.equal(updated.status, 200, updated.text);
  const filed = await ada.post(`/pireps/${id}/file`, {
    distance: 10,
    flight_time: 10,
    ...(stage === 'file' ? sent : {}),
  });
  assert.equal(filed.status, 200, filed.text);
  return { row: world.pireps()[0] ?? assert.fail(), sent };
}

/** `status` of a filed PIREP is arrived, whatever was said; what was said is the phase on the way. */
const ofTheWay = new Set(['status', 'state', 'distance', 'flight_time']);
const isIn = (row: Row, name: string, value: unknown) => String(row[name]) === String(value);

for (const stage of stages) {
  const entries = Object.entries(fillable).filter(([name]) => !(stage !== 'file' && ofTheWay.has(name)));
  test(`${stage}: what phpVMS assigns is in the PIREP, but for what the list names`, async () => {
    const used = Object.fromEntries(entries.filter(([name]) => !listed.has(`${stage} ${name}`)));
    const { row, sent } = await flownWith(stage, used);
    const dropped = Object.entries(sent).filter(
      ([name, value]) => !isIn(row, name, value) && !['status', 'state'].includes(name),
    );
    assert.deepEqual(
      dropped.map(([name, value]) => `${name}: ${value}, and in the PIREP ${row[name]}`),
      [],
    );
  });
  test(`${stage}: each line of the list holds`, async () => {
    const named = Object.fromEntries(entries.filter(([name]) => listed.has(`${stage} ${name}`)));
    const { row, sent } = await flownWith(stage, named);
    assert.deepEqual(
      Object.entries(sent)
        .filter(([name, value]) => isIn(row, name, value))
        .map(([name]) => name),
      [],
    );
  });
}

test('the list names members that phpVMS has', () => {
  const unknown = [...listed].filter((each) => !((each.split(' ')[1] ?? '') in fillable));
  assert.deepEqual(unknown, []);
});
