import assert from 'node:assert/strict';
import test from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { countTurns, settle } from '../../prove/simulate/event-loop.ts';

test('a step is over when nothing waits for another turn, whichever way it waits', async () => {
  countTurns();
  const done: string[] = [];
  setImmediate(() => setImmediate(() => done.push('callback')));
  const read = async () => {
    for (let part = 0; part < 5; part++) await nextTurn();
    done.push('promise');
  };
  void read();
  await settle();
  assert.deepEqual(done.toSorted(), ['callback', 'promise']);
});

test('what was to come in the next turn, and no longer is, is not waited for', { timeout: 10_000 }, async () => {
  countTurns();
  const turn = setImmediate(() => assert.fail('it was taken back'));
  clearImmediate(turn);
  clearImmediate(turn);
  await settle();
});
