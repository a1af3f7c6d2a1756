import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WebWorld } from '../../../test/web-world.ts';
import { PilotWishes } from './wishes.ts';

const url = '/tracker/my/privacy';

test('a pilot chooses to be named, takes a copy of everything, and asks to be erased, which the owner sees and carries out', async () => {
  await using web = await WebWorld.open();
  const { cookie, csrf } = await web.signInPilot();
  const { tracker } = web.world.server;
  const { flight } = await web.world.startFlight();
  const ada = flight.pilot;
  assert.match((await web.get(url, { cookie })).body, /Your name is not shown/);
  assert.equal((await web.post(`${url}/name`, { csrf, named: 'yes' }, { cookie })).statusCode, 303);
  assert.equal(tracker.publicNames.isNamed(ada.id), true);
  assert.match((await web.get(url, { cookie })).body, /Your name is shown/);
  await web.post(`${url}/name`, { csrf, named: 'no' }, { cookie });
  assert.equal(tracker.publicNames.isNamed(ada.id), false);
  const copy = await web.post(`${url}/download`, { csrf }, { cookie });
  assert.equal(copy.statusCode, 200);
  assert.match(String(copy.headers['content-disposition']), /attachment/);
  const data = JSON.parse(copy.body) as { pilot: { ident: string }; flights: { flight: { id: string } }[] };
  assert.deepEqual([data.pilot.ident, data.flights[0]?.flight.id], [ada.ident, flight.id]);
  const owner = await web.signIn();
  for (const wanted of ['yes', 'yes', 'no', 'yes']) await web.post(`${url}/erase`, { csrf, wanted }, { cookie });
  const asked = await web.get('/tracker/operator/privacy', { cookie: owner.cookie });
  assert.equal(asked.body.split(`<strong>${ada.ident}</strong>, asked on`).length, 2);
  await web.world.calls.cancel(await web.world.signIn(), { name: null, reason: null });
  const form = { csrf: owner.csrf, ident: ada.ident, again: ada.ident };
  const erased = await web.post('/tracker/operator/privacy/erase', form, { cookie: owner.cookie });
  assert.doesNotMatch(erased.body, /asked on/);
  assert.equal(web.world.journal.readNote('erasure-wishes'), null);
  assert.equal((await web.get(url, { cookie })).statusCode, 303, 'the session is over');
});

test('where the crew center does not keep it, who agreed to be named stands in the journal, until the pilot is erased', async () => {
  const notes = new Map<string, string>();
  const records = {
    readNote: (name: string) => notes.get(name) ?? null,
    async saveNote(name: string, text: string | null) {
      if (text === null) notes.delete(name);
      else notes.set(name, text);
    },
  };
  const wishes = new PilotWishes(records);
  await Promise.all(['7', '8', '7'].map((id) => wishes.setNamed(id, true)));
  assert.deepEqual([wishes.isNamed('7'), wishes.isNamed('9')], [true, false]);
  await wishes.askErasure({ id: '7', ident: 'VMS7' }, 1_000);
  await wishes.askErasure({ id: '7', ident: 'VMS7' }, 2_000);
  assert.deepEqual(new PilotWishes(records).erasures, [{ pilotId: '7', ident: 'VMS7', at: 1_000 }]);
  await wishes.forget('7');
  assert.deepEqual([...notes], [['named-pilots', '["8"]']]);
});
