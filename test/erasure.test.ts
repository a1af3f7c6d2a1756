import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Secret } from '../src/lib/secret.ts';
import { digest } from '../src/lib/tokens.ts';
import { flightEvent, noFigures, position } from './flown.ts';
import { addEndpoint, local } from './webhooks/receiver.ts';
import { World } from './world.ts';

// Erases a pilot and looks for them in every file below the data directory, as it is while the server runs and after it stopped.

const pilots = {
  '7': { mail: 'ada@demo-air.example', name: 'Ada Keller', ident: 'DMO0001', password: 'demo-pilot' },
  '5': { mail: 'ada@demo-air.example', name: 'Ada Keller', ident: 'DMO0001', password: 'demo-pilot' },
} as const;
const ownWords = 'engine sounded like my old Vespa';
const formerMail = 'ada.before@demo-air.example';
const address = '203.0.113.77';
/** Of others, within which those of the pilot occur. */
const others = { ident: 'DMO00017', mail: 'bada@demo-air.example' };

for (const version of ['7', '5'] as const)
  test(`an erased pilot is in no file of the data directory: embedded, version ${version}`, async () => {
    await using world = await World.with({
      ...local,
      config: { ...local.config, crewCenter: { kind: 'embedded', version } },
    });
    const { mail, name, ident } = pilots[version];
    addEndpoint(world, 'http://127.0.0.1:1');
    await live(world, version);
    await audited(world, [mail, ident, name, formerMail]);
    const key = version === '7' ? keyOf(world, mail) : null;
    const words = [
      mail,
      name,
      ident,
      ownWords,
      formerMail,
      address,
      digest(mail),
      ...(key === null ? [] : [key, digest(key)]),
    ];
    for (const word of words.filter((each) => each !== digest(key ?? '')))
      assert.ok(filesWith(world.directory, word).length > 0, `${word} is stored before`);

    await world.journal.saveAudit({ at: 1, actor: 'x@cli', action: 'y', subject: others.ident, detail: others.mail });
    await world.erasePilot(ident);
    for (const word of words) assert.deepEqual(filesWith(world.directory, word), [], `${word} after the erasure`);
    await world.backup(join(world.directory, 'copy'));
    for (const word of words) assert.deepEqual(filesWith(world.directory, word), [], `${word} in a backup`);
    const kept = await world.journal.listAudit(99);
    assert.ok(kept.some(({ subject, detail }) => subject === others.ident && detail === others.mail));
    await world.restart();
    for (const word of words) assert.deepEqual(filesWith(world.directory, word), [], `${word} after a restart`);
  });

test('a pilot who never flew is erased from the crew center, and from the audit log', async () => {
  await using world = await World.with({});
  const [mail, ident] = ['ben@demo-air.example', 'DMO0002'];
  await audited(world, [mail]);
  await world.erasePilot(ident);
  for (const word of [mail, 'Ben Ortiz']) assert.deepEqual(filesWith(world.directory, word), [], word);
  await assert.rejects(world.erasePilot('XXX9999'), { code: 'not-found' });
});

/** Flies twice: one flight is filed, one is cancelled, with words of the pilot wherever a client may put them. */
async function live(world: World, version: '7' | '5'): Promise<void> {
  const { mail, name, ident, password } = pilots[version];
  const login = (typed: string, secret: string) =>
    world.calls.login({ credential: { kind: 'password', login: typed, password: new Secret(secret) }, address });
  await assert.rejects(login(mail, 'wrong'));
  await assert.rejects(login(ident.toLowerCase(), 'wrong'));
  const { token } = await login(mail, password);
  const session = world.calls.authenticate(token.reveal());
  if (version === '7') {
    const key = new Secret(keyOf(world, mail));
    await world.calls.login({ credential: { kind: 'api-key', apiKey: key }, address });
  }
  const said = { notes: ownWords, log: [ownWords], fields: { remark: ownWords } };
  for (const end of ['finish', 'cancel'] as const) {
    const [bid] = await world.calls.listBids(session);
    assert.ok(bid !== undefined);
    const { flight } = await world.calls.start(session, {
      bidId: bid.id,
      aircraft: null,
      registration: null,
      freeFlight: null,
    });
    for (let seq = 1; seq <= 40; seq++) {
      const at = { seq, lat: 47 + seq / 100 };
      await world.calls.report(session, { name: null, positions: [position(world.clock.now(), at)], opening: null });
      const message = `Welcome ${name} (${ident.toLowerCase()})`;
      await world.calls.recordEvents(session, {
        name: null,
        events: [flightEvent(world.clock.now(), 'note', { seq, message, data: { by: mail } })],
      });
      await world.clock.advance(5_000);
    }
    await world.calls.describe(session, { name: { flightId: flight.flight.id }, said });
    if (end === 'finish')
      await world.calls.finish(session, { name: null, figures: { ...noFigures, ...said }, opening: null });
    else await world.calls.cancel(session, { name: null, reason: ownWords });
    await world.until(async () => ['filed', 'cancelled'].includes((await world.stateOf(flight.flight.id)) ?? ''));
  }
  await world.clock.advance(700_000);
}

/** What operators did, by commands of before: under the address that they typed. */
async function audited(world: World, texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    const entry = { at: world.clock.now(), actor: `${text}@cli`, action: 'pilot-edit', subject: text };
    await world.journal.saveAudit({ ...entry, detail: `asked by ${text.toUpperCase()}, ${text}.` });
  }
}

function keyOf(world: World, mail: string): string {
  return String(
    world.embedded.crewCenter.database.prepare('SELECT api_key FROM users WHERE email = ?').get(mail)?.api_key,
  );
}

/** Names of the files that hold this word, in any case, as bytes. */
function filesWith(directory: string, word: string): readonly string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => withoutOthers(readFileSync(file, 'latin1').toLowerCase()).includes(word.toLowerCase()))
    .map((file) => file.slice(directory.length + 1));
}

function withoutOthers(text: string): string {
  return Object.values(others).reduce((rest, other) => rest.replaceAll(other.toLowerCase(), ''), text);
}
