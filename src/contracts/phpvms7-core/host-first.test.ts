import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Calls, Session } from '../../tracking/calls.ts';
import { isRefusal, Refusal, type RefusalCode } from '../../tracking/refusals.ts';
import type { SessionRoute, WireRequest } from '../contract.ts';
import { hostFirst } from './host-first.ts';

/** Asks a route whose crew center refuses so. Returns whether the route answered by itself. */
async function answersItself(method: 'GET' | 'POST', code: RefusalCode): Promise<boolean> {
  const askHost = () => Promise.reject(new Refusal(code, { message: 'No.' }));
  const route = { method, path: '/user/bids', handle: async () => ({ status: 200, body: null }) };
  const { handle } = hostFirst(route as unknown as SessionRoute);
  const request = { params: {}, query: {}, body: {}, holdsWorker: false } as unknown as WireRequest;
  try {
    await handle({ desk: { askHost } } as unknown as Calls, {} as Session, request);
    return true;
  } catch (error) {
    assert.ok(isRefusal(error, code), String(error));
    return false;
  }
}

test('what the crew center failed on is made no second time: only what is read is answered without it', async () => {
  assert.equal(await answersItself('GET', 'crew-center-refused'), true);
  assert.equal(await answersItself('POST', 'crew-center-refused'), false);
  for (const code of ['crew-center-unavailable', 'server-busy'] as const)
    assert.equal(await answersItself('POST', code), true, code);
});
