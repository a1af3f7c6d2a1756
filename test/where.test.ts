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

/** A recipe: `- **… a call?** …`, with the files that it names. */
interface Recipe {
  readonly question: string;
  readonly files: readonly string[];
}

function readRecipes(page: string): readonly Recipe[] {
  return [...page.matchAll(/^- \*\*(…[^*]+\?)\*\* ([\s\S]*?)(?=\n- \*\*|\n\n)/gm)].map(
    ([, question = '', text = '']) => ({
      question,
      files: [...text.matchAll(/`((?:src|test|docs|prove)\/[^`]+)`/g)].map((match) => match[1] ?? ''),
    }),
  );
}

/** A part of the page: its heading, the folders and files that belong there, and where its questions lead. */
interface Room {
  readonly name: string;
  readonly paths: readonly string[];
  readonly files: readonly string[];
}

function readRooms(page: string): readonly Room[] {
  return page.split(/^## /m).flatMap((part) => {
    const [name = '', , paths = ''] = part.split('\n');
    const files = readAnswers(part).map(({ file }) => file);
    return files.length === 0
      ? []
      : [{ name, paths: [...paths.matchAll(/`([^`]+)`/g)].map((each) => each[1] ?? ''), files }];
  });
}

/** Questions that lead to a file of another room: that with the longest path. */
function findStrangers({ name, files }: Room, all: readonly Room[]): readonly string[] {
  const fitOf = (file: string, { paths }: Room) =>
    Math.max(0, ...paths.map((path) => (file.startsWith(path) ? path.length : 0)));
  return files
    .filter((file) => {
      const best = all.toSorted((one, other) => fitOf(file, other) - fitOf(file, one))[0];
      return best === undefined || best.name !== name || fitOf(file, best) === 0;
    })
    .map((file) => `${file} stands in "${name}".`);
}

const answers = readAnswers(read('docs/where.md'));
const recipes = readRecipes(read('docs/where.md'));
const rooms = readRooms(read('docs/where.md'));

test('every question of docs/where.md leads to a file that answers it', () => {
  const files = (file: string) => (existsSync(join(root, file)) ? read(file) : null);
  assert.deepEqual(
    answers.flatMap((answer) => findFaults(answer, files)),
    [],
  );
});

/** What a newcomer asked, the words by which the page is searched, and the file that has the answer. */
const asked: readonly (readonly [question: string, words: string, file: string])[] = [
  ['Where do I begin to read the server?', 'server consist of', 'src/server/app.ts'],
  ['What becomes of a position before it is acknowledged?', 'position, step by step', 'src/tracking/report.ts'],
  ['What does the client wait for when it finishes a flight?', '`finish` do, in order', 'src/tracking/finish.ts'],
  ['Where is the code behind a URL of the API?', 'which file answers `post', 'src/contracts/native/start.ts'],
  ['What is answered for a flight that is over?', 'flight is closed', 'src/http/refusal-answers.ts'],
  ['Which states does a flight have, and what leads from one to the other?', 'state', 'src/tracking/flight/state.ts'],
  ['How is the time of block-on found?', 'block-on', 'src/tracking/figures/fold.ts'],
  ['What if the crew center does not answer?', 'host is down', 'src/tracking/delivery/health.ts'],
  ['What if the server is killed in the middle of filing?', 'after a crash', 'src/tracking/sweep/intents.ts'],
  ['What is written into a phpVMS 5 for a PIREP?', 'written into a phpvms 5', 'src/platform/phpvms5/insert-pirep.ts'],
  ['How do I teach the server a crew center of my own?', '… a crew center?', 'src/platform/open.ts'],
  ['How do I add a field to positions?', '… a field of a position?', 'src/tracking/position/position.ts'],
  ['How do I add a setting?', '… a setting of the server?', 'src/config/settings.ts'],
  ['How do I add a page for operators?', '… a page?', 'src/web/operator/routes.ts'],
  ['Why is there no ORM, no build step, no native module?', 'designed this way', 'docs/decisions/README.md'],
];

test('fifteen questions of a newcomer are found by their words, and lead to the file that answers', () => {
  assert.ok(asked.length >= 15);
  for (const [question, words, file] of asked) {
    const found = [...answers, ...recipes].filter((each) => each.question.toLowerCase().includes(words));
    const files = found.flatMap((each) => ('files' in each ? each.files : [each.file]));
    assert.ok(files.includes(file), `"${question}", searched by "${words}", leads to ${files.join(', ') || 'nothing'}`);
  }
});

test('each thing that is often added has a recipe, whose files exist', () => {
  const added = [
    ...['call', 'setting of the server', 'setting of the crew center', 'event for webhooks', 'field of a position'],
    ...['refusal', 'page', 'language', 'migration', 'command', 'contract', 'crew center', 'proof'],
  ];
  const names = recipes.map(({ question }) => question.replace(/^… an? /, '').replace(/\?$/, ''));
  assert.deepEqual(names, added);
  const missing = recipes.flatMap(({ files }) => files.filter((file) => !existsSync(join(root, file))));
  assert.deepEqual(missing, []);
  for (const { question, files } of recipes) assert.ok(files.length > 0, question);
});

test('every question stands in its room', () => {
  assert.ok(rooms.length >= 20);
  assert.deepEqual(
    rooms.flatMap((room) => findStrangers(room, rooms)),
    [],
  );
  const core = { name: 'The core', paths: ['src/tracking/'], files: ['src/tracking/a.ts', 'src/tracking/flight/b.ts'] };
  const flight = { name: 'A flight', paths: ['src/tracking/flight/'], files: ['src/lib/c.ts'] };
  assert.deepEqual(findStrangers(core, [core, flight]), ['src/tracking/flight/b.ts stands in "The core".']);
  assert.deepEqual(findStrangers(flight, [core, flight]), ['src/lib/c.ts stands in "A flight".']);
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
