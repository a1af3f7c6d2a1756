import assert from 'node:assert/strict';
import { type CoreWorld, coreWorld } from '../../../wire/core.ts';
import { position, prefileOf } from '../../../wire/core-flight.ts';
import { readPoints } from './points.ts';

/** Answers by call, as the decoders name them. */
export type Answers = ReadonlyMap<string, unknown>;

/** What a crew center knows, or does not: each state is a round of all calls. */
export const states: Readonly<Record<string, () => Promise<Answers>>> = {
  'a flight under way, others filed': () => answersOf(),
  'a crew center that knows as little as it may': () => answersOf(forget),
  'a flight of the pilot’s own making, nothing said of it': () => answersOf(forgetAllButAirline, { isFree: true }),
  'nothing flown yet, no bid': () => answersOf(leaveNothing, { isIdle: true }),
  'the crew center is down': () => answersOf(() => undefined, { isDown: true }),
};

interface Course {
  readonly isFree?: boolean;
  readonly isIdle?: boolean;
  readonly isDown?: boolean;
}

/** Everything that may be null there is null, and every text that may be empty is empty. */
function forget(world: CoreWorld): void {
  world.run(`
    UPDATE users SET home_airport_id = NULL, curr_airport_id = NULL;
    UPDATE airports SET iata = NULL, name = '', lat = NULL, lon = NULL, country = NULL WHERE id NOT IN ('LSZH', 'EDDF', 'MMUN');
    UPDATE airlines SET iata = '', country = NULL, logo = NULL, active = 0;
    UPDATE aircraft SET name = '', registration = NULL, airport_id = NULL;
    UPDATE flights SET route = '', distance = NULL, flight_time = NULL, dpt_time = '', arr_time = '', level = NULL, flight_type = '',
      notes = NULL;
    INSERT INTO news (subject, body, created_at) VALUES ('', '', NULL);
  `);
}

function forgetAllButAirline(world: CoreWorld): void {
  forget(world);
  world.run('UPDATE airlines SET active = 1');
}

function leaveNothing(world: CoreWorld): void {
  world.run('DELETE FROM bids; DELETE FROM news');
}

const figures = { distance: 310.5, flight_time: 72, fuel_used: 5000, landing_rate: -181.4, score: 96.5 };

async function answersOf(change: (world: CoreWorld) => void = () => undefined, course: Course = {}): Promise<Answers> {
  await using world = await coreWorld();
  change(world);
  const answers = new Map<string, unknown>();
  const ask = async (call: string, path = call.split(' ')[1] ?? '', method = 'GET', body?: object) => {
    const answer = await world.client().send(method, path, body);
    assert.equal(answer.status, 200, `${call} ${answer.text}`);
    answers.set(call, answer.json);
    return answer.json;
  };
  const [aircraft] = world.query('SELECT id FROM aircraft WHERE deleted_at IS NULL ORDER BY id');
  if (course.isIdle !== true) {
    const first = await prefileOf(world, 'MMUN');
    const filed = await ask('POST /pireps/prefile', '/pireps/prefile', 'POST', first);
    await world.client().post(`/pireps/${filed.data.id}/file`, figures);
    const free = {
      airline_id: 1,
      aircraft_id: aircraft?.id,
      flight_number: '9871',
      dpt_airport_id: 'EDDF',
      arr_airport_id: 'LSZH',
    };
    const open = await ask(
      'POST /pireps/prefile',
      '/pireps/prefile',
      'POST',
      course.isFree === true ? { ...free, source_name: 'x' } : await prefileOf(world, 'EDDF'),
    );
    const { id } = open.data;
    if (course.isFree !== true) {
      const updated = await world
        .client()
        .post(`/pireps/${id}/update`, { status: 'TXI', level: 350, zfw: 55_000.4, score: 9.5 });
      assert.equal(updated.status, 200, updated.text);
      const reported = await world.client().post(`/pireps/${id}/acars/position`, { positions: readPoints(position) });
      assert.equal(reported.status, 200, reported.text);
    }
    if (course.isDown === true) world.served.world.line.fail('all', 'before');
    await ask('GET /pireps/{id}', `/pireps/${id}`);
    await ask('GET /pireps/{id}/acars', `/pireps/${id}/acars`);
    await ask('GET /pireps/{id}/acars/position', `/pireps/${id}/acars/position`);
    answers.set('GET /pireps while a flight is open', (await world.client().get('/pireps')).json);
  }
  for (const call of ['GET /user', 'GET /user/bids', 'GET /user/pireps', 'GET /user/pireps?state=0', 'GET /pireps'])
    await ask(call);
  if (course.isDown === true) return answers;
  for (const call of ['GET /fleet', 'GET /user/fleet', 'GET /airlines', 'GET /airports', 'GET /flights', 'GET /news'])
    await ask(call);
  await ask('GET /airports/{id}', '/airports/LSZH');
  await ask('GET /fleet/aircraft/{id}', `/fleet/aircraft/${aircraft?.id}`);
  return answers;
}
