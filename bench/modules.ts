import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Embedded, modulesFolderName } from '../src/platform/embedded/embedded.ts';
import { enableModule, listModules } from '../src/platform/embedded/modules/module-table.ts';
import { embeddedAt } from '../test/embedded-at.ts';
import { tempFolder } from '../test/temp-folder.ts';
import type { BenchOptions } from './bench-options.ts';
import { type FlownBeside, fileFlight, flyBeside, serve, startLoad } from './child.ts';
import { writeFixture } from './fixture.ts';
import { type Goal, judge } from './goal.ts';

const flights = 500;
const name = 'Spinner';

const beside = { goal: 'M1', what: 'p99 of a position while a module spins ÷ while a program beside the server spins' };
const calm = { goal: 'M2', what: 'p99 of a position while a module spins ÷ while none does' };

/**
 * What pilots notice of a module that never comes back: positions through the whole server before, and while its listener of
 * a filed PIREP spins. A program that spins beside the server tells the machine's part (a core less) from ours.
 */
export async function benchModules({ rounds, isShort, note }: BenchOptions): Promise<readonly Goal[]> {
  using folder = tempFolder('bench');
  const { path: directory } = folder;
  const tokens = await writeFixture(directory, flights + rounds);
  writeSpinner(join(directory, modulesFolderName, name));
  await using server = await serve(directory);
  await using load = await startLoad(tokens.slice(0, flights));
  const fly = () => flyBeside(server, load, flights, undefined, isShort ? 1_500 : undefined);
  await fly();
  const [besides, calms]: [number[], number[]] = [[], []];
  for (const token of tokens.slice(flights)) {
    const alone = await fly();
    const outside = await withProgram(fly);
    await enable(directory);
    await setTimeout(3_000);
    await fileFlight(server.port, token);
    const spinning = await fly();
    if (spinning.cores - alone.cores < 0.3)
      throw new Error(`the module did not spin: ${spinning.cores.toFixed(2)} cores`);
    const reason = await untilStopped(directory);
    besides.push(spinning.result.p99Ms / outside.result.p99Ms);
    calms.push(spinning.result.p99Ms / alone.result.p99Ms);
    note(
      `modules: p50 and p99 of a position ${say(alone)} calm, ${say(outside)} with a program that spins, ${say(spinning)} with a module; then listed as stopped: ${reason}`,
    );
  }
  return [
    judge({ ...beside, kind: 'at most', aim: 1.2, short: 1.5 }, besides),
    judge({ ...calm, kind: 'at most', aim: 2, short: 4 }, calms),
  ];
}

const say = ({ result: { p50Ms, p99Ms } }: FlownBeside) => `${p50Ms.toFixed(1)} and ${p99Ms.toFixed(1)} ms`;

async function withProgram<T>(work: () => Promise<T>): Promise<T> {
  const program = spawn(process.execPath, ['-e', 'while (true);'], { stdio: 'ignore' });
  try {
    return await work();
  } finally {
    const exit = once(program, 'exit');
    program.kill('SIGKILL');
    await exit;
  }
}

function writeSpinner(directory: string): void {
  const manifest = { name, version: '1.0.0', main: 'main.mjs', events: ['PirepFiled'] };
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'module.json'), JSON.stringify(manifest));
  writeFileSync(join(directory, 'main.mjs'), 'export const listeners = { PirepFiled() { while (true); } };');
}

/** As `tracker module enable` does beside a running server. */
function enable(directory: string): Promise<unknown> {
  return withCrewCenter(directory, ({ crewCenter }) =>
    enableModule(crewCenter, join(directory, modulesFolderName), name),
  );
}

/** Why, as `tracker module list` says it. */
async function untilStopped(directory: string): Promise<string> {
  const giveUpAt = performance.now() + 30_000;
  while (performance.now() < giveUpAt) {
    const [module] = await withCrewCenter(directory, async ({ crewCenter }) =>
      listModules(crewCenter, join(directory, modulesFolderName)),
    );
    if (module?.isEnabled === false && module.stoppedReason !== null) return module.stoppedReason;
    await setTimeout(250);
  }
  throw new Error('the module was not stopped');
}

async function withCrewCenter<T>(directory: string, work: (embedded: Embedded) => Promise<T>): Promise<T> {
  const embedded = await embeddedAt(directory);
  try {
    return await work(embedded);
  } finally {
    await embedded.close();
  }
}
