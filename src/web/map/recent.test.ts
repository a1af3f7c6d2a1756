import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flownTrack, noFigures } from '../../../test/flown.ts';
import { WebWorld } from '../../../test/web-world.ts';

test('who opens the map finds what landed, for as long as everyone may see it, and no pilot', async () => {
  await using web = await WebWorld.open({ publicHours: 0.5 });
  const { world } = web;
  const { session, flight } = await world.startFlight();
  const leg = { from: { lat: 47.45, lon: 8.55 }, to: { lat: 21, lon: -86.9 }, startAt: world.clock.now(), count: 200 };
  await world.clock.advance(2_000_000);
  await world.calls.report(session, { name: null, positions: flownTrack(leg), opening: null });
  const link = `href="./flights/${flight.id}"`;
  assert.equal((await web.get('/tracker/')).body.includes('id="recent"'), false);
  await world.calls.finish(session, { name: null, figures: noFigures, opening: null });
  await world.clock.advance(600_000);
  const { body } = await web.get('/tracker/');
  assert.ok(body.includes(link));
  assert.match(body, /DMO204[\s\S]*LSZH → MMUN[\s\S]*10 min ago/);
  assert.doesNotMatch(body, /Ada|Keller|DMO0001/);
  assert.match((await web.get('/tracker/embed')).body, /target="_blank"[^>]*><strong dir="auto">DMO204/);
  await world.clock.advance(1_200_000);
  assert.equal((await web.get('/tracker/')).body.includes(flight.id), false);
});

test('what landed says how long ago it landed, not when it was filed', async () => {
  await using web = await WebWorld.open();
  const { world } = web;
  const { session } = await world.startFlight();
  const leg = { from: { lat: 47.45, lon: 8.55 }, to: { lat: 21, lon: -86.9 }, startAt: world.clock.now(), count: 200 };
  await world.clock.advance(2_000_000);
  await world.calls.report(session, { name: null, positions: flownTrack(leg), opening: null });
  const figures = { ...noFigures, landingAt: world.clock.now() - 14 * 60_000 };
  await world.calls.finish(session, { name: null, figures, opening: null });
  assert.match((await web.get('/tracker/')).body, /LSZH → MMUN[\s\S]*14 min ago/);
});
