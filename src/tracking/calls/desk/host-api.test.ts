import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../../test/manual-clock.ts';
import type { HostApiCall, OwnApi, OwnApiAnswer } from '../../../platform/own-api.ts';
import { Changes } from '../../flight/changes.ts';
import type { Flight } from '../../model.ts';
import { isRefusal, Refusal } from '../../refusals.ts';
import { Waits } from '../../sessions/waiting.ts';
import { HostApi } from './host-api.ts';

/** A host that answers with the number of its answers, or as `answer` says. */
function host() {
  const asked: string[] = [];
  const clock = new ManualClock(0);
  const changes = new Changes((error) => assert.fail(String(error)));
  const limits = { waitMs: 8_000, waitsHoldingWorkers: 1 };
  const state = { answer: async (): Promise<OwnApiAnswer> => ({ status: 200, body: `[${asked.length}]` }) };
  const ownApi: OwnApi = {
    contract: 'words',
    findPirep: async () => null,
    ask(pilotId, { method, path }) {
      asked.push(`${pilotId} ${method} ${path}`);
      return state.answer();
    },
  };
  const api = new HostApi({ ownApi }, clock, new Waits(clock, limits, (error) => assert.fail(String(error))), changes);
  const ask = (pilotId: string | null, path: string, more: Partial<HostApiCall> = {}) =>
    api.ask('words', pilotId, { method: 'GET', path, body: null, holdsWorker: false, ...more });
  return { api, ask, asked, clock, changes, state };
}

const lost = () => Promise.reject(new Refusal('crew-center-unavailable', { message: 'gone' }));
const unavailable = (error: unknown) => isRefusal(error, 'crew-center-unavailable');

test('a host without the contract’s words answers nothing', async () => {
  const { api, asked } = host();
  assert.equal(
    await api.ask('other words', '1', { method: 'GET', path: '/user', body: null, holdsWorker: false }),
    null,
  );
  assert.deepEqual(asked, []);
});

test('the same question of the same pilot is asked once in five seconds', async () => {
  const { ask, asked, clock } = host();
  await Promise.all([ask('1', '/user'), ask('1', '/user'), ask('2', '/user'), ask('1', '/user?with=')]);
  assert.deepEqual(asked, ['1 GET /user', '2 GET /user', '1 GET /user?with=']);
  await clock.advance(4_999);
  assert.equal((await ask('1', '/user'))?.body, '[1]');
  await clock.advance(1);
  assert.equal((await ask('1', '/user'))?.body, '[4]');
});

test('a change, of bids or of a flight, makes what was read forgotten', async () => {
  const { ask, asked, changes } = host();
  await ask('1', '/user/bids');
  await ask('1', '/user/bids', { method: 'DELETE', body: { bid_id: 1 } });
  await ask('1', '/user/bids');
  changes.notify({ kind: 'filed', flight: {} as Flight });
  await ask('1', '/user/bids');
  assert.equal(asked.length, 4);
});

test('a host that is down is left alone for a while, which grows', async () => {
  const { ask, asked, clock, state } = host();
  state.answer = lost;
  await assert.rejects(ask('1', '/user'), unavailable);
  await assert.rejects(ask('1', '/flights'), unavailable);
  assert.equal(asked.length, 1);
  await clock.advance(1_000);
  await assert.rejects(ask('1', '/user'), unavailable);
  await clock.advance(1_000);
  await assert.rejects(ask('1', '/user'), unavailable);
  assert.equal(asked.length, 2);
  await clock.advance(1_000);
  state.answer = async () => ({ status: 404, body: '{}' });
  assert.equal((await ask('1', '/user'))?.status, 404);
  assert.equal((await ask('1', '/airports'))?.status, 404);
});

test('one request that the host fails on does not close the others', async () => {
  const { ask, state } = host();
  state.answer = () => Promise.reject(new Refusal('crew-center-refused', { message: 'no' }));
  await assert.rejects(ask('1', '/user'), (error) => isRefusal(error, 'crew-center-refused'));
  state.answer = async () => ({ status: 200, body: '{}' });
  assert.equal((await ask('1', '/user'))?.status, 200);
});

test('a request that holds a worker of the host does not wait when another one does', async () => {
  const { ask, state, clock } = host();
  const { promise, resolve } = Promise.withResolvers<OwnApiAnswer>();
  state.answer = () => promise;
  const first = ask('1', '/user', { holdsWorker: true });
  await assert.rejects(ask('2', '/user', { holdsWorker: true }), unavailable);
  resolve({ status: 200, body: '{}' });
  assert.equal((await first)?.status, 200);
  state.answer = () => new Promise(() => undefined);
  const slow = assert.rejects(ask('3', '/user'), unavailable);
  await clock.advance(8_000);
  await slow;
});
