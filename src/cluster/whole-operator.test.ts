import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperatorCalls } from '../tracking/operator-calls.ts';
import { Refusal } from '../tracking/refusals.ts';
import { wholeOperator } from './whole-operator.ts';

const notFound = () => new Refusal('not-found', { message: 'Nothing is kept of this pilot.' });
const full = () => new Refusal('journal-full', { message: 'The disk is full.' });

test('an erasure can be repeated when a part of it failed, whichever it was', async () => {
  const pilot = { id: '7', ident: 'VMS0007', name: 'Ada' };
  const erased: string[] = [];
  let failing = 'own journal';
  const find = async () => {
    if (erased.includes('owner')) throw notFound();
    return pilot;
  };
  const part = (name: string) => {
    if (failing === name) throw full();
    erased.push(name);
  };
  const elsewhere = {
    findErasable: find,
    async erasePilot() {
      await find();
      part('owner');
      return { ...pilot, isScrubbed: false };
    },
  };
  const here = {
    findErasable: async () => Promise.reject(notFound()),
    erasePilot: async () => Promise.reject(notFound()),
  };
  const peer = { call: (method: string) => elsewhere[method as keyof typeof elsewhere]() };
  const members = { peers: () => [peer] };
  const whole = wholeOperator(here as unknown as OperatorCalls, members as never, async () => {
    part('own journal');
    return true;
  });
  for (const next of ['owner', 'nothing']) {
    await assert.rejects(whole.erasePilot('ada@test', 'vms0007'), { code: 'journal-full' });
    failing = next;
  }
  assert.deepEqual(await whole.erasePilot('ada@test', 'vms0007'), { ...pilot, isScrubbed: false });
  assert.deepEqual(new Set(erased), new Set(['own journal', 'owner']));
});
