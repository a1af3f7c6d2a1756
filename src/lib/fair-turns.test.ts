import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextRound } from 'node:timers/promises';
import { FairTurns, inTurns } from './fair-turns.ts';
import { networksOf } from './network.ts';

/** Takes turns for this address and notes them. */
function taker(turns: FairTurns, order: string[]) {
  return (address: string, name = address) => turns.take(networksOf(address)).then((has) => has && order.push(name));
}

test('networks take turns, however many wait of one, of its /48 or of its IPv4 /24', async () => {
  for (const many of [
    () => '192.0.2.1',
    (index: number) => `2001:db8:1:${index}::1`,
    (index: number) => `192.0.2.${index}`,
  ]) {
    const order: string[] = [];
    const take = taker(new FairTurns(), order);
    const crowd = Array.from({ length: 100 }, (_, index) => take(many(index), 'crowd'));
    await Promise.all([take('198.51.100.7', 'one'), take('2001:db8:2::1', 'other')]);
    assert.ok(order.length <= 6, `${order.length} turns for two`);
    await Promise.all(crowd);
  }
});

test('there is one turn in each round of the event loop', async () => {
  const turns = new FairTurns();
  let taken = 0;
  const all = Array.from({ length: 5 }, () => turns.take(['a']).then(() => (taken += 1)));
  const seen: number[] = [];
  for (let round = 0; round < 4; round++) {
    await nextRound();
    seen.push(taken);
  }
  assert.ok(
    seen.every((each, index) => index === 0 || each - (seen[index - 1] ?? 0) <= 1),
    String(seen),
  );
  await Promise.all(all);
});

test('where all come from one address, none is refused until a thousand wait; others are not refused for them', async () => {
  const turns = new FairTurns();
  const many = Array.from({ length: 1_500 }, () => turns.take(networksOf('192.0.2.1')));
  assert.equal(await turns.take(networksOf('198.51.100.7')), true);
  const refused = (await Promise.all(many)).filter((hasTurn) => !hasTurn);
  assert.ok(refused.length >= 499 && refused.length <= 501, `${refused.length} refused`);
});

test('work in pieces takes a turn for each', async () => {
  let turns = 0;
  const work = function* () {
    for (let piece = 0; piece < 3; piece++) yield;
    return 'done';
  };
  const turn = async () => {
    turns += 1;
  };
  assert.equal(await inTurns(work(), turn), 'done');
  assert.equal(turns, 4);
});
