import { serve, startLoad } from '../child.ts';
import { type Goal, judge } from '../goal.ts';
import { type Fleet, path } from './fleet.ts';

const aim = { goal: 'P6a', what: 'rate of the millionth position ÷ of the first', aim: 1, tolerance: 0.1 } as const;
const windowMs = 3_000;

/** Whether the millionth position costs what the first one did. */
export async function benchEndurance(fleet: Fleet): Promise<Goal> {
  const { directory, tokens } = await fleet.write(10_000);
  await using server = await serve(directory);
  await using load = await startLoad(tokens);
  const settings = { kind: 'closed', port: server.port, path, connections: 256 } as const;
  const warmUp = await load.run({ ...settings, warmUpMs: 0, measureMs: 3_000 });
  let stored = warmUp.answered;
  const rates: number[] = [];
  while (stored < 1_000_000 || rates.length < 10) {
    const { rate, answered, failed, firstFailure } = await load.run({ ...settings, warmUpMs: 0, measureMs: windowMs });
    if (failed > 0) throw new Error(`${failed} positions were not stored, first: ${firstFailure}`);
    stored += answered;
    rates.push(rate);
  }
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const ratio = mean(rates.slice(-4)) / mean(rates.slice(0, 4));
  fleet.note(`P6a: ${stored} positions, ${rates.map((rate) => (rate / 1_000).toFixed(1)).join(' ')} k/s`);
  return {
    ...judge({ ...aim, kind: 'at least', short: aim.aim - aim.tolerance }, [ratio]),
    aim: '1 ± 0.1, missed below 0.9',
  };
}
