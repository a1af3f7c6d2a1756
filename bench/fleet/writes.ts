import { serve, startLoad } from '../child.ts';
import { type Aim, type Goal, judge } from '../goal.ts';
import { bytesWritten } from '../measure.ts';
import { type Fleet, path } from './fleet.ts';

const aims = [
  { goal: 'P7c', what: 'bytes written to the disk a position at 1,000/s', kind: 'at most', aim: 2_048, short: 2_048 },
  { goal: 'P7c', what: 'bytes written to the disk a position at 10,000/s', kind: 'at most', aim: 600, short: 600 },
] as const satisfies readonly Aim[];

/** What the whole server writes, the crew center's own file included. */
export async function benchWrites(fleet: Fleet): Promise<readonly Goal[]> {
  const flights = fleet.scaled(5_000);
  const { directory, tokens } = await fleet.write(flights);
  await using server = await serve(directory);
  await using load = await startLoad(tokens);
  const goals: Goal[] = [];
  for (const [index, wanted] of [1_000, 10_000].entries()) {
    const positionsPerSecond = fleet.scaled(wanted);
    const settings = { kind: 'open', port: server.port, path, flights, positionsPerSecond } as const;
    await load.run({ ...settings, warmUpMs: fleet.scaled(5_000), measureMs: 0 });
    const before = bytesWritten(server.pid);
    const { rate, answered, failed, unanswered } = await load.run({
      ...settings,
      warmUpMs: 0,
      measureMs: fleet.isShort ? 1_000 : 20_000,
    });
    const written = bytesWritten(server.pid) - before;
    fleet.note(`P7c: ${Math.round(rate)}/s answered, ${failed} refused, ${unanswered} unanswered`);
    const aim = aims[index];
    if (aim !== undefined) goals.push(judge(aim, [written / answered]));
  }
  return goals;
}
