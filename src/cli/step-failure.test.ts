import assert from 'node:assert/strict';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { applySteps } from '../platform/site/edge-steps.ts';
import { wordsOfStepFailure } from './step-failure.ts';

const user = { uid: 65534, gid: 65534 };
const skip = process.getuid?.() === 0 ? false : 'not checked: only root can give a folder to another user';
const home = mkdtempSync(join(tmpdir(), 'tracker-steps-'));
chmodSync(home, 0o755);
after(() => rmSync(home, { recursive: true }));

function site(name: string): string {
  const folder = join(home, name);
  mkdirSync(join(folder, 'modules'), { recursive: true });
  mkdirSync(join(folder, 'storage'));
  for (const path of [folder, join(folder, 'storage')]) chownSync(path, user.uid, user.gid);
  return folder;
}

function messageOf(act: () => void, folder: string): string {
  try {
    act();
  } catch (error) {
    const said = wordsOfStepFailure(error, folder);
    assert.ok(said instanceof Error);
    return said.message;
  }
  assert.fail('it did not fail');
}

test('as root, a folder of root inside the site is named with what to do, and not "run it as root"', { skip }, () => {
  const folder = site('roots-modules');
  mkdirSync(join(folder, 'storage/new'));
  chownSync(join(folder, 'storage/new'), user.uid, user.gid);
  const steps = [
    { kind: 'write', path: join(folder, 'modules/Tracker/module.json'), bytes: Buffer.of(), why: '' },
    { kind: 'move', path: join(folder, 'storage/new'), to: join(folder, 'modules/Tracker'), why: '' },
  ] as const;
  for (const step of steps) {
    const message = messageOf(() => applySteps([step], folder), folder);
    assert.match(message, /modules belongs to user number 0.*chown -R 65534:65534 \S*\/modules$/, step.kind);
    assert.doesNotMatch(message, /as root/);
  }
});

test('a folder of the owner’s that cannot be written is not another user’s', { skip }, () => {
  const folder = site('read-only');
  chmodSync(join(folder, 'storage'), 0o500);
  const step = { kind: 'write', path: join(folder, 'storage/a'), bytes: Buffer.of(), why: '' } as const;
  const message = messageOf(() => applySteps([step], folder), folder);
  assert.match(message, /^EACCES: permission denied/);
  assert.doesNotMatch(message, /chown|as root/);
});

const trace = Array.from(
  { length: 30 },
  (_, index) => `#${index} /srv/vendor/laravel/Connection.php(70): connect('pass')`,
);
const failures: readonly (readonly [name: string, said: string, kept: RegExp])[] = [
  [
    'php -r, whose trace is long',
    `PHP Fatal error:  Uncaught PDOException: SQLSTATE[HY000] [2002] Connection refused in /srv/Connector.php:70\nStack trace:\n${trace.join('\n')}\n  thrown in /srv/Connector.php on line 70`,
    /SQLSTATE\[HY000\] \[2002\] Connection refused/,
  ],
  [
    'artisan, which frames it',
    `\n   Illuminate\\Database\\QueryException \n\n  SQLSTATE[HY000] [1045] Access denied for user 'va' (SQL: select 1)\n\n  at vendor/laravel/Connection.php:829\n    825| ${'code '.repeat(200)}\n${trace.join('\n')}`,
    /QueryException.*SQLSTATE\[HY000\] \[1045\] Access denied for user 'va'/s,
  ],
  ['a program that says little', 'no such file', /no such file/],
  ['one whose last lines count', `${'progress\n'.repeat(200)}could not write`, /could not write$/],
];
for (const [name, said, kept] of failures)
  test(`what a failing program of the site said is told by the line that counts: ${name}`, () => {
    const folder = join(home, 'program');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'said'), said);
    const command = ['sh', '-c', 'cat said; exit 1'];
    const message = messageOf(() => applySteps([{ kind: 'run', path: '', command, why: '' }], folder), folder);
    assert.match(message.replace(/\nFix the site first.*/s, ''), kept);
    assert.doesNotMatch(message, /'pass'/);
    assert.ok(message.length < 900, `${message.length} characters`);
  });
