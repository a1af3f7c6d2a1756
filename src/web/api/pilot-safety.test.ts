import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiWorld } from '../../../test/api-world.ts';
import { rule } from '../../../test/judged.ts';
import { judgedFlight, ruledMark } from '../../../test/judged-flights.ts';
import { detectorsByName } from '../../tracking/rules/detectors/detectors.ts';
import { createRuleCalls } from '../../tracking/rules/rule-calls.ts';

const hard = rule({ id: 'hard-landing', detector: 'landing', element: 'rate' });

test('a pilot’s own rates by month stand beside the airline’s, without those of another pilot', async () => {
  const { web, world, filed, get } = await apiWorld();
  await using _ = web;
  const { journal, clock } = world;
  const calls = createRuleCalls({ journal, clock, detectors: detectorsByName });
  await calls.saveRuleSet('ada@test', { name: 'Ours', rules: [hard] });
  const at = clock.now();
  const fly = async (pilot: string, landingAt: number, isHard: boolean) => {
    const marks = isHard ? [ruledMark()] : [];
    const flight = judgedFlight(journal.nextFlightNumber(), { pilot, landingAt, judgement: { marks } });
    await journal.saveFlight(flight, { kind: 'filed', at });
  };
  const own = filed.pilot.id;
  for (const isHard of [true, false]) await fly(own, at, isHard);
  await fly(own, at - 40 * 86_400_000, false);
  for (const pilot of ['91', '92', '93', '94', '95'])
    for (let count = 0; count < 5; count += 1) await fly(pilot, at, true);
  const answer = await get(`/pilots/${filed.pilot.ident}/safety`);
  assert.equal(answer.statusCode, 200);
  const { pilot, complete, measures } = answer.json();
  assert.deepEqual([pilot, complete], [filed.pilot.ident, true]);
  const landing = measures.find((each: { measure: string }) => each.measure === 'hard-landing');
  const monthOf = (instant: number) => new Date(instant).toISOString().slice(0, 7);
  assert.deepEqual(landing.months, [
    { month: monthOf(at - 40 * 86_400_000), judged: 1, found: 0, rate: 0 },
    { month: monthOf(at), judged: 2, found: 1, rate: 50 },
  ]);
  assert.deepEqual([landing.judged, landing.found], [3, 1]);
  assert.deepEqual([landing.airline.judged, landing.airline.found], [28, 26]);
  assert.deepEqual(landing.spread, { pilots: 5, low: 100, middle: 100, high: 100 });
  assert.doesNotMatch(answer.body, /VMS00091|Pilot 91/);
  assert.equal((await get('/pilots/XYZ1/safety')).statusCode, 404);
});

test('only a key with the scope of pilots opens it', async () => {
  const { web, filed, apiKeys } = await apiWorld();
  await using _ = web;
  const { secret } = await apiKeys.create('test', { name: 'Narrow', scopes: ['flights', 'pireps'], days: null });
  const url = `/tracker/api/v1/pilots/${filed.pilot.ident}/safety`;
  assert.equal((await web.get(url)).statusCode, 401);
  assert.equal((await web.get(url, { 'x-api-key': secret.reveal() })).statusCode, 403);
});
