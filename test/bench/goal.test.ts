// alone: it measures what its process computes
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { benches } from '../../bench/benches.ts';
import { type Aim, goalLine, judge } from '../../bench/goal.ts';
import { threadSeconds } from '../../bench/measure.ts';
import { areDisturbed, byTurns, type Sample } from '../../bench/sample.ts';
import { shortRounds, shortRoundsWithout } from '../../bench/short-rounds.ts';
import { spreadOf } from '../../bench/spread.ts';
import { readPartName } from '../verify/plan.ts';

const atLeast: Aim = { goal: 'G1', what: 'ours ÷ theirs', kind: 'at least', aim: 0.8, short: 0.7 };
const atMost: Aim = { ...atLeast, kind: 'at most', aim: 1.4, short: 1.4 };

describe('the verdict of a bench', () => {
  const cases: readonly (readonly [string, Aim, readonly number[], string, boolean])[] = [
    ['rounds that agree', atLeast, [0.78, 0.8, 0.81, 0.79, 0.82], 'met', false],
    ['rounds that agree it is missed', atLeast, [0.5, 0.52, 0.51, 0.49, 0.5], 'missed', false],
    ['rounds on both sides', atLeast, [0.66, 0.72, 0.71, 0.69, 0.74], 'undecided', false],
    ['far apart, all on the good side', atLeast, [0.8, 1.3, 0.9, 1.1, 0.75], 'met', true],
    ['far apart, all on the bad side', atMost, [1.5, 2.6, 1.9, 3.1, 1.6], 'missed', true],
    ['one stray round of nine', atLeast, [0.8, 0.81, 0.79, 0.82, 0.3, 0.8, 0.78, 0.8, 0.81], 'met', false],
    ['one stray round of five', atLeast, [0.8, 0.81, 0.79, 0.82, 0.3], 'undecided', true],
    ['one round', atMost, [1.2], 'met', false],
    ['two rounds say little', atLeast, [0.8, 0.8], 'met', true],
  ];
  for (const [name, aim, values, verdict, isNoisy] of cases) {
    it(`${name}: ${verdict}`, () => {
      const goal = judge(aim, values);
      assert.deepEqual({ verdict: goal.verdict, isNoisy: goal.isNoisy }, { verdict, isNoisy });
      assert.equal(goalLine(goal).includes('not to be believed'), isNoisy);
    });
  }

  it('is none at all when others used the machine, however well the rounds agree', () => {
    const { verdict } = judge(atLeast, [0.8, 0.81, 0.8], true);
    assert.equal(verdict, 'not to be believed');
    const sample = (othersCores: number) => ({ othersCores }) as Sample;
    assert.deepEqual(
      [areDisturbed([sample(0.9), sample(0.3)]), areDisturbed([sample(0.5), sample(0.1)])],
      [true, false],
    );
  });

  it('leaves out one value at each end from eight rounds on, two from eleven', () => {
    const upTo = (count: number) => spreadOf(Array.from({ length: count }, (_, index) => index + 1)).interval;
    assert.deepEqual(
      [upTo(5), upTo(7), upTo(8), upTo(10), upTo(11)],
      [
        [1, 5],
        [1, 7],
        [2, 7],
        [2, 9],
        [3, 9],
      ],
    );
  });
});

describe('a round of a bench', () => {
  it('takes its samples in the opposite order every other time', async () => {
    const taken: string[] = [];
    const take = (name: string) => async () => void taken.push(name);
    for (const round of [1, 2]) await byTurns(round, { one: take('one'), two: take('two') });
    assert.deepEqual(taken, ['one', 'two', 'two', 'one']);
  });

  it('counts the CPU of the main thread among that of all', () => {
    const { main, all } = threadSeconds(process.pid);
    assert.ok(main > 0 && all >= main);
  });
});

describe('npm run bench', () => {
  const main = join(import.meta.dirname, '../../bench/main.ts');

  it('says its benches and options', () => {
    assert.match(
      execFileSync(process.execPath, [main, '--help'], { encoding: 'utf8' }),
      /positions .*\n[\s\S]*--cores apart/,
    );
  });

  it('runs a short round only of what has one, and says when a bench cannot run', () => {
    // What it loads of the tests would take itself for one.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const run = (...words: readonly string[]) =>
      spawnSync(process.execPath, [main, ...words], { encoding: 'utf8', env });
    const { status, stdout } = run('journal', '--short');
    assert.deepEqual([status, /^1 ran, 2 goals/.test(stdout)], [0, true]);
    assert.equal(run('phpvms7', '--short').status, 2);
    assert.equal(run('core-clients', '--short', '--site', 'http://127.0.0.1:9', '--key', '/nowhere').status, 1);
  });

  it('has a short round of every bench but that of a site of somebody, and leaves out what needs a part that is', () => {
    const without = Object.keys(benches).filter((name) => shortRounds[name] === undefined);
    assert.deepEqual(without, ['phpvms7']);
    for (const [name, parts] of Object.entries(shortRounds)) {
      assert.ok(benches[name], name);
      for (const part of parts) assert.ok(readPartName(part, name));
    }
    const { names, leftOut } = shortRoundsWithout(new Set(['chromium', 'galera']));
    assert.deepEqual(leftOut, ['journal --on mysql', 'map-page', 'pages']);
    assert.equal(names.length + leftOut.length, Object.keys(shortRounds).length);
  });
});
