import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { promises } from './promises.ts';

/** What a run has shown of one promise. */
export interface Figure {
  /** Its `id` in `promises.ts`. */
  readonly promise: string;
  /** The figure with its units, such as "20 kills: 812,004 acknowledged, 0 lost". */
  readonly text: string;
  readonly isKept: boolean;
  /** More of it, as rows of cells; the first names them. */
  readonly table?: readonly (readonly string[])[];
}

export interface RecordedFigure {
  readonly text: string;
  readonly isKept: boolean;
  /** As it was typed, so that a shorter run is seen to be one. */
  readonly command: string;
  /** The day, `YYYY-MM-DD`, UTC. */
  readonly date: string;
  readonly commit: string;
  /** What it ran on, without a name or an address: cores, processor, memory, and the load when it ended. */
  readonly machine: string;
  readonly table?: readonly (readonly string[])[];
}

export type RecordedFigures = Readonly<Record<string, RecordedFigure>>;

export const figuresFile = join(import.meta.dirname, '../../docs/promises/figures.json');

export function readFigures(file = figuresFile): RecordedFigures {
  return JSON.parse(readFileSync(file, 'utf8')) as RecordedFigures;
}

/**
 * Puts what a run has shown beside what earlier ones have. Several figures of one promise are one, kept when all are.
 * @throws Error for a promise that is not in the table.
 */
export function recordFigures(figures: readonly Figure[], command: string, file = figuresFile): void {
  const run = { command, date: new Date().toISOString().slice(0, 10), commit: commitOfTree(), machine: machine() };
  const known = new Set(promises.map(({ id }) => id));
  const all: Record<string, RecordedFigure> = { ...readFigures(file) };
  for (const [id, group = []] of Object.entries(Object.groupBy(figures, ({ promise }) => promise))) {
    if (!known.has(id)) throw new Error(`prove/promises/promises.ts has no promise ${id}.`);
    const text = group.map((figure) => figure.text).join('; ');
    const [table] = group.flatMap((figure) => (figure.table === undefined ? [] : [figure.table]));
    const isKept = group.every((figure) => figure.isKept);
    all[id] = { text, isKept, ...run, ...(table === undefined ? {} : { table }) };
  }
  const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`);
}

function machine(): string {
  const [first] = cpus();
  const model = first?.model.trim() || 'unknown processor';
  return `${cpus().length} cores, ${model}, ${Math.round(totalmem() / 2 ** 30)} GB, load ${(loadavg()[1] ?? 0).toFixed(1)}`;
}

/** The commit, and whether the code differs from it. */
function commitOfTree(): string {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: import.meta.dirname, encoding: 'utf8' }).trim();
  const changed = git('status', '--porcelain', '--untracked-files=no', '--', ':/', ':(top,exclude)docs/promises*');
  return `${git('rev-parse', '--short=8', 'HEAD')}${changed === '' ? '' : ' with changes'}`;
}
