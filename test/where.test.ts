import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

interface Answer {
  readonly question: string;
  readonly file: string;
  readonly words: readonly string[];
}

function readAnswers(page: string): readonly Answer[] {
  return [...page.matchAll(/^\| (?<question>.+?\?) \| `(?<file>[^`]+)` \| (?<words>.+) \|$/gm)].map(({ groups }) => ({
    question: groups?.question ?? '',
    file: groups?.file ?? '',
    words: [...(groups?.words ?? '').matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ''),
  }));
}

/** Sentences for what is wrong with an answer, `files` being what there is. */
function findFaults({ question, file, words }: Answer, files: (file: string) => string | null): readonly string[] {
  const text = files(file);
  if (text === null) return [`"${question}" leads to ${file}, which does not exist.`];
  if (words.length === 0) return [`"${question}" does not say what to look for.`];
  return words.filter((word) => !text.includes(word)).map((word) => `${file} does not hold \`${word}\`.`);
}

const answers = readAnswers(read('docs/where.md'));

test('every question of docs/where.md leads to a file that answers it', () => {
  const files = (file: string) => (existsSync(join(root, file)) ? read(file) : null);
  assert.deepEqual(
    answers.flatMap((answer) => findFaults(answer, files)),
    [],
  );
});

test('what a newcomer asks is asked there', () => {
  const asked = answers.map((answer) => answer.question.toLowerCase()).join('\n');
  const needed = [
    'server consist of',
    'which urls',
    'response when the flight is closed',
    'block-on',
    'follow `approach`',
    'repeat',
    '`finish` do, in order',
    'written to the embedded crew center for a pirep',
    'must an adapter do',
    'host is down',
    'setting do',
    'map get its data',
    'designed this way',
  ];
  assert.deepEqual(
    needed.filter((words) => !asked.includes(words)),
    [],
  );
});

test('a wrong answer is found', () => {
  const [answer] = readAnswers('| What is it? | `a.ts` | `it`, `that` |\n');
  assert.ok(answer);
  assert.deepEqual(
    findFaults(answer, () => 'it, that'),
    [],
  );
  assert.equal(findFaults(answer, () => null).length, 1);
  assert.deepEqual(
    findFaults(answer, () => 'it'),
    ['a.ts does not hold `that`.'],
  );
  assert.equal(findFaults({ ...answer, words: [] }, () => 'it').length, 1);
});

test('links between the pages lead to files', () => {
  const pages = globSync('{*.md,docs/**/*.md}', { cwd: root });
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
      .map((match) => match[1] ?? '')
      .filter((target) => !existsSync(join(root, dirname(page), target)))
      .map((target) => `${page} links to ${target}`),
  );
  assert.deepEqual(broken, []);
});
