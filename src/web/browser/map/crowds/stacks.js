/** @typedef {{ key: string, aircraft: import('../aircraft.js').Aircraft, x: number, y: number, heading: number }} Spot where an aircraft is, in pixels of the view; the key tells copies of the world apart */
/** @typedef {{ key: string, members: Spot[], x: number, y: number, widePx: number }} Group one spot or several, and their middle; the key is that of its first member. A group that was merged is so wide, else 0 */

/** Side of the cells in which neighbours are looked for: no two groups reach further. */
const cell = 40;
/** A member leaves its stack only when it is so many times as far away as one that would join: no flicker while aircraft move. */
const slack = 1.3;
/** Each round begins with the middles that the one before has found. */
const rounds = 2;
/** Part of a disc's radius within which aircraft join its stack; at the end no two discs overlap. */
const usualPart = 0.85;

/** Returns the radius of the disc that stands for so many aircraft, in pixels. @param {number} count */
export function discPx(count) {
  return Math.min(20, 7 + 1.5 * Math.log2(count));
}

/** Which aircraft would cover each other on the screen. Given their new places, it changes as little as it can. */
export class Stacks {
  constructor() {
    /** @type {Group[]} */
    this.groups = [];
    /** @type {Map<string, Group>} */
    this.byKey = new Map();
  }

  /** Groups these spots by their distances. @param {readonly Spot[]} spots @param {number} symbolPx size of a symbol */
  restack(spots, symbolPx) {
    const byKey = new Map(spots.map((spot) => [spot.key, spot]));
    let groups = this.groups.flatMap(({ members, widePx }) => {
      const here = members.flatMap(({ key }) => byKey.get(key) ?? []);
      return here.length === 0 ? [] : [groupOf(here, widePx)];
    });
    for (let round = 0, isSettled = false; round < rounds && !isSettled; round++)
      ({ groups, isSettled } = regroup(groups, spots, symbolPx));
    this.groups = merged(groups, symbolPx);
    this.byKey = new Map(this.groups.flatMap((group) => group.members.map(({ key }) => [key, group])));
  }
}

/** Returns the groups, settled where they are those of before. @param {readonly Group[]} before @param {readonly Spot[]} spots @param {number} symbolPx */
function regroup(before, spots, symbolPx) {
  const free = new Set(spots);
  const grid = new Grid(symbolPx);
  // The largest first: what is near one joins it, not the reverse.
  const seeds = before.toSorted((a, b) => b.members.length - a.members.length || (a.key < b.key ? -1 : 1));
  for (const seed of seeds) {
    const loyal = seed.members.filter((member) => isLoyal(member, seed, symbolPx));
    const group = groupOf(loyal, seed.widePx);
    if (loyal.length === 0 || grid.near(group) !== null) continue;
    grid.add(group);
    for (const member of loyal) free.delete(member);
  }
  if (free.size === 0) return { groups: grid.groups, isSettled: true };
  for (const spot of spots) {
    if (!free.has(spot)) continue;
    const alone = groupOf([spot]);
    const near = grid.near(alone);
    if (near === null) grid.add(alone);
    else near.members.push(spot);
  }
  return { groups: grid.groups.map(({ members, widePx }) => groupOf(members, widePx)), isSettled: false };
}

/** Merges groups that cover each other still: they grew, or moved, after they had found their places. @param {Group[]} groups @param {number} symbolPx @returns {Group[]} */
function merged(groups, symbolPx) {
  const grid = new Grid(symbolPx, 1);
  for (let group of groups.toSorted((a, b) => b.members.length - a.members.length || (a.key < b.key ? -1 : 1))) {
    // What has become larger may cover the next one.
    for (let near = grid.near(group); near !== null; near = grid.near(group)) {
      grid.remove(near);
      group = joined(near, group);
    }
    grid.add(group);
  }
  return grid.groups;
}

/** @param {Group} one @param {Group} other @returns {Group} */
function joined(one, other) {
  const group = groupOf([...one.members, ...other.members]);
  for (const { x, y } of group.members) group.widePx = Math.max(group.widePx, Math.hypot(x - group.x, y - group.y));
  return group;
}

/** Groups by the cell in which their middle is. */
class Grid {
  /** @param {number} symbolPx @param {number} [part] of a disc's radius that no other one may come into */
  constructor(symbolPx, part = usualPart) {
    this.symbolPx = symbolPx;
    this.part = part;
    /** @type {Group[]} */
    this.groups = [];
    /** @type {Map<number, Group[]>} */
    this.cells = new Map();
  }

  /** @param {Group} group */
  add(group) {
    this.groups.push(group);
    const key = keyOf(Math.floor(group.x / cell), Math.floor(group.y / cell));
    const there = this.cells.get(key);
    if (there === undefined) this.cells.set(key, [group]);
    else there.push(group);
  }

  /** @param {Group} group */
  remove(group) {
    const there = this.cells.get(keyOf(Math.floor(group.x / cell), Math.floor(group.y / cell)));
    for (const each of [this.groups, there ?? []]) each.splice(each.indexOf(group), 1);
  }

  /** Returns the nearest group that this one would cover. @param {Group} group @returns {Group | null} */
  near({ x, y, members }) {
    const reach = reachOf(members.length, this.symbolPx, this.part);
    const [column, row] = [Math.floor(x / cell), Math.floor(y / cell)];
    /** @type {Group | null} */
    let nearest = null;
    let nearestPx = Number.POSITIVE_INFINITY;
    for (let index = 0; index < 9; index++) {
      const there = this.cells.get(keyOf(column + (index % 3) - 1, row + Math.floor(index / 3) - 1));
      for (const each of there ?? []) {
        const px = Math.hypot(each.x - x, each.y - y);
        if (px >= nearestPx || px >= reach + reachOf(each.members.length, this.symbolPx, this.part)) continue;
        [nearest, nearestPx] = [each, px];
      }
    }
    return nearest;
  }
}

/** @param {number} column @param {number} row */
function keyOf(column, row) {
  return row * 100_000 + column;
}

/** How near another one may come before it is covered: symbols may overlap a little. @param {number} count @param {number} symbolPx @param {number} [part] of a disc's radius */
function reachOf(count, symbolPx, part = usualPart) {
  return count === 1 ? 0.31 * symbolPx : part * discPx(count);
}

/** Whether a member is still near the others. @param {Spot} member @param {Group} group @param {number} symbolPx */
function isLoyal({ x, y }, group, symbolPx) {
  const others = group.members.length - 1;
  if (others === 0) return true;
  const away = (Math.hypot(group.x - x, group.y - y) * (others + 1)) / others;
  return away < slack * Math.max(group.widePx, reachOf(1, symbolPx) + reachOf(others, symbolPx));
}

/** @param {Spot[]} members @param {number} [widePx] @returns {Group} */
function groupOf(members, widePx = 0) {
  let [x, y] = [0, 0];
  for (const member of members) {
    x += member.x;
    y += member.y;
  }
  return { key: members[0]?.key ?? '', members, x: x / members.length, y: y / members.length, widePx };
}
