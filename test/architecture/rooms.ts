import { importsOf } from './imports.ts';
import type { Source } from './read-source.ts';

/** How a folder is built. A room is a folder or a file right below it. */
export interface Rooms {
  readonly rooms: readonly string[];
  /** `calls > flight`: a file of the first room imports one of the second, types included. */
  readonly arrows: readonly string[];
  /** The longest way down, in rooms: each imports the next. Rooms that reach each other stand on one floor. */
  readonly floors: number;
  /** Groups of rooms each of which reaches all others of its group. */
  readonly circles: readonly string[];
  /** Files right below the folder. */
  readonly files: readonly string[];
}

/** @param folder ends with a slash: `src/tracking/` */
export function measureRooms(all: ReadonlyMap<string, Source>, folder: string): Rooms {
  const roomOf = (path: string) => path.slice(folder.length).split('/')[0] ?? '';
  const inside = [...all.values()].filter(({ path }) => path.startsWith(folder));
  const below = new Map<string, Set<string>>(inside.map(({ path }) => [roomOf(path), new Set()]));
  for (const source of inside)
    for (const { path } of importsOf(source, all))
      if (path.startsWith(folder) && roomOf(path) !== roomOf(source.path))
        below.get(roomOf(source.path))?.add(roomOf(path));
  const reached = new Map([...below.keys()].map((room) => [room, reachedFrom(room, below)]));
  const together = (one: string, other: string) => reached.get(one)?.has(other) && reached.get(other)?.has(one);
  const groups = [...below.keys()].map((room) => [...below.keys()].filter((other) => together(room, other)).sort());
  const circles = new Set(groups.filter(({ length }) => length > 1).map((group) => group.join(' ')));
  return {
    rooms: [...below.keys()].sort(),
    arrows: [...below].flatMap(([room, others]) => [...others].map((other) => `${room} > ${other}`)).sort(),
    floors: Math.max(0, ...[...below.keys()].map((room) => heightOf(room, below, together))),
    circles: [...circles].sort(),
    files: inside.map(({ path }) => path.slice(folder.length)).filter((path) => !path.includes('/')),
  };
}

function reachedFrom(room: string, below: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const reached = new Set<string>();
  const queue = [room];
  for (const from of queue)
    for (const other of below.get(from) ?? []) {
      if (reached.has(other)) continue;
      reached.add(other);
      queue.push(other);
    }
  return reached;
}

/** Floors from the ground up to this room. */
function heightOf(
  room: string,
  below: ReadonlyMap<string, ReadonlySet<string>>,
  isTogether: (one: string, other: string) => boolean | undefined,
  heights = new Map<string, number>(),
): number {
  const known = heights.get(room);
  if (known !== undefined) return known;
  const group = [...below.keys()].filter((other) => other === room || isTogether(room, other));
  const lower = group.flatMap((each) => [...(below.get(each) ?? [])]).filter((other) => !group.includes(other));
  const height = 1 + Math.max(0, ...lower.map((other) => heightOf(other, below, isTogether, heights)));
  heights.set(room, height);
  return height;
}
