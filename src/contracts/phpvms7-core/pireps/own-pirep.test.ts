import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Calls, Session } from '../../../tracking/calls.ts';
import { isRefusal, Refusal } from '../../../tracking/refusals.ts';
import type { WireRequest } from '../../contract.ts';
import { askForPirep } from './own-pirep.ts';

const session = { pilot: { id: '7' } } as unknown as Session;
const request = { params: { id: 'abc' }, body: { note: 'x' }, holdsWorker: false } as unknown as WireRequest;

/** Asks for the route of a PIREP that is not tracked here, and says which calls the crew center got. */
async function ask(status: number, body: string) {
  const asked: string[] = [];
  const calls = {
    readFlight: async () => {
      throw new Refusal('flight-not-found', { message: 'No such flight.' });
    },
    desk: {
      askHost: async (_name: string, _session: Session, { method, path }: { method: string; path: string }) => {
        asked.push(`${method} ${path}`);
        return { status, body };
      },
    },
  } as unknown as Calls;
  const answer = askForPirep(calls, session, request, { method: 'DELETE', path: 'route' });
  const end = await answer.then(
    () => 'asked',
    (error: unknown) => (isRefusal(error, 'flight-not-found') ? 'refused' : assert.fail(String(error))),
  );
  return { asked, end };
}

test('what phpVMS asks of nobody is asked here: a PIREP of the crew center is changed by its own pilot only', async () => {
  const own = await ask(200, '{"data":{"id":"abc","user_id":7}}');
  assert.deepEqual(own, { end: 'asked', asked: ['GET /pireps/abc', 'DELETE /pireps/abc/route'] });
  const others: readonly (readonly [number, string])[] = [
    [200, '{"data":{"id":"abc","user_id":8}}'],
    [200, '{"data":{"id":"abc"}}'],
    [200, '{}'],
    [404, '{"data":{"user_id":7}}'],
    [500, 'Whoops'],
  ];
  for (const [status, body] of others)
    assert.deepEqual(await ask(status, body), { end: 'refused', asked: ['GET /pireps/abc'] }, `${status} ${body}`);
});
