import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { builtProgram } from '../../test/built-program.ts';
import { toTable } from './table.ts';

const { main } = await builtProgram();
const run = (...args: readonly string[]) => spawnSync(process.execPath, [main, ...args], { encoding: 'utf8' });

test('what is printed cannot steer the terminal: the command line itself, and every cell of a table', () => {
  const { status, stderr } = run('\u001b[2J');
  assert.equal(status, 2);
  assert.match(stderr, /^There is no command "\\u001b\[2J"/);
  assert.equal(
    toTable(['PHASE', 'TO'], [['\u001b]0;x\u0007\nforged', 'MMUN']], null).split('\n')[1],
    '\\u001b]0;x\\u0007\\u000aforged  MMUN',
  );
});
