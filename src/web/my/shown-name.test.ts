import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flownTrack } from '../../../test/flown.ts';
import { WebWorld } from '../../../test/web-world.ts';
import { PilotWishes } from './wishes.ts';

/** What everybody may ask for, and whether it names pilots. */
const doors = (flightId: string) =>
  [
    ['/tracker/live/snapshot', true],
    ['/tracker/live/poll', true],
    [`/tracker/flights/${flightId}`, true],
    ['/tracker/airports/LSZH', true],
    ['/tracker/api/v1/live', true],
    ['/tracker/api/v1/live.geojson', true],
    ['/tracker/api/v1/live/acars', true],
    ['/tracker/api/v1/live/acars/data', true],
    ['/tracker/api/v1/live/acars/geojson', false],
    [`/tracker/flights/${flightId}/track.json`, false],
  ] as const;

for (const { limit, cases } of [
  { limit: 'full', cases: { none: null, short: 'Ada K', full: 'Ada Keller' } },
  { limit: 'short', cases: { none: null, short: 'Ada K', full: 'Ada K' } },
  { limit: 'none', cases: { none: null, short: null, full: null } },
] as const)
  test(`each public door shows a pilot as the pilot chose, where the airline shows ${limit} names`, async () => {
    await using web = await WebWorld.open({ publicNames: limit });
    const { world } = web;
    const { cookie, csrf } = await web.signInPilot();
    const { session, flight } = await world.startFlight();
    const at = { from: { lat: 47.45, lon: 8.55 }, to: { lat: 46, lon: 7 }, startAt: world.clock.now(), count: 4 };
    await world.clock.advance(60_000);
    await world.calls.report(session, { name: null, positions: flownTrack(at), opening: null });
    const choose = (form: string) => web.post('/tracker/my/privacy/shown-name', { csrf, form }, { cookie });
    for (const [chosen, shown] of Object.entries(cases)) {
      assert.equal((await choose(chosen)).statusCode, 303);
      // Another position, so that the map is built again, and nothing is kept from before.
      await world.clock.advance(60_000);
      const later = { ...at, startAt: world.clock.now() - 10_000 };
      await world.calls.report(session, { name: null, positions: flownTrack(later), opening: null });
      await world.clock.advance(6_000);
      for (const [url, isNaming] of doors(flight.id)) {
        const { body, statusCode } = await web.get(url);
        assert.equal(statusCode, 200, url);
        const found = /Ada K(?:eller)?/.exec(body)?.[0] ?? null;
        assert.equal(found, isNaming ? shown : null, `${url} for ${chosen}`);
      }
    }
    assert.equal((await choose('loud')).statusCode, 422);
    const page = (await web.get('/tracker/my/privacy', { cookie })).body;
    const offered = [...page.matchAll(/<option value="(none|short|full)"/g)].map(([, form]) => form);
    assert.deepEqual(offered, { full: ['none', 'short', 'full'], short: ['none', 'short'], none: [] }[limit]);
    await world.calls.cancel(session, { name: null, reason: null });
    await world.erasePilot(flight.pilot.ident);
    assert.equal(world.server.tracker.publicNames.shown()(flight.pilot), null, 'nothing of it stays');
  });

test('where the crew center does not keep it, the journal does, until the pilot is erased', async () => {
  const notes = new Map<string, string>();
  const records = {
    readNote: (name: string) => notes.get(name) ?? null,
    async saveNote(name: string, text: string | null) {
      if (text === null) notes.delete(name);
      else notes.set(name, text);
    },
  };
  const wishes = new PilotWishes(records);
  await Promise.all([wishes.setForm('7', 'short'), wishes.setForm('8', 'full'), wishes.setForm('7', 'full')]);
  const read = [...new PilotWishes(records).forms].toSorted();
  assert.deepEqual(read, [
    ['7', 'full'],
    ['8', 'full'],
  ]);
  await wishes.forget('7');
  await wishes.setForm('8', 'none');
  assert.deepEqual([...notes], []);
});
