import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Edit } from './edits.ts';
import { mutationsOf, withEdit } from './mutate.ts';
import type { Mistake } from './trial.ts';

/** Where mistakes are drawn, each with its goal: what share of them is to be found. */
export const rooms = {
  tracking: { files: 'src/tracking/**/*.ts', goal: 0.9 },
  journal: { files: 'src/journal/**/*.ts', goal: 0.9 },
  cluster: { files: 'src/cluster/**/*.ts', goal: 0.8 },
  contracts: { files: 'src/contracts/**/*.ts', goal: 0.8 },
  adapters: { files: 'src/platform/**/*.ts', goal: 0.8 },
  webhooks: { files: 'src/webhooks/**/*.ts', goal: 0.8 },
} as const;
export type RoomName = keyof typeof rooms;

export function isRoom(name: string): name is RoomName {
  return Object.hasOwn(rooms, name);
}

export interface Mutant extends Mistake {
  readonly room: RoomName;
}

/** Not of the server: tests that are shipped, and examples of requests. */
const isOut = /\.test\.ts$|^src\/platform\/(suite|suite\.ts)|\/examples/;

/**
 * Draws as many mutants of a room. Each has its own number by the seed, and the lowest are drawn: what is changed elsewhere
 * leaves the others as they are.
 */
export function drawMutants(room: RoomName, root: string, count: number, seed: number): readonly Mutant[] {
  const files = globSync(rooms[room].files, { cwd: root }).filter((file) => !isOut.test(file));
  const all = files.flatMap((file) => mutantsOf(file, room, root));
  return all
    .map((mutant) => ({ mutant, number: digest(`${seed} ${mutant.text}`) }))
    .sort((a, b) => (a.number < b.number ? -1 : 1))
    .slice(0, count)
    .map(({ mutant }) => mutant);
}

export function mutantsOf(file: string, room: RoomName, root: string): readonly Mutant[] {
  const text = readFileSync(join(root, file), 'utf8');
  const counts = new Map<string, number>();
  return mutationsOf(file, text).map((edit) => {
    const line = text.slice(0, edit.start).split('\n').length;
    const change = `${file} ${edit.operator}: ${described(text, edit)}`;
    const count = (counts.get(change) ?? 0) + 1;
    counts.set(change, count);
    return {
      room,
      name: `${file}:${line} ${edit.operator}: ${described(text, edit)}`,
      text: `${change} ${count}`,
      places: new Map([[file, [line]]]),
      plant: (folder) => writeFileSync(join(folder, file), withEdit(text, edit)),
    };
  });
}

/** The line with the change in it. */
function described(text: string, edit: Edit): string {
  const from = text.lastIndexOf('\n', edit.start - 1) + 1;
  const before = text.slice(from, edit.start).trimStart();
  const was = text.slice(edit.start, edit.end);
  const rest = text.slice(edit.end).split('\n', 1)[0] ?? '';
  return `${before}[${was} → ${edit.replacement}]${rest}`.replaceAll(/\s+/g, ' ').slice(0, 240);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
