import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { languages, wordingOf } from './languages.ts';
import { isTranslated, sayDetail, translate } from './sentences.ts';

const src = join(import.meta.dirname, '../..');
const german = wordingOf('de');

test('a sentence of a refusal is said in the language of its reader, with what stands in it', () => {
  const cases = [
    ['You have no such bid.', 'Sie haben keine solche Buchung.'],
    ['The airport LSZH is retired.', 'Der Flughafen LSZH wird nicht mehr angeflogen.'],
    ['HB-JLP (A320) is at LSZH, not at EDDF.', 'HB-JLP (A320) ist in LSZH, nicht in EDDF.'],
    ['HB-JLP (A320) is at no airport, not at EDDF.', 'HB-JLP (A320) ist an keinem Flughafen, nicht in EDDF.'],
    ['Name: enter a name.', 'Name: Geben Sie einen Namen ein.'],
    [
      'Home airport: there is no airport ZZZZ. Enter its ICAO code.',
      'Heimatflughafen: Es gibt keinen Flughafen ZZZZ. Geben Sie seinen ICAO-Code ein.',
    ],
    ['ICAO code: enter 2 to 5 letters and digits.', 'ICAO-Code: Geben Sie 2 bis 5 Buchstaben und Ziffern ein.'],
    ['Word: enter what nobody has heard.', 'Word: enter what nobody has heard.'],
    ['PIREP 7 is already accepted.', 'Über PIREP 7 ist schon entschieden: angenommen.'],
    ['A sentence that nobody has heard.', 'A sentence that nobody has heard.'],
    ['', ''],
  ] as const;
  for (const [sentence, said] of cases) {
    assert.equal(translate(german, sentence), said);
    assert.equal(translate(wordingOf('en'), sentence), sentence);
  }
  const long = `The airport ${'x'.repeat(2_000)} is retired.`;
  assert.equal(translate(german, long), long);
});

test('of several fields each is said, and together they are the whole', () => {
  const fields = { level: 'Enter a flight level, such as 350.', name: 'Choose an aircraft.' };
  const message = Object.values(fields).join(' ');
  assert.deepEqual(sayDetail(german, { message, fields }), {
    message: 'Geben Sie eine Flugfläche wie 350 ein. Wählen Sie ein Flugzeug.',
    fields: { level: 'Geben Sie eine Flugfläche wie 350 ein.', name: 'Wählen Sie ein Flugzeug.' },
  });
  assert.deepEqual(sayDetail(german, { message: 'Choose an aircraft.' }), {
    message: 'Wählen Sie ein Flugzeug.',
    fields: {},
  });
});

test('every sentence that is translated is one that the server says', () => {
  const source = read(['**/*.ts'])
    .flatMap((text) => [plain(text), text])
    .join('\n');
  const gone = Object.entries(languages.en?.texts ?? {}).filter(
    ([key, text]) => key.startsWith('no.') && typeof text === 'string' && !source.includes(plain(text)),
  );
  assert.deepEqual(gone, []);
});

test('every refusal of the pages of visitors and pilots is translated', () => {
  const said = read([
    'web/**/*.ts',
    'platform/embedded/desk/*.ts',
    'platform/embedded/{fleet,bids,schedule-obstacle}.ts',
  ])
    .flatMap((text) => [...text.matchAll(/Refusal\('[\w-]+', \{\s*message:\s*('[^'\n]+'|`[^`]+`)/g)])
    .map(([, text = '']) => text.slice(1, -1).replaceAll(/\$\{[^}]+\}/g, '7'));
  assert.ok(said.length > 30, `${said.length} are found`);
  assert.deepEqual(
    said.filter((text) => !isTranslated(text)),
    [],
  );
});

/** A text as it is looked for: what stands in it is one sign, whether a template of code or of texts has it. */
function plain(text: string): string {
  return text.replaceAll(/\$\{[^}]*(?:\}[^`'\n ]*)?\}|\{\w+\}/g, '{}').replaceAll("\\'", "'");
}

/** Those of the API are for programs, which read English. */
function read(paths: readonly string[]): readonly string[] {
  const files = globSync(paths as string[], { cwd: src }).filter(
    (path) => !path.endsWith('.test.ts') && !/texts[/\\]|web[/\\]api[/\\]/.test(path),
  );
  return files.map((path) => readFileSync(join(src, path), 'utf8'));
}
