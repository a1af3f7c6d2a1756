import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../test/manual-clock.ts';
import { isRefusal } from '../refusals.ts';
import { PilotTurns } from './pilot-turns.ts';
import { Waits } from './waiting.ts';

test('a call that times out keeps its place: the next one still waits for the first', async () => {
  const clock = new ManualClock(0);
  const turns = new PilotTurns(
    new Waits(clock, { waitMs: 8_000, waitsHoldingWorkers: 1 }, (error) => assert.fail(String(error))),
  );
  const pilot = { id: '7', ident: 'VMS0007', name: 'Ada' };
  const order: string[] = [];
  const { promise: answer, resolve } = Promise.withResolvers<void>();
  const run = (name: string, task: () => Promise<void>) =>
    turns.run(pilot, turns.begin(false), async () => {
      order.push(`${name} begins`);
      await task();
      order.push(`${name} ends`);
    });
  const first = run('first', () => answer);
  const second = run('second', async () => undefined);
  await Promise.all([
    assert.rejects(second, (error) => isRefusal(error, 'crew-center-unavailable')),
    clock.advance(8_000),
  ]);
  const third = run('third', async () => undefined);
  await clock.advance(1_000);
  resolve();
  await Promise.all([first, third]);
  assert.deepEqual(order, ['first begins', 'first ends', 'third begins', 'third ends']);
});
