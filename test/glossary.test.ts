import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** A word of ARCHITECTURE.md, and the files and folders where it is at home. */
interface Word {
  readonly word: string;
  readonly homes: readonly string[];
}

function readWords(page: string): readonly Word[] {
  return [...page.matchAll(/^\| \*\*(\w+)\*\* \| .+ \| (.+) \|$/gm)].map(([, word = '', homes = '']) => ({
    word,
    homes: [...homes.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ''),
  }));
}

/** Files that bear the word in their name, also in the plural, and stand in none of its homes. */
function findStrangers({ word, homes }: Word, files: readonly string[]): readonly string[] {
  const named = new RegExp(`(?:^|-)${word.replace(/y$/, '(?:y|ie)')}s?(?:-|\\.)`);
  return files.filter((file) => named.test(basename(file)) && !homes.some((home) => file.startsWith(home)));
}

const page = read('ARCHITECTURE.md');
const [terms = '', further = ''] = page.split('## Further words');
const files = globSync('src/**/*.{ts,js,eta,php}', { cwd: root });

test('each word of ARCHITECTURE.md is explained once, and leads to what there is', () => {
  const words = readWords(page);
  assert.ok(words.length >= 25, `${words.length} words`);
  assert.equal(new Set(words.map(({ word }) => word)).size, words.length);
  const gone = words.flatMap(({ homes }) =>
    homes.filter((home) => !home.includes('<') && !existsSync(join(root, home))),
  );
  assert.deepEqual(gone, []);
  for (const { word, homes } of words) assert.ok(homes.length > 0, `${word} stands nowhere`);
  assert.equal(readWords(terms).length, 9);
});

test('a further word of the house names nothing outside its homes', () => {
  const strangers = readWords(further).flatMap((word) => findStrangers(word, files));
  assert.deepEqual(strangers, []);
  const desk = { word: 'desk', homes: ['src/platform/'] };
  assert.deepEqual(findStrangers(desk, ['src/platform/desk.ts', 'src/web/check-desk.ts', 'src/web/desktop.ts']), [
    'src/web/check-desk.ts',
  ]);
  assert.deepEqual(findStrangers({ word: 'duty', homes: ['src/a/'] }, ['src/a/duty.ts', 'src/b/duties.ts']), [
    'src/b/duties.ts',
  ]);
});
