import { askServer, controlPath } from '../src/server/control-socket.ts';
import type { Operator } from '../src/server/operator.ts';
import { detectorsByName } from '../src/tracking/rules/detectors/detectors.ts';
import { exampleSet } from '../src/tracking/rules/example-sets.ts';
import { tempFolder } from '../test/temp-folder.ts';
import type { BenchOptions } from './bench-options.ts';
import { flyBeside, serve, startLoad } from './child.ts';
import { writeFixture } from './fixture.ts';
import { type Goal, judge } from './goal.ts';
import { residentBytes } from './measure.ts';
import { writePastFlights } from './rules/past-flights.ts';

const pastFlights = 20_000;
const pastFlightsShort = 300;
const flying = 100;

const duration = { goal: 'R1', what: `minutes to try a set on ${pastFlights} flights, while ${flying} fly` };
const latency = { goal: 'R2', what: 'p99 of a position in ms meanwhile' };
const memory = { goal: 'R3', what: 'megabytes that the server needs more meanwhile' };

const residentMegabytes = (pid: number) => Math.round(residentBytes(pid) / 1_048_576);

/** A year of flights is judged by another set of rules while others fly. */
export async function benchRules({ rounds, isShort, note }: BenchOptions): Promise<readonly Goal[]> {
  const measured: { readonly minutes: number; readonly p99Ms: number; readonly moreMb: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    using folder = tempFolder('bench');
    const tokens = await writeFixture(folder.path, flying);
    const year = writePastFlights(folder.path, isShort ? pastFlightsShort : pastFlights);
    await using server = await serve(folder.path);
    await using load = await startLoad(tokens);
    const fly = () => flyBeside(server, load, flying, undefined, isShort ? 1_000 : undefined);
    const before = await fly();
    const mbBefore = residentMegabytes(server.pid);
    const ask = <Name extends keyof Operator>(name: Name, ...args: readonly unknown[]) => call(folder.path, name, args);
    const { number } = await ask('saveRuleSet', 'bench', exampleSet('standard', detectorsByName));
    const begun = performance.now();
    const { id } = await ask('startTrial', 'bench', number, null);
    let [worstMs, mostMb] = [0, mbBefore];
    let trial = (await ask('readTrial', id)).trial;
    while (trial.state === 'running') {
      const { result } = await fly();
      worstMs = Math.max(worstMs, result.p99Ms);
      mostMb = Math.max(mostMb, residentMegabytes(server.pid));
      trial = (await ask('readTrial', id)).trial;
    }
    if (trial.state !== 'done' || trial.totals.flights !== year.flights)
      throw new Error(`the trial is ${trial.state} after ${trial.totals.flights} flights: ${trial.reason}`);
    const minutes = ((trial.endedAt ?? 0) - trial.startedAt) / 60_000;
    measured.push({ minutes, p99Ms: worstMs, moreMb: mostMb - mbBefore });
    note(
      `rules: ${year.flights} flights of ${year.reports} reports in ${((performance.now() - begun) / 60_000).toFixed(2)} min; ` +
        `p99 ${before.result.p99Ms.toFixed(1)} ms before, at most ${worstMs.toFixed(1)} ms; ${mbBefore} MB before, at most ${mostMb} MB`,
    );
  }
  const of = (read: (each: (typeof measured)[number]) => number) => measured.map(read);
  return [
    judge(
      { ...duration, kind: 'at most', aim: 5, short: 5 },
      of(({ minutes }) => minutes),
    ),
    judge(
      { ...latency, kind: 'at most', aim: 50, short: 50 },
      of(({ p99Ms }) => p99Ms),
    ),
    judge(
      { ...memory, kind: 'at most', aim: 200, short: 300 },
      of(({ moreMb }) => moreMb),
    ),
  ];
}

async function call<Name extends keyof Operator>(
  directory: string,
  name: Name,
  args: readonly unknown[],
): Promise<Awaited<ReturnType<Operator[Name]>>> {
  const answer = await askServer(controlPath(directory), name, args);
  if (answer === null) throw new Error('the server of the bench is gone');
  return answer.result as Awaited<ReturnType<Operator[Name]>>;
}
