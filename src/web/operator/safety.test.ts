import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rule } from '../../../test/judged.ts';
import { type JudgedAs, judgedFlight, ruledMark } from '../../../test/judged-flights.ts';
import { WebWorld } from '../../../test/web-world.ts';
import { detectorsByName } from '../../tracking/rules/detectors/detectors.ts';
import { createRuleCalls } from '../../tracking/rules/rule-calls.ts';

const markup = '<img src=x onerror=alert(1)>';
const hard = rule({ id: 'hard-landing', detector: 'landing', element: 'rate', limits: { rateFpm: 550 } });
const gear = rule({ id: 'gear', detector: 'unstable-approach', element: 'gear', follows: ['review'], points: 0 });

/** A journal with these flights, judged under one set. */
async function filled(...flights: readonly JudgedAs[]) {
  const web = await WebWorld.open();
  const { journal, clock } = web.world;
  const calls = createRuleCalls({ journal, clock, detectors: detectorsByName });
  await calls.saveRuleSet('ada@test', { name: 'Ours', rules: [hard, gear] });
  const at = clock.now();
  for (const each of flights) {
    const flight = judgedFlight(journal.nextFlightNumber(), { landingAt: at, ...each });
    await journal.saveFlight(flight, { kind: 'filed', at });
  }
  const { cookie, csrf } = await web.signIn();
  const page = async () => (await web.get('/tracker/operator/safety', { cookie })).body;
  return { web, page, cookie, csrf };
}

/** Texts of the cells of the row that begins with this. */
function row(body: string, name: string): readonly string[] {
  const rows = body.split('<tr>').filter((each) => each.includes(`>${name}<`));
  return (rows[0] ?? '').split('</t').map((each) =>
    each
      .replaceAll(/<[^>]*>|^[hd]>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
}

test('the operator reads rates with their counts, thresholds and sources; strangers do not', async () => {
  const landedOn = { airport: 'KMIA', runway: '09' };
  const { web, page } = await filled(
    { type: 'B738', judgement: { landedOn, marks: [ruledMark()] } },
    { type: 'B738', judgement: { landedOn } },
    { type: 'A320', judgement: { notJudged: [{ rule: 'hard-landing', detector: 'landing', reason: 'too-sparse' }] } },
    { type: 'A320', judgement: null },
  );
  await using _ = web;
  const body = await page();
  assert.match(body, /3 flights since .* were judged by rules; 1 filed flights were not/);
  const rates = row(body, 'Hard landing');
  assert.equal(rates[1], '50.0 1 of 2');
  assert.equal(rates[2], 'Maximum sink rate at touchdown: 550 fpm');
  assert.match(rates[3] ?? '', /FAA/);
  assert.equal(row(body, 'Go-around')[1], '–');
  for (const name of ['B738', 'KMIA', 'KMIA 09']) assert.equal(row(body, name)[2], '50.0 1 of 2', name);
  assert.deepEqual(row(body, 'A320'), ['']);
  assert.equal((await web.get('/tracker/operator/safety')).statusCode, 303);
});

test('names stand only where a rule asked for it, and are gone when the flight is', async () => {
  const asked = ruledMark({ rule: 'gear', detector: 'unstable-approach', element: 'gear', follows: ['review'] });
  const { web, page } = await filled(
    { pilot: '1', judgement: { marks: [ruledMark()] } },
    { pilot: '2', judgement: { marks: [{ ...asked, sentence: markup }] } },
  );
  await using _ = web;
  const body = await page();
  assert.match(body, /Pilot 2/);
  assert.doesNotMatch(body, /Pilot 1/);
  assert.equal(body.includes(markup), false);
  await web.world.erasePilot('VMS0002');
  assert.doesNotMatch(await page(), /Pilot 2/);
});

test('without judged flights the page says what to do', async () => {
  const { web, page } = await filled({ judgement: null });
  await using _ = web;
  assert.match(await page(), /No flight has been judged yet/);
});
