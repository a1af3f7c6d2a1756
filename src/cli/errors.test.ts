import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { run } from '../../test/command-line.ts';
import { commands } from './commands.ts';
import { formName } from './help.ts';

const folder = mkdtempSync(join(tmpdir(), 'cli-errors-'));
after(() => rmSync(folder, { recursive: true }));
const data = join(folder, 'data');
const noFolder = join(folder, 'file');
writeFileSync(noFolder, 'x');

/** What to do next: another command, or an instruction that begins or ends the message. */
const nextStep =
  /tracker [a-z-]+|--[a-z]|(?:^|[.:;,)] )(?:Give|Name|Choose|Enter|Use|Check|Correct|Free|Reload|Try|Set|Install|Start|Stop|Run|Add|Restore|Put|first|run|use|set|enter|give)\b/;

/** What a word of this name is in a call that must fail. */
const wrongWord: Readonly<Record<string, string>> = {
  FOLDER: join(noFolder, 'below'),
  FILE: join(noFolder, 'below'),
  PATH: join(folder, 'missing'),
  TITLE: ' ',
};

/** Forms that never end, or that take any words. */
const accepts = new Set(['serve', 'demo']);

interface Case {
  readonly name: string;
  readonly words: readonly string[];
}

/** Every form of every command with words that name nothing, one word too many, and an option that there is not. */
function everyError(): readonly Case[] {
  return commands.flatMap(({ name, forms }) =>
    forms.flatMap((form): readonly Case[] => {
      const words = formName(name, form).split(' ');
      const given = (form.positionals ?? []).map((each) => wrongWord[each.replace(/[?*]$/, '')] ?? 'no-such-thing');
      const options = Object.entries(form.options ?? {}).flatMap(([option, { required }]) =>
        required === true || (form.name === 'edit' && option === 'name') ? [`--${option}`, 'x'] : [],
      );
      const tooMany =
        form.positionals?.at(-1)?.endsWith('*') === true ? [] : [[...words, ...given, ...options, 'more']];
      const unknownThing = given.length === 0 || accepts.has(name) ? [] : [[...words, ...given, ...options]];
      return [...tooMany, ...unknownThing, [...words, '--frobnicate']].map((all) => ({
        name: all.join(' '),
        words: all,
      }));
    }),
  );
}

const others: readonly Case[] = [
  ...['frobnicate', 'filghts', 'flights shwo', 'serve --listen', 'pilot add', 'pireps --limit 0'],
  ...[
    'pireps --state lost',
    'audit --limit x',
    'settings set client_token x',
    'fly http://x --speed slow',
    'sessions end',
  ],
  ...['demo --phpvms 6', `install ${folder} --site x`, 'serve --listen nowhere', 'flights --crew-center /nowhere'],
].map((words) => ({ name: words, words: words.split(' ') }));

test('a crew center to ask', async () => assert.equal((await run(['migrate', '--data', data])).code, 0));

for (const { name, words } of [...everyError(), ...others])
  test(`one line with the next step, and with --json one document with a code: ${name.replaceAll(folder, '…')}`, async () => {
    const text = await run(
      [...words, '--data', data].filter((word, at, all) => !(word === '--data' && all[at - 1] === '--data')),
    );
    assert.notEqual(text.code, 0);
    assert.equal(text.out, '', 'on standard error');
    assert.doesNotMatch(text.err, /\n/, 'one line');
    assert.match(text.err, nextStep);
    const { code, out, err } = await run(['--json', ...words, ...(words.at(-1) === '--data' ? [] : ['--data', data])]);
    assert.equal(code, text.code, 'the exit code is the same');
    assert.equal(err, '');
    const { error } = JSON.parse(out);
    assert.equal(error.message, text.err);
    assert.match(error.code, /^[a-z]+(-[a-z]+)*$/);
  });

test('without data the error says so in both forms', async () => {
  const { code, out } = await run(['--json', 'flights', '--data', join(folder, 'missing')]);
  assert.deepEqual([code, JSON.parse(out).error.code], [1, 'failed']);
});

test('the fields of a refusal are in the document', async () => {
  const { out } = await run(['--json', 'airline', 'add', 'x!', 'Name', '--data', data]);
  const { error } = JSON.parse(out);
  assert.equal(error.code, 'invalid');
  assert.deepEqual(Object.keys(error.fields), ['icao']);
});

test('the version and the help are documents too', async () => {
  assert.match(JSON.parse((await run(['--json', '--version'])).out).version, /^\d+\.\d+\.\d+/);
  assert.match(JSON.parse((await run(['--json', 'flights', '--help'])).out).help, /^Usage: tracker flights/);
});
