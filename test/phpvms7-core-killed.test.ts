import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { suite, test } from 'node:test';
import { embeddedFileName } from '../src/platform/embedded/embedded.ts';
import { pilot, Served } from './flying/served.ts';

// Clients of phpVMS 7's API send `file` again until it is answered. The server may be killed at any moment.

/** Status and JSON of an answer; null when the server was killed before it answered. */
async function ask(served: Served, path: string, key: string, body?: object) {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  try {
    const answer = await fetch(`${served.url}/api/${path}`, { headers, ...sent });
    return { status: answer.status, json: JSON.parse(await answer.text()) };
  } catch {
    return null;
  }
}

async function flown(served: Served) {
  const database = new DatabaseSync(join(served.directory, embeddedFileName), { readOnly: true });
  const key = String(database.prepare('SELECT api_key FROM users WHERE email = ?').get(pilot.login)?.api_key);
  database.close();
  const [bid] = (await ask(served, 'user/bids', key))?.json.data ?? [];
  const [aircraft] = (await ask(served, 'user/fleet', key))?.json.data[0].aircraft ?? [];
  const { airline_id, flight_number, dpt_airport_id, arr_airport_id } = bid.flight;
  const flight = { airline_id, flight_number, dpt_airport_id, arr_airport_id, flight_id: bid.flight_id };
  const prefile = { ...flight, aircraft_id: aircraft.id, source_name: 'test', fields: { Gate: 'A12' } };
  const id: string = (await ask(served, 'pireps/prefile', key, prefile))?.json.data.id;
  const positions = [{ id: 'p1', lat: 47.46, lon: 8.55, gs: 0, created_at: new Date().toISOString() }];
  assert.equal((await ask(served, `pireps/${id}/acars/position`, key, { positions }))?.json.count, 1);
  return { key, id, positions };
}

const figures = { distance: 310.5, flight_time: 72, fuel_used: 4200 };

// Which answers come through before the kill differs; what is left must not.
suite('phpVMS 7’s API and a server that is killed', { concurrency: 2 }, () => {
  for (const answered of [0, 1, 10]) {
    test(`50 parallel file, kill -9 after ${answered} answers, and all again: one PIREP, with the report`, async () => {
      await using served = await Served.open();
      const { key, id, positions } = await flown(served);
      const file50 = () => Array.from({ length: 50 }, () => ask(served, `pireps/${id}/file`, key, figures));
      let heard = 0;
      const enough = Promise.withResolvers<void>();
      if (answered === 0) enough.resolve();
      const first = file50().map(async (sent) => {
        const answer = await sent;
        heard += 1;
        if (heard >= answered) enough.resolve();
        return answer;
      });
      await enough.promise;
      await served.kill();
      const before = (await Promise.all(first)).flatMap((answer) => (answer === null ? [] : [answer]));
      await served.start();
      const queued = await ask(served, `pireps/${id}/acars/position`, key, { positions });
      assert.equal(queued?.status, 200, 'the queue is sent again');
      const again = await Promise.all(file50());
      const ids = [...before, ...again].map((answer) => (answer?.status === 200 ? answer.json.data.id : answer));
      assert.deepEqual([...new Set(ids)], [id]);
      const [gate] = [(await ask(served, `pireps/${id}/fields`, key))?.json.data.Gate];
      assert.equal(gate, 'A12', 'what prefile said');
      const left = await served.left();
      assert.deepEqual([left.pirepStates.length, left.positions.length], [1, 1]);
    });
  }
});
