import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codesIn, readPageTable } from '../../prove/phpvms7-core/page-table.ts';
import { type CoreClient, type CoreWorld, coreWorld, type Row } from './core.ts';
import { position, prefiled } from './core-flight.ts';

// Lists as phpVMS 7.0.10 makes them (app/Http/Controllers/Api): what its query finds in the tables is in the list.

interface List {
  readonly path: string;
  /** The query of its controller. */
  readonly sql: string;
  /** What one entry of the answer stands for; its id where it is absent. */
  readonly idsOf?: (row: Members) => readonly unknown[];
  /** What the page of differences says is left out: condition on a row of the tables. */
  readonly without?: string;
}

type Members = Readonly<Record<string, unknown>>;

const airports = 'SELECT id FROM airports WHERE deleted_at IS NULL';
const flights = 'SELECT id FROM flights WHERE active = 1 AND visible = 1 AND deleted_at IS NULL';
const pireps = 'SELECT id FROM pireps WHERE user_id = 1';
const newestFirst = 'ORDER BY created_at DESC';
const hasAircraft = 'id NOT IN (SELECT subfleet_id FROM aircraft WHERE deleted_at IS NULL)';
const aircraftOf = ({ aircraft }: Members) => (aircraft as readonly Members[]).map(({ id }) => id);

const lists: readonly List[] = [
  { path: '/airlines', sql: 'SELECT id FROM airlines WHERE active = 1 ORDER BY name' },
  { path: '/airports', sql: `${airports} ORDER BY icao` },
  { path: '/airports?hub=1', sql: `${airports} AND hub = 1 ORDER BY icao` },
  { path: '/airports/hubs', sql: `${airports} AND hub = 1 ORDER BY icao` },
  { path: '/fleet', sql: 'SELECT id FROM subfleets WHERE deleted_at IS NULL', without: hasAircraft },
  { path: '/subfleet', sql: 'SELECT id FROM subfleets WHERE deleted_at IS NULL', without: hasAircraft },
  {
    path: '/fleet',
    sql: 'SELECT id FROM aircraft WHERE deleted_at IS NULL',
    idsOf: aircraftOf,
    without: "status <> 'A'",
  },
  { path: '/flights', sql: flights },
  { path: '/flights/search?dep_icao=LSZH', sql: `${flights} AND dpt_airport_id = 'LSZH'` },
  { path: '/flights?arr_airport_id=EDDF', sql: `${flights} AND arr_airport_id = 'EDDF'` },
  { path: '/user/bids', sql: 'SELECT id FROM bids WHERE user_id = 1' },
  { path: '/user/pireps', sql: `${pireps} AND state <> 3 ${newestFirst}` },
  { path: '/pireps', sql: `${pireps} AND state <> 3 ${newestFirst}` },
  { path: '/users/me/pireps', sql: `${pireps} AND state <> 3 ${newestFirst}` },
  ...[0, 1, 2, 6].map((state) => ({ path: `/user/pireps?state=${state}`, sql: `${pireps} AND state = ${state}` })),
  { path: '/user/pireps?state=3', sql: `${pireps} AND state = 3`, without: '1 = 1' },
  { path: '/acars', sql: 'SELECT id FROM pireps WHERE state = 0' },
];

/** An airline in which each list has something, and something that is left out. */
async function airline(): Promise<{ readonly world: CoreWorld; readonly ada: CoreClient }> {
  const world = await coreWorld();
  const ada = world.client();
  world.run(`
    UPDATE airports SET hub = 1 WHERE id IN ('LSZH', 'EDDF');
    INSERT INTO airlines (id, icao, name, active) VALUES (7, 'OLD', 'Gone', 0), (8, 'AAA', 'Another', 1);
    INSERT INTO subfleets (id, airline_id, type, name) VALUES (99, 1, 'EMPTY', 'Without aircraft');
    INSERT INTO aircraft (id, subfleet_id, icao, registration, name, airport_id, status, state)
      SELECT 900 + id, subfleet_id, icao, 'OLD' || id, 'Stored', airport_id, 'S', 0 FROM aircraft LIMIT 1;
  `);
  const { flight_id: _id, id: _pirep, ...free } = await prefiled(world, ada, 'MMUN');
  const fly = async (number: number, file: boolean) => {
    const body = { ...free, flight_number: `98${number}`, source_name: 'x' };
    const answer = await ada.post('/pireps/prefile', body);
    assert.equal(answer.status, 200, answer.text);
    const { id } = answer.json.data;
    await ada.post(`/pireps/${id}/acars/position`, { positions: [position()] });
    await world.served.world.clock.advance(120_000);
    if (file) await ada.post(`/pireps/${id}/file`, { distance: 10, flight_time: 10 });
    return id as string;
  };
  await ada.send('DELETE', `/pireps/${_pirep}/cancel`);
  for (const number of [1, 2, 3]) await fly(number, true);
  world.run(
    "UPDATE pireps SET state = flight_number - 980 WHERE flight_number IN ('981', '982'); UPDATE pireps SET state = 6 WHERE flight_number = '983'",
  );
  await fly(4, false);
  return { world, ada };
}

async function whole(client: CoreClient, path: string, idsOf: NonNullable<List['idsOf']>): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (let page = 1, last = 1; page <= last; page++) {
    const { json, text } = await client.get(`${path}${path.includes('?') ? '&' : '?'}page=${page}`);
    assert.ok(Array.isArray(json.data), text);
    found.push(...json.data.flatMap(idsOf));
    last = json.meta?.last_page ?? 1;
  }
  return found;
}

const text = (rows: readonly unknown[]) => rows.map(String);

test('each list has what phpVMS’s own query finds, but for what the page of differences names', async () => {
  const { world, ada } = await airline();
  await using _world = world;
  const left = new Set<string>();
  for (const { path, sql, idsOf = ({ id }: Members) => [id], without } of lists) {
    const found = text(await whole(ada, path, idsOf));
    const inTables = (query: string) => text(world.query(query).map(({ id }: Row) => id));
    const kept =
      without === undefined
        ? inTables(sql)
        : inTables(`SELECT id FROM (${sql.replace('SELECT id', 'SELECT *')}) WHERE NOT (${without})`);
    if (sql.includes('ORDER')) assert.deepEqual(found, kept, path);
    else assert.deepEqual([...found].sort(), [...kept].sort(), path);
    assert.ok(inTables(sql).length > 0, `${path}: there is something to list`);
    if (without !== undefined && kept.length < inTables(sql).length) left.add(path);
  }
  const listed = readPageTable(new URL('../../docs/contracts/phpvms7-core-differences.md', import.meta.url), [
    'list',
    'not in it',
    'reason',
  ]);
  assert.deepEqual([...left].sort(), listed.flatMap(({ cell }) => codesIn(cell('list'))).sort());
});
