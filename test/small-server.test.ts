import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { heapEnvironment, heapOptions, smallEnvironment, smallOptions } from '../bin/heap-options.js';

const program = join(import.meta.dirname, '../bin/tracker.js');
/** Says of each start of Node who it is and what it was given. */
const report = `data:text/javascript,${encodeURIComponent(
  'process.stderr.write(JSON.stringify({pid:process.pid,options:process.execArgv,env:process.env})+"\\n")',
)}`;

interface Start {
  readonly pid: number;
  readonly options: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

function startsOf(...args: readonly string[]): readonly [readonly Start[], number | undefined] {
  const env = { PATH: process.env.PATH ?? '', NODE_OPTIONS: `--import=${report}` };
  const run = spawnSync(process.execPath, [program, ...args, '--help'], { env, encoding: 'utf8' });
  const lines = run.stderr.split('\n').filter((line) => line.startsWith('{"pid"'));
  return [lines.map((line) => JSON.parse(line) as Start), run.pid];
}

for (const [args, options, environment] of [
  [['serve'], heapOptions, heapEnvironment],
  [['serve', '--place', '/home/va/tracker'], smallOptions, smallEnvironment],
  [['serve', '--place=/home/va/tracker'], smallOptions, smallEnvironment],
] as const) {
  test(`${args.join(' ')} becomes a Node with its own options, in the process that was started`, () => {
    const [starts, pid] = startsOf(...args);
    assert.deepEqual(
      starts.map((start) => start.pid),
      [pid, pid],
    );
    const [, last] = starts;
    assert.deepEqual(last?.options.slice(0, options.length), options);
    for (const [name, value] of Object.entries(environment)) assert.equal(last?.env[name], value, name);
  });
}

test('a command that serves nobody starts once', () => {
  const [starts] = startsOf('flights', '--place=/home/va/tracker');
  assert.equal(starts.length, 1);
});
