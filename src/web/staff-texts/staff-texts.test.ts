import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { WebWorld } from '../../../test/web-world.ts';

const src = join(import.meta.dirname, '../..');
const templates = [
  'web/{operator,access}/**/*.eta',
  'web/layout.eta',
  'lib/lists/*.eta',
  'platform/embedded/admin/views/*.eta',
];

/** Templates that are still in English alone. */
const english: readonly string[] = [];

test('no page of the staff has words of its own: they are texts, in every language', () => {
  const paths = globSync(templates, { cwd: src });
  const words = new Map(paths.map((path) => [path, wordsIn(readFileSync(join(src, path), 'utf8'))]));
  const found = paths.filter((path) => (words.get(path) ?? []).length > 0);
  const added = found.filter((path) => !english.includes(path)).map((path) => [path, words.get(path)]);
  assert.deepEqual(added, [], 'words of their own');
  assert.deepEqual(
    english.filter((path) => !found.includes(path)),
    [],
    'they are no exceptions any more',
  );
});

test('words are found between tags, in what readers hear and see of attributes, and in code', () => {
  const cases: readonly (readonly [template: string, words: readonly string[]])[] = [
    ['<p>Sign in</p>', ['Sign in']],
    ["<p><%= it.say('menu.start') %>: <%= count %></p>", []],
    ['<td data-label="Pilot"><%= pilot %></td>', ['Pilot']],
    ['<input placeholder="no end" name="days">', ['no end']],
    ['<input placeholder="VMS0002"><input placeholder="https://example.org/hook">', []],
    ["<%= isOn ? 'It is on' : '' %>", ['It is on']],
    ["<% const badge = { open: 'live' }; %><td class=\"<%= isNew ? 'badge live' : '' %>\">", []],
    ['<p>tried <code>tracker check</code></p>', ['tried']],
    ['<p><%= at %> UTC, <%= size %> kB</p>', []],
  ];
  for (const [template, words] of cases) assert.deepEqual(wordsIn(template), words, template);
});

test('a member of the staff reads the pages in the language of the browser, or in the one that was chosen', async () => {
  await using web = await WebWorld.open();
  const { cookie } = await web.signIn();
  const cases = [
    [{}, 'en', '>Flights</a>', '<strong>0</strong> pilots ask to be erased'],
    [{ 'accept-language': 'de' }, 'de', '>Flüge</a>', '<strong>0</strong> Piloten bitten um Löschung'],
    [{ 'accept-language': 'fr' }, 'fr', '>Vols</a>', '<strong>0</strong> pilote demande à être effacé'],
  ] as const;
  for (const [headers, lang, ...texts] of cases) {
    const { body } = await web.get('/tracker/operator/', { ...headers, cookie });
    for (const text of [`<html lang="${lang}"`, ...texts]) assert.ok(body.includes(text), `${lang}: ${text}`);
  }
  const { body } = await web.get('/tracker/operator/', { cookie: `${cookie}; tracker_view=lang=fr` });
  assert.ok(body.includes('<html lang="fr"'), 'chosen');
});

test('each page is there in each language, and shows texts, not their keys', async () => {
  await using web = await WebWorld.open();
  const { cookie } = await web.signIn();
  const pages = [
    ...[
      '',
      'in-progress',
      'ended',
      'outbox',
      'sessions',
      'review',
      'staff',
      'account',
      'account/second-factor',
      'audit',
    ],
    ...[
      'webhooks',
      'api-keys',
      'backups',
      'privacy',
      'rules',
      'rules/edit?from=standard',
      'rules/use?set=none',
      'safety',
    ],
  ];
  for (const lang of ['en', 'de', 'fr'])
    for (const page of pages) {
      const { statusCode, body } = await web.get(`/tracker/operator/${page}`, { cookie, 'accept-language': lang });
      assert.equal(statusCode, 200, page);
      assert.ok(body.includes(`<html lang="${lang}"`), page);
      assert.deepEqual(body.match(/>[a-z]+\.[a-z-]+<|undefined/g), null, `${lang} ${page}`);
    }
});

/** Read aloud, or seen. */
const spoken = /\s(?:aria-label|placeholder|title|alt|data-label)="([^"]*)"/g;
/** The same in every language. */
const names = /\b(?:UTC|PIREPs?|API|CSV|JSON|ICAO|GET|POST|kB|MB|ms|min|https?:\S*|[A-Z]{2,}\d+)(?![\w’])/g;

/** Returns the words of a template that are no texts. */
function wordsIn(template: string): readonly string[] {
  const code = [...template.matchAll(/<%[\s\S]*?%>/g)].join('\n');
  const html = template.replaceAll(/<%[\s\S]*?%>/g, '').replaceAll(/<(code|kbd)>.*?<\/\1>/g, '');
  const attributes = [...html.matchAll(spoken)].map(([, text = '']) => text);
  const between = html.replaceAll(/<[^>]*>/g, '\n').split('\n');
  const quoted = [...code.matchAll(/'([^'\n]*)'/g)].map(([, text = '']) => text).filter(isSentence);
  return [...between, ...attributes, ...quoted].map((text) => text.trim()).filter(hasWords);
}

const hasWords = (text: string) => /\p{L}{2,}/u.test(text.replaceAll(names, ''));
/** A class or a name in code is in small letters, without a verb. */
const isSentence = (text: string) =>
  /^\s*[A-Z][a-z]+(?: |$)|\w (?:is|are|was|the|of|to|no|by|not)\b|^(?:is|are|was|the|of|to|no|by|not) /.test(text) &&
  !/<|^\.\/|^[a-z]+\.[a-z-]*$/.test(text);
