import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readableLine } from '../src/lib/log-line.ts';
import { isRefusal } from '../src/tracking/refusals.ts';
import { flownTrack, noFigures } from './flown.ts';
import { startOf, World } from './world.ts';

const zurich = { lat: 47.4581, lon: 8.5481 };
const cancun = { lat: 21.0365, lon: -86.8771 };

test('the log tells a whole flight: a wrong password, a crew center that was away, and the PIREP', async (t) => {
  await using world = await World.with({ config: { logLevel: 'info' } });
  const { calls, clock, line } = world;
  const wrong = world.signIn('ada@demo-air.example', 'wrong');
  await assert.rejects(wrong, (error) => isRefusal(error, 'wrong-login'));
  const session = await world.signIn();
  const bid = await world.bidFor(session);
  await calls.start(session, startOf(bid.id));
  const positions = flownTrack({ from: zurich, to: cancun, startAt: clock.now() - 2_000_000, count: 200 });
  await calls.report(session, { name: null, positions: positions.slice(0, 100), opening: null });
  line.fail('all', 'before');
  await world.until(() => world.logLines.some((each) => each.includes('crew-center-lost')));
  await calls.report(session, { name: null, positions: positions.slice(100), opening: null });
  const asked = calls.finish(session, { name: null, figures: noFigures, opening: null });
  await world.until(() => world.logLines.some((each) => each.includes('flight-filing')));
  await clock.advance(40_000);
  assert.equal((await asked).state, 'filing');
  line.heal();
  for (const event of ['flight-filed', 'crew-center-back'])
    await world.until(() => world.logLines.some((each) => each.includes(event)));

  for (const each of world.logLines) t.diagnostic(readableLine(each).trimEnd());
  const events = world.logLines.map((each) => JSON.parse(each).event as string | undefined);
  // The demo airline's settings are read for the first time when the world is already open.
  const told = events.filter((each) => each !== undefined && each !== 'settings-changed');
  const before = [
    'sign-in-refused',
    'sign-in',
    'flight-started',
    'flight-took-off',
    'crew-center-lost',
    'flight-filing',
  ];
  assert.deepEqual(told.slice(0, 6), before);
  // Filing is tried again by a timer of its own, before or after the round that finds the crew center back.
  const last = told.slice(6).filter((each) => each !== 'flight-delayed');
  assert.deepEqual(last.sort(), ['crew-center-back', 'flight-filed']);
  // Said when a round of filing came while the crew center was away, once for its reason.
  assert.ok(told.filter((each) => each === 'flight-delayed').length <= 1);
  assert.ok(!world.logLines.join('').includes('wrong"'), 'the password that was tried is in the log');
});
