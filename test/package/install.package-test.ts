// needs: nothing
import assert from 'node:assert/strict';
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, test } from 'node:test';
import { packedOnce } from './packed-once.ts';

/** The package as a stranger gets it: packed, installed into an empty folder, started by the Node of the machine. */
const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'tracker-package-'));
const ownPath = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((directory) => !directory.includes('node_modules'))
  .join(delimiter);

function run(command: string, args: readonly string[], cwd = folder): SpawnSyncReturns<string> {
  const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, ...env } = process.env;
  return spawnSync(command, args, { cwd, env: { ...env, PATH: ownPath }, encoding: 'utf8', timeout: 240_000 });
}

function succeed(command: string, args: readonly string[], cwd?: string): string {
  const { status, stdout, stderr, error } = run(command, args, cwd);
  assert.equal(status, 0, `${command} ${args.join(' ')}: ${error ?? ''}\n${stdout}\n${stderr}`);
  return stdout;
}

before(async () => {
  const tarball = await packedOnce();
  writeFileSync(join(folder, 'package.json'), '{"name":"stranger","private":true,"type":"module"}');
  succeed('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts', tarball]);
});

after(() => rmSync(folder, { recursive: true, force: true }));

test(`the demo flies with the machine's own Node (${succeed('node', ['--version']).trim()})`, () => {
  const tracker = join(folder, 'node_modules/.bin/tracker');
  const output = succeed(tracker, ['demo', '--once', '--speed', 'max', '--data', join(folder, 'data')]);
  assert.match(output, /PIREP/);
});

test('npx finds the command', () => {
  assert.match(succeed('npx', ['--no-install', 'tracker', '--help']), /serve/);
});

test('the client can be imported, and brings its types', () => {
  const program = `import * as client from 'va-tracker/client'; console.log(Object.keys(client).join());`;
  assert.notEqual(succeed('node', ['--input-type=module', '--eval', program]).trim(), '');
  writeFileSync(
    join(folder, 'use.ts'),
    `import type * as client from 'va-tracker/client';\nexport type Client = typeof client;\n`,
  );
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--types', ''];
  succeed('node', [join(root, 'node_modules/typescript/bin/tsc'), ...options, 'use.ts']);
});

test('every export leads to a file of the package', () => {
  const installed = join(folder, 'node_modules/va-tracker');
  const { exports } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
    exports: Record<string, string | Record<string, string>>;
  };
  for (const target of Object.values(exports).flatMap((each) =>
    typeof each === 'string' ? [each] : Object.values(each),
  )) {
    assert.notEqual(readFileSync(join(installed, target), 'utf8'), '', target);
  }
});
