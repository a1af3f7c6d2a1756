import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WebWorld } from '../../test/web-world.ts';

/** What a page says: its language, title, and the sentence below it. */
function said({ statusCode, body }: { readonly statusCode: number; readonly body: string }) {
  const [, lang = ''] = /<html lang="(\w+)"/.exec(body) ?? [];
  const [, title = '', sentence = ''] = /<h1>([^<]*)<\/h1>\s*<p[^>]*>([^<]*)<\/p>/.exec(body) ?? [];
  return [statusCode, lang, title, sentence];
}

test('an error page is in the language of its visitor, title, sentence and the way on', async () => {
  await using web = await WebWorld.open();
  const german = { 'accept-language': 'de', accept: 'text/html' };
  const none = await web.get('/tracker/nowhere', german);
  assert.deepEqual(said(none), [
    404,
    'de',
    'Seite nicht gefunden',
    'Unter dieser Adresse gibt es keine Seite. Vielleicht ist der Link unvollständig oder veraltet.',
  ]);
  assert.match(none.body, />Zur Live-Karte</);
  assert.deepEqual(said(await web.get('/nowhere', german)), said(none));
  const chosen = { ...german, cookie: 'tracker_view=lang=fr' };
  assert.deepEqual(said(await web.get('/tracker/nowhere', chosen)).slice(0, 3), [404, 'fr', 'Page introuvable']);

  assert.deepEqual(said(await web.get('/tracker/flights/AbCdEfGhIjKlMnOp', german)), [
    404,
    'de',
    'Flug nicht gefunden',
    'Unter dieser Adresse gibt es keinen Flug. Vielleicht ist der Link unvollständig.',
  ]);
  const stranger = { ...german, 'sec-fetch-site': 'cross-site' };
  assert.deepEqual(said(await web.post('/tracker/view', {}, stranger)), [
    403,
    'de',
    'Nicht erlaubt',
    'Dieses Formular wurde von einer anderen Website gesendet.',
  ]);
  const text = { ...german, 'content-type': 'text/plain' };
  const [status, lang, title] = said(await web.post('/tracker/view', {}, text));
  assert.deepEqual([status, lang, title], [415, 'de', 'Anfrage nicht verstanden']);
});

test('what is too large says what a page takes, and nothing of tokens that browsers do not have', async () => {
  await using web = await WebWorld.open();
  const { cookie, csrf } = await web.signIn();
  const large = async (path: string, bytes: number, headers: Record<string, string>) =>
    web.post(path, { csrf, csv: 'x'.repeat(bytes) }, headers);
  const german = await large('/tracker/my/sign-in', 70_000, { 'accept-language': 'de' });
  assert.deepEqual(said(german).slice(0, 3), [413, 'de', 'Zu groß']);
  assert.match(german.body, /höchstens 64 KB an/);
  const english = await large('/tracker/admin/schedules/import', 9_000_000, { cookie });
  assert.deepEqual(said(english), [
    413,
    'en',
    'Too large',
    'What you sent is too large: a page takes at most 8 MB here. Go back, and choose a smaller file or enter less.',
  ]);
  assert.doesNotMatch(english.body, /token in a header|limits/);
});
