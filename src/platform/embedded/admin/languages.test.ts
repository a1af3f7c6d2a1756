import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WebWorld } from '../../../../test/web-world.ts';

/** Words of frames, forms and lists that neither German nor French has. */
const words =
  'Save|Search|Add|Remove|Edit|Accept|Reject|Refuse|Show|Sort|Previous|Next|Back|Apply|Choose|Enter|Sign|Language|Settings|Rules|Schedules|Fleet|Pilots|Bids|News|State|From|Until|None|the|and|with|which|this|not|are|has|only';
const isEnglish = new RegExp(`\\b(?:${words})\\b`, 'g');

/** What a page writes itself: not the crew center's data, nor what is marked as English. */
function writtenBy(body: string): string {
  const own = body
    .replaceAll(/<select name="lang">.*?<\/select>/gs, '')
    .replaceAll(/<((?!html)\w+)\b[^>]*? (?:lang="en"|dir="auto")[^>]*>.*?<\/\1>/gs, '')
    .replaceAll(/<(?:code|textarea|title)\b.*?<\/(?:code|textarea|title)>/gs, '');
  const attributes = [...own.matchAll(/ (?:aria-label|placeholder|title)="([^"]*)"/g)].map(([, text]) => text);
  return [own.replaceAll(/<[^>]*>/g, ' '), ...attributes].join(' ');
}

test('every page of the admin area is in the language of its reader, but for what is marked as English', async () => {
  await using web = await WebWorld.open();
  const { cookie } = await web.signIn();
  const read = async (path: string, lang: string) => web.get(`/tracker/${path}`, { cookie, 'accept-language': lang });
  const linked = ({ body }: { readonly body: string }) =>
    [...body.matchAll(/href="(?:\.\.?\/)*((?:admin|update)[^"?#]*)"/g)].map(([, path = '']) => path);
  const menu = linked(await read('admin/pireps', 'en'));
  const further = await Promise.all(menu.map(async (path) => linked(await read(path, 'en'))));
  const paths = new Set([...menu, ...further.flat()]);
  // Pages of menus, of one pilot, and of files.
  for (const path of ['admin/settings', 'admin/pilots/1', 'admin/fleet/import', 'update'])
    assert.ok(paths.has(path), path);

  assert.match(writtenBy((await read('admin/pilots', 'en')).body), isEnglish, 'the words are those of pages');
  for (const path of paths)
    for (const lang of ['de', 'fr']) {
      const { statusCode, body } = await read(path, lang);
      assert.deepEqual([statusCode, /<html lang="(\w+)"/.exec(body)?.[1]], [200, lang], path);
      assert.deepEqual([...new Set(writtenBy(body).match(isEnglish))], [], `${lang} ${path}`);
    }
});

test('what is wrong with a form of the admin area is said in the language of its reader', async () => {
  await using web = await WebWorld.open();
  const { cookie, csrf } = await web.signIn();
  const send = async (path: string, form: Record<string, string>, lang: string) =>
    (await web.post(`/tracker/admin/${path}`, { csrf, ...form }, { cookie, 'accept-language': lang })).body;
  const cases: readonly (readonly [string, Record<string, string>, string, string])[] = [
    ['news', { title: '', body: 'x' }, 'de', 'Titel: Geben Sie 1 bis'],
    ['fleet/aircraft', { registration: '', type: 'A320' }, 'de', 'Kennzeichen: Geben Sie 1 bis 10 Buchstaben'],
    ['airlines', { icao: '?', name: 'Air' }, 'de', 'ICAO-Code: Geben Sie 2 bis 5 Buchstaben und Ziffern ein.'],
    ['pilots', { name: '', email: 'x', password: 'x' }, 'fr', 'Nom : entrez un nom.'],
  ];
  for (const [path, form, lang, said] of cases) {
    const body = await send(path, form, lang);
    const notices = [...body.matchAll(/<p class="notice bad"[^>]*>(.*?)<\/p>/gs)]
      .map(([, text = '']) => text)
      .join(' ');
    assert.ok(notices.includes(said), `${path}: ${notices}`);
  }
});
