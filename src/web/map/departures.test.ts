import assert from 'node:assert/strict';
import { test } from 'node:test';
import { position } from '../../../test/flown.ts';
import { WebWorld } from '../../../test/web-world.ts';

/** The departures on the page, as text. */
async function departures(web: WebWorld): Promise<readonly string[]> {
  const { body } = await web.get('/tracker/?lang=en');
  const [, list = ''] = /<ul aria-labelledby="departures">([\s\S]*?)<\/ul>/.exec(body) ?? [];
  return [...list.matchAll(/<li>([\s\S]*?)<\/li>/g)].map(([, line = '']) =>
    line
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
}

test('a map without flights lists what is booked and what was started, without pilots; one with flights lists nothing', async () => {
  await using web = await WebWorld.open();
  const { world } = web;
  assert.deepEqual((await departures(web)).toSorted(), [
    'DMO204 LSZH → MMUN 12:40',
    'DMO205 MMUN → LSZH 20:05',
    'DMO310 LSZH → EDDF 07:10',
  ]);
  const { session, flight } = await world.startFlight();
  await world.clock.advance(6_000);
  const [first, ...others] = await departures(web);
  assert.equal(first, 'DMO204 LSZH → MMUN 12:40');
  assert.ok(!others.some((line) => line.startsWith('DMO204')), 'a started flight is listed once');
  const { body } = await web.get('/tracker/');
  assert.ok(body.includes(`href="./flights/${flight.id}"`));
  assert.doesNotMatch(body, /Ada|Keller|Ortiz|DMO0001/);
  const now = world.clock.now();
  await world.calls.report(session, { name: null, positions: [position(now, { seq: 1 })], opening: null });
  await world.clock.advance(2_000);
  assert.deepEqual(await departures(web), []);
});

test('times in UTC are those of the next day on which they come, others as they are written; private and hidden schedules are left out', async () => {
  await using web = await WebWorld.open();
  const { crewCenter } = web.world.embedded;
  const setTime = (id: string, time: string) =>
    crewCenter.run('UPDATE flights SET dpt_time = ? WHERE id = ?', time, id);
  const clock = (ms: number) => `${new Date(web.world.clock.now() + ms).toISOString().slice(11, 16)}Z`;
  const hour = 3_600_000;
  await crewCenter.write(() => {
    setTime('demo-dmo204', clock(3 * hour));
    setTime('demo-dmo205', clock(-2 * hour));
    setTime('demo-dmo310', '07:10');
  });
  const lines = await departures(web);
  assert.deepEqual(
    lines.map((line) => line.slice(0, 6)),
    ['DMO204', 'DMO205', 'DMO310'],
  );
  assert.match(lines[1] ?? '', /[A-Z][a-z]{2} \d\d:\d\dZ$/, 'tomorrow has its day');
  await crewCenter.write(() => {
    crewCenter.run(`UPDATE flights SET visible = 0 WHERE id = 'demo-dmo204'`);
    crewCenter.run(`UPDATE flights SET owner_type = 'x', owner_id = '1' WHERE id = 'demo-dmo205'`);
  });
  await web.world.clock.advance(6_000);
  assert.deepEqual(await departures(web), ['DMO310 LSZH → EDDF 07:10']);
  await web.world.clock.leap(4 * 24 * hour);
  assert.deepEqual(await departures(web), [], 'old bookings say little of what is flown next');
});

test('a crew center whose file cannot be read leaves the map as it is', async () => {
  await using web = await WebWorld.open();
  await web.world.embedded.crewCenter.write(() => web.world.embedded.crewCenter.run('DROP TABLE bids'));
  const { statusCode } = await web.get('/tracker/');
  assert.equal(statusCode, 200);
  assert.deepEqual(await departures(web), []);
  assert.match(web.world.logLines.join(''), /bookings cannot be read/);
});
