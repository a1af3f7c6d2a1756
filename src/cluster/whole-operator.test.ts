import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperatorCalls } from '../tracking/operator-calls.ts';
import { isRefusal, Refusal } from '../tracking/refusals.ts';
import { operatorOver, wholeOperator } from './whole-operator.ts';

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

test('a page of flights ends where the server ended that read least far, so that the next one lacks none', async () => {
  const page = (numbers: readonly number[], next: number | null) => async () => ({
    flights: numbers.map((number) => ({ flight: { number } })),
    next,
  });
  const here = { pageFlights: page([90, 80], 80) } as unknown as OperatorCalls;
  const peers = [page([95, 40], 40), page([70], null)].map((call) => ({ call }));
  const whole = wholeOperator(here, { peers: () => peers } as never, async () => true);
  const { flights, next } = await whole.pageFlights({ limit: 10 });
  assert.deepEqual([flights.map(({ flight }) => flight.number), next], [[95, 90, 80], 80]);
});

test('all sessions are ended only where every partition was answered for all the time', async () => {
  let isWhole = true;
  const endSessions = async () => 2;
  const peer = {
    async call() {
      isWhole = false;
      return 3;
    },
  };
  const stays = { call: async () => 3 };
  const over = (other: object) => {
    const members = { peers: () => [other], isWhole: () => isWhole, holderOf: () => 'here' };
    return operatorOver(members as never, { endSessions } as unknown as OperatorCalls, {} as never);
  };
  assert.equal(await over(stays).endSessions('ada@test', null), 5);
  await assert.rejects(over(peer).endSessions('ada@test', null), (error) => isRefusal(error, 'shutting-down'));
});
