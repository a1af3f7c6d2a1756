import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../test/manual-clock.ts';
import { Pace } from './pace.ts';

/** Lets this many visitors ask as often as they are told for ten minutes; returns the share of a core that it took in the last five. */
async function share(
  visitors: number,
  costMs: number,
): Promise<{ readonly share: number; readonly intervalS: number }> {
  const clock = new ManualClock(0);
  const pace = new Pace(clock);
  const due = Array.from({ length: visitors }, (_, number) => number * 200);
  let [asked, intervalS] = [0, 0];
  for (let now = 0; now < 600_000; now += 1_000) {
    for (const [number, at] of due.entries()) {
      if (at > now) continue;
      intervalS = pace.note(`192.0.2.${number}`, costMs);
      due[number] = now + intervalS * 1_000;
      if (now >= 300_000) asked += 1;
    }
    await clock.advance(1_000);
  }
  return { share: (asked * costMs) / 300_000, intervalS };
}

test('pages that come through PHP take a tenth of a core at most, and as little as they may', async () => {
  const seven = await share(20, 140);
  assert.ok(seven.share <= 0.1, JSON.stringify(seven));
  assert.ok(seven.intervalS >= 28 && seven.intervalS <= 32, JSON.stringify(seven));
  const five = await share(200, 3.75);
  assert.ok(five.share <= 0.05 && five.intervalS === 15, JSON.stringify(five));
  assert.equal((await share(1, 140)).intervalS, 15);
  assert.equal((await share(1_000, 140)).intervalS, 300);
});

test('one network alone cannot make the map slow for all', () => {
  const clock = new ManualClock(0);
  const pace = new Pace(clock);
  for (let round = 0; round < 10_000; round++) pace.note('192.0.2.1', 140);
  assert.ok(pace.intervalS <= 28, String(pace.intervalS));
});

test('the interval is short again once the visitors have left', async () => {
  const clock = new ManualClock(0);
  const pace = new Pace(clock);
  for (let visitor = 0; visitor < 50; visitor++) pace.note(`192.0.2.${visitor}`, 140);
  assert.equal(pace.intervalS, 70);
  await clock.advance(71_000);
  assert.equal(pace.note('192.0.2.1', 140), 15);
});
