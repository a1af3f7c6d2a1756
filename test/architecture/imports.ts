import { dirname, join } from 'node:path';
import type { Source } from './read-source.ts';

type Sources = ReadonlyMap<string, Source>;

/** Of each file among others: a way through the tree asks for them again at each file that it passes. */
const found = new WeakMap<Sources, Map<Source, readonly Source[]>>();

/** Files of ours that this one imports. */
export function importsOf(source: Source, all: Sources): readonly Source[] {
  const known = found.get(all) ?? new Map<Source, readonly Source[]>();
  found.set(all, known);
  const targets = known.get(source) ?? findImports(source, all);
  known.set(source, targets);
  return targets;
}

function findImports(source: Source, all: Sources): readonly Source[] {
  return source.imports.flatMap(({ specifier }) => {
    const target = specifier.startsWith('.') ? all.get(join(dirname(source.path), specifier)) : undefined;
    return target === undefined ? [] : [target];
  });
}

/** The shortest way by which a file imports itself: `a.ts`, `b.ts`, `a.ts`; null when there is none. */
export function wayBack(source: Source, all: Sources): readonly string[] | null {
  const cameFrom = new Map<Source, Source>();
  const queue = [source];
  for (const from of queue) {
    for (const target of importsOf(from, all)) {
      if (target === source) return [...wayTo(from, cameFrom), source.path];
      if (cameFrom.has(target)) continue;
      cameFrom.set(target, from);
      queue.push(target);
    }
  }
  return null;
}

function wayTo(source: Source, cameFrom: ReadonlyMap<Source, Source>): readonly string[] {
  const before = cameFrom.get(source);
  return before === undefined ? [source.path] : [...wayTo(before, cameFrom), source.path];
}

/** What the shape of the tree can be measured by. A part is a folder or a file right below `src`, and `bench`, and `prove`. */
export interface Shape {
  /** Groups of files each of which reaches all others of its group, types included. */
  readonly circles: readonly string[];
  readonly parts: readonly string[];
  /** `src/web > src/http`: a file of the first part imports one of the second, types included. */
  readonly arrows: readonly string[];
}

export function measureShape(all: Sources): Shape {
  const parts = new Set<string>();
  const arrows = new Set<string>();
  const circles = new Set<string>();
  for (const source of all.values()) {
    const part = partOf(source.path);
    parts.add(part);
    for (const { path } of importsOf(source, all)) if (partOf(path) !== part) arrows.add(`${part} > ${partOf(path)}`);
    if (wayBack(source, all) !== null) circles.add(circleOf(source, all));
  }
  return { circles: [...circles], parts: [...parts].sort(), arrows: [...arrows].sort() };
}

function partOf(path: string): string {
  const names = path.split('/');
  return names.slice(0, names[0] === 'src' ? 2 : 1).join('/');
}

/** Names a circle the same whichever of its files one begins with. */
function circleOf(source: Source, all: Sources): string {
  const reached = reachedFrom(source, all);
  const members = [...reached].filter((each) => reachedFrom(each, all).has(source));
  return members
    .map(({ path }) => path)
    .sort()
    .join(' ');
}

function reachedFrom(source: Source, all: Sources): ReadonlySet<Source> {
  const reached = new Set<Source>();
  const queue = [source];
  for (const from of queue) {
    for (const target of importsOf(from, all)) {
      if (reached.has(target)) continue;
      reached.add(target);
      queue.push(target);
    }
  }
  return reached;
}
