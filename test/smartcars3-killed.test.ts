import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { pilot, Served } from './flying/served.ts';
import { type BidRow, completeOf, updateOf } from './wire/smartcars.ts';

// smartCARS shows the pilot an error unless `complete` is answered, and sends it again. The server may be killed at any moment.

/** The status of an answer and its JSON; null when the server was killed before it answered. */
async function ask(served: Served, path: string, session: string, body?: object) {
  const headers = { authorization: `Bearer ${session}`, 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  try {
    const answer = await fetch(`${served.url}/api/tracker/smartcars/${path}`, { headers, ...sent });
    const text = await answer.text();
    return { status: answer.status, json: text === '' ? null : JSON.parse(text) };
  } catch {
    return null;
  }
}

async function flown(served: Served) {
  const username = encodeURIComponent(pilot.login);
  const login = await ask(served, `pilot/login?username=${username}`, '', { password: pilot.password });
  const session: string = login?.json.session;
  const bids: readonly BidRow[] = (await ask(served, 'flights/bookings', session))?.json;
  const bidID = bids[0]?.bidID ?? assert.fail('there is no bid');
  const uuid: string = (await ask(served, 'flights/start', session, { bidID }))?.json.trackingID;
  assert.equal((await ask(served, 'flights/update', session, updateOf(bidID, uuid)))?.status, 200);
  return { session, complete: completeOf(bidID, uuid) };
}

// Which answers come through before the kill differs; what is left must not.
suite('smartCARS and a server that is killed', { concurrency: 2 }, () => {
  for (const answered of [0, 1, 10]) {
    test(`50 parallel complete, kill -9 after ${answered} answers, and all again: one PIREP, with the report`, async () => {
      await using served = await Served.open();
      const { session, complete } = await flown(served);
      let heard = 0;
      const enough = Promise.withResolvers<void>();
      if (answered === 0) enough.resolve();
      const first = Array.from({ length: 50 }, async () => {
        const answer = await ask(served, 'flights/complete', session, complete);
        heard += 1;
        if (heard >= answered) enough.resolve();
        return answer;
      });
      await enough.promise;
      await served.kill();
      const before = (await Promise.all(first)).flatMap((answer) => (answer === null ? [] : [answer]));
      await served.start();
      const again = await Promise.all(complete50(served, session, complete));
      const ids = [...before, ...again].map((answer) => (answer?.status === 200 ? answer.json.pirepID : answer));
      assert.deepEqual([...new Set(ids)].length, 1, JSON.stringify([...new Set(ids)]));
      assert.equal((await ask(served, 'pireps/latest', session))?.json.id, ids[0]);
      const left = await served.left();
      assert.deepEqual([left.pirepStates.length, left.positions.length], [1, 1]);
    });
  }
});

function complete50(served: Served, session: string, complete: object) {
  return Array.from({ length: 50 }, () => ask(served, 'flights/complete', session, complete));
}
