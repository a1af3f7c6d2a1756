import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { settings } from '../src/config/settings.ts';
import { tempFolder } from './temp-folder.ts';

const root = join(import.meta.dirname, '..');
const file = 'src/config/settings.ts';
const lastLine = '} as const satisfies Record<string, Setting<unknown>>;';
/** A setting that nothing uses, which is what this is there to find. */
const unused = 'usedByNobody';
const unusedRow = `  ${unused}: setting('config', 'Server', 'TRACKER_NONE', flag, 'false', { title: '', description: '' }),\n`;

/** All rows are left out in one compile: each has another name, so that what uses it does not find it. */
test('no setting can be left out of the table without an error of the compiler: each is used', () => {
  using folder = tempFolder('left-out');
  copySource(folder.path);
  const table = readFileSync(join(root, file), 'utf8').replace(lastLine, unusedRow + lastLine);
  let left: readonly string[] = [...Object.keys(settings), unused];
  // The compiler names five of the members that an object lacks: where there are more, those are left out again by themselves.
  for (let before = Number.POSITIVE_INFINITY; left.length > 1 && left.length < before; ) {
    before = left.length;
    writeFileSync(join(folder.path, file), left.reduce(leaveOut, table));
    const missed = namesMissed(compile(folder.path));
    left = left.filter((name) => !missed.has(name));
  }
  assert.deepEqual(left, [unused]);
});

/** The source without its tests, with what the compiler needs. */
function copySource(folder: string): void {
  const filter = (path: string) => !path.endsWith('.test.ts');
  cpSync(join(root, 'src'), join(folder, 'src'), { recursive: true, filter });
  for (const name of ['node_modules', 'package.json']) symlinkSync(join(root, name), join(folder, name));
  const compilerOptions = { incremental: false, tsBuildInfoFile: null };
  const config = { extends: join(root, 'tsconfig.json'), compilerOptions, include: ['src/**/*.ts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
}

function leaveOut(table: string, name: string): string {
  const row = `\n  ${name}: setting(`;
  assert.ok(table.includes(row), name);
  return table.replace(row, `\n  ${name}LeftOut: setting(`);
}

function compile(folder: string): string {
  // By one checker: each of several would work out for itself what the schemas mean.
  const words = ['-p', folder, '--pretty', 'false', '--checkers', '1'];
  const { stdout, error } = spawnSync(join(root, 'node_modules/.bin/tsc'), words, {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (error !== undefined) throw error;
  return stdout;
}

/** `Property 'x' does not exist …`, `… is missing the following properties from type 'Y': x, y, z`. */
function namesMissed(errors: string): ReadonlySet<string> {
  return new Set(errors.match(/(?<=Property ')\w+(?=')|(?<=missing the following properties[^\n]*[:,] )\w+/g));
}
