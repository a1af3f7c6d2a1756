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
