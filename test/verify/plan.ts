import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shortRoundsWithout } from '../../bench/short-rounds.ts';
import type { Step } from './run-step.ts';
import { gather, inEqualParts, loadTogether } from './together.ts';

/** Real programs that suites need. What finds or installs each lies with the suites, in `test/hosts/parts.ts`. */
export const partNames = [
  'mariadb',
  'galera',
  'php',
  'web-server',
  'chromium',
  'firefox',
  'minisign',
  'prometheus',
  'redis',
  'mosquitto',
] as const;
export type PartName = (typeof partNames)[number];

export interface Plan {
  /** Lanes run side by side: what needs no program of others, what needs a browser, and what needs another program, with the proofs. */
  readonly lanes: readonly [readonly Step[], ...(readonly Step[])[]];
  /** What is not run, because a part was left out. */
  readonly leftOut: readonly string[];
}

const node = process.execPath;
const suites = ['test/hosts/**/*.host-test.ts', 'test/pages/**/*.page-test.ts', 'test/package/**/*.package-test.ts'];

/** The whole proof, in the first lane the cheapest first. A suite says in its first line what it needs: `// needs: mariadb, php`, or `// needs: nothing`. */
export function makePlan(root: string, without: ReadonlySet<PartName>): Plan {
  const files = suites.flatMap((pattern) => globSync(pattern, { cwd: root })).sort();
  const needs = new Map(files.map((file) => [file, readNeeds(file, readFileSync(join(root, file), 'utf8'))]));
  const isOut = (file: string) => needs.get(file)?.some((part) => without.has(part)) === true;
  const filesOf = (lane: Lane) => files.filter((file) => !isOut(file) && laneOf(needs.get(file) ?? []) === lane);
  const stepsOf = (lane: Lane) => filesOf(lane).map(suiteStep);
  const tests = gather(root);
  const inBrowser = Map.groupBy(filesOf('browser'), (file) =>
    file.endsWith('.page-test.ts') && needs.get(file)?.join() === 'chromium' ? 'shared' : 'alone',
  );
  const leave = without.size === 0 ? [] : ['--without', [...without].join()];
  return {
    lanes: [
      [
        { name: 'linter', command: ['npm', 'run', '--silent', 'lint'], counts: false, minutes: 5 },
        { name: 'types', command: ['npm', 'run', '--silent', 'types'], counts: false, minutes: 5 },
        { name: 'generated files', command: [node, 'build/generate.ts', '--check'], counts: false, minutes: 1 },
        {
          name: 'npm test',
          command: [node, '--test', '--test-concurrency=2', ...tests],
          counts: true,
          // Some five minutes by itself on two cores; the other lanes take their share of them meanwhile.
          minutes: 40,
          fileMinutes: 15,
          isInMemory: true,
        },
        // One short round of each: figures are not judged.
        { name: 'benches', command: [node, 'bench/main.ts', '--short', ...leave], counts: false, minutes: 15 },
        ...stepsOf('nothing'),
      ],
      // What takes minutes first: begun last, it would leave a processor without work.
      [...pagesSteps(root, inBrowser.get('shared') ?? []), ...(inBrowser.get('alone') ?? []).map(suiteStep)],
      [...stepsOf('program'), ...proofs.filter((name) => name !== 'once' || !without.has('mariadb')).map(proofStep)],
    ],
    leftOut: [
      ...shortRoundsWithout(without).leftOut.map((name) => `bench ${name}`),
      ...(without.has('mariadb') ? ['once'] : []),
      ...files.filter(isOut),
    ],
  };
}

/** Of these, `once` needs MariaDB. */
const proofs = [
  'once',
  'durability',
  'simulate',
  'simulate-cluster',
  'access',
  'secrets',
  'fuzz',
  'outage',
  'restart',
  'soak',
  'soak-fleet',
  'mutants',
];

type Lane = 'nothing' | 'browser' | 'program';

function laneOf(needs: readonly PartName[]): Lane {
  if (needs.length === 0) return 'nothing';
  return needs.some((part) => part === 'chromium' || part === 'firefox') ? 'browser' : 'program';
}

function suiteStep(file: string): Step {
  return { name: file, command: [node, '--test', file], counts: true, minutes: 15 };
}

/** How many suites of pages share a process, with its browser and the pages' scripts that were bundled in it. */
const maxSuites = 6;

function pagesSteps(root: string, files: readonly string[]): readonly Step[] {
  return inEqualParts(files, maxSuites).map((part, index) => ({
    ...suiteStep(loadTogether(root, `pages ${index + 1}`, part)),
    name: `pages ${index + 1}`,
    minutes: 30,
  }));
}

/** The short version of a proof, and that it can fail. */
function proofStep(name: string): Step {
  return { name, command: [node, 'prove/main.ts', name, '--short'], counts: false, minutes: 10 };
}

export function readNeeds(file: string, text: string): readonly PartName[] {
  const words = /^\/\/ needs: (.+)$/m.exec(text.split('\n', 1)[0] ?? '')?.[1]?.split(/,\s*/);
  if (words === undefined) {
    throw new Error(`${file} must begin with a line such as \`// needs: mariadb, php\`, or \`// needs: nothing\`.`);
  }
  if (words.length === 1 && words[0] === 'nothing') return [];
  return words.map((word) => readPartName(word, `${file} needs`));
}

/** @throws Error naming the parts there are. */
export function readPartName(word: string, said: string): PartName {
  const part = partNames.find((name) => name === word);
  if (part === undefined) throw new Error(`${said} "${word}"; the parts are ${partNames.join(', ')}.`);
  return part;
}
