import type { ProveOptions } from '../prove.ts';
import { type Mutant, type RoomName, rooms } from './draw.ts';
import { harmless } from './harmless.ts';
import type { Verdict } from './trial.ts';

/** Prints how many mutants of a room were found and which were not. Answers whether the share reaches the goal of the room. */
export function judgeRoom(
  room: RoomName,
  drawn: readonly Mutant[],
  verdicts: readonly Verdict[],
  { out, figure }: Pick<ProveOptions, 'out' | 'figure'>,
): boolean {
  const verdictsByName = new Map(verdicts.map((verdict) => [verdict.name, verdict]));
  const missed = drawn.filter(({ name }) => verdictsByName.get(name)?.foundBy === 'nothing');
  const rows = missed.map((mutant) => [mutant.name, harmless[mutant.text] ?? '**not found**']);
  const meant = drawn.length - missed.filter(({ text }) => harmless[text] !== undefined).length;
  const found = drawn.length - missed.length;
  const share = found / meant;
  const by = (['tests', 'types', 'simulation'] as const).map(
    (who) => `${verdicts.filter(({ foundBy }) => foundBy === who).length} by ${who}`,
  );
  const same = drawn.length - meant;
  const text = `${found} of ${meant} mutants found, ${(100 * share).toFixed(0)} % (${by.join(', ')})${same === 0 ? '' : `; ${same} more change nothing`}`;
  out(`${room}: ${text}`);
  for (const [name, why] of rows) out(`  ${name}: ${why}`);
  const isKept = share >= rooms[room].goal;
  const table = rows.length === 0 ? {} : { table: [['mutant', 'why it is not found'], ...rows] };
  figure({ promise: `mutants.${room}`, text, isKept, ...table });
  return isKept;
}
