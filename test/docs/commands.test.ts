// alone: it takes long
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commands } from '../../src/cli/commands.ts';
import { freePort } from '../hosts/ports.ts';
import { type Fence, pages, readFences, readPage } from './fences.ts';
import { matches, Shell } from './shell.ts';

/**
 * The commands of the pages. A block `sh` is run here, in an empty folder, each page from its start; `sh server` keeps
 * running until the next one, `sh stop`, or the end of the page; `sh fails` must be refused. The block `text` right below
 * is what is printed. `sh host` needs what is not here: a site, the machine's administrator, the network.
 */
const fences = pages.flatMap((page) => readFences(page, readPage(page)));
const run = ['sh', 'sh server', 'sh stop', 'sh fails'];
const settings = ['nginx', 'apache', 'ini', 'yaml', 'sql'];
const infos = [...run, ...settings, 'sh host', 'text', 'ts', 'js', 'json', 'csv', 'php', 'http'];

test('every block says what it is, so that no command is overlooked', () => {
  const unmarked = fences.filter(({ info }) => !infos.includes(info));
  assert.deepEqual(
    unmarked.map(({ page, line, info }) => `${page}:${line}: \`\`\`${info}`),
    [],
  );
});

for (const page of new Set(fences.filter(isRun).map((fence) => fence.page))) {
  test(`the commands of ${page} do what the page says`, { timeout: 600_000 }, async () => {
    await using shell = new Shell(await freePort());
    let output = '';
    for (const fence of fences.filter((each) => each.page === page)) {
      if (isRun(fence)) output = await runFence(shell, fence);
      else if (fence.info === 'text' && isShown(fence)) requireMatch(fence, output);
    }
  });
}

test('commands that need a host name commands and options that exist', () => {
  const wrong = fences
    .filter(({ info }) => info.startsWith('sh'))
    .flatMap((fence) => faultsOf(fence).map((fault) => `${fence.page}:${fence.line}: ${fault}`));
  assert.deepEqual(wrong, []);
});

test('a block is read with its indent, and a wrong output is noticed', () => {
  const [first, second] = readFences('a.md', '1. Do\n   ```sh\n   ls\n     -l\n   ```\n\n   ```text\n   a …\n   ```\n');
  assert.deepEqual([first?.info, first?.text, second?.follows], ['sh', 'ls\n  -l', true]);
  assert.throws(() => readFences('a.md', '```sh\nls\n'), /no end/);
  assert.ok(matches('one 12 \ntwo\n', 'one …\ntwo'));
  assert.ok(!matches('one\ntwo', 'one'));
  assert.deepEqual(faultsOf({ ...(first as Fence), text: 'sudo tracker flihgts list\ntracker backup --tow x' }), [
    'there is no command flihgts',
    'backup has no option --tow',
  ]);
});

function isRun({ info }: Fence): boolean {
  return run.includes(info);
}

/** Whether the block before it was run. */
function isShown(fence: Fence): boolean {
  const before = fences[fences.indexOf(fence) - 1];
  return fence.follows && before !== undefined && isRun(before);
}

async function runFence(shell: Shell, { page, line, info, text }: Fence): Promise<string> {
  if (info === 'sh server') return shell.serve(text);
  if (info === 'sh stop') await shell.stop();
  const { code, output } = shell.run(text);
  assert.equal(code !== 0, info === 'sh fails', `${page}:${line}: ${text}\nended with ${code}:\n${output}`);
  return output;
}

function requireMatch({ page, line, text }: Fence, output: string): void {
  assert.ok(matches(output, text), `${page}:${line} shows\n${text}\nand this was printed:\n${output}`);
}

const globalOptions = ['--data', '--crew-center', '--listen', '--json', '--help', '--version'];

function faultsOf({ text }: Fence): readonly string[] {
  return [...text.matchAll(/(?:^|sudo |-u \S+ |&& )tracker (?<words>.+)$/gm)].flatMap(({ groups }) => {
    const [name = '', ...words] = (groups?.words ?? '').split(' ');
    if (name.startsWith('--')) return globalOptions.includes(name) ? [] : [`there is no option ${name}`];
    const command = commands.find((each) => each.name === name);
    if (command === undefined) return [`there is no command ${name}`];
    const options = words.filter((word) => /^--[a-z]/.test(word));
    return options
      .filter((option) => !globalOptions.includes(option) && !command.usage.includes(option))
      .map((option) => `${name} has no option ${option}`);
  });
}
