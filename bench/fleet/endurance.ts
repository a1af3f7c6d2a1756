import { serve, startLoad } from '../child.ts';
import { type Goal, judge } from '../goal.ts';
import { type Fleet, path } from './fleet.ts';

const aim = { goal: 'P6a', what: 'rate of the millionth position ÷ of the first', aim: 1, tolerance: 0.1 } as const;
const windowMs = 3_000;
const windows = 10;
/** A window that is so much faster than the one before still warms up: code is compiled, and each flight is read at its first report. */
const stillWarming = 1.05;
const maxWarmUp = 15;

/** Whether the millionth position costs what the first one did, of a server that is warm. */
export async function benchEndurance(fleet: Fleet): Promise<Goal> {
  const { directory, tokens } = await fleet.write(fleet.scaled(10_000));
  await using server = await serve(directory);
  await using load = await startLoad(tokens);
  let stored = 0;
  const window = async () => {
    const settings = { kind: 'closed', port: server.port, path, connections: 256, warmUpMs: 0 } as const;
    const measureMs = fleet.isShort ? 150 : windowMs;
    const { rate, answered, failed, firstFailure } = await load.run({ ...settings, measureMs });
    if (failed > 0) throw new Error(`${failed} positions were not stored, first: ${firstFailure}`);
    stored += answered;
    return rate;
  };
  const cold = await warmUp(window, fleet.isShort ? 2 : maxWarmUp);
  const rates: number[] = [];
  stored = 0;
  while (stored < (fleet.isShort ? 1 : 1_000_000) || rates.length < windows) rates.push(await window());
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const ratio = mean(rates.slice(-4)) / mean(rates.slice(0, 4));
  const say = (each: readonly number[]) => each.map((rate) => (rate / 1_000).toFixed(1)).join(' ');
  fleet.note(`P6a: warm after ${say(cold)} k/s; then ${stored} positions, ${say(rates)} k/s`);
  return {
    ...judge({ ...aim, kind: 'at least', short: aim.aim - aim.tolerance }, [ratio]),
    aim: '1 ± 0.1, missed below 0.9',
  };
}

/** Returns the rates of the windows, at most so many, until two in a row were not much faster than the fastest before. */
async function warmUp(window: () => Promise<number>, max: number): Promise<readonly number[]> {
  const rates: number[] = [];
  for (let steady = 0; steady < 2 && rates.length < max; ) {
    const most = Math.max(0, ...rates);
    const rate = await window();
    steady = rate > most * stillWarming ? 0 : steady + 1;
    rates.push(rate);
  }
  return rates;
}
