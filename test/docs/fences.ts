import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A fenced block of a page. */
export interface Fence {
  readonly page: string;
  /** Line of the opening fence, from 1. */
  readonly line: number;
  /** What follows the three backticks: `sh`, `sh host`, `text`, `nginx` … */
  readonly info: string;
  readonly text: string;
  /** Whether at most one empty line is between it and the block before. */
  readonly follows: boolean;
}

export const root = join(import.meta.dirname, '../..');

/** Every page for people: those in the root of the repository, and those in `docs/`. */
export const pages: readonly string[] = globSync('{*.md,docs/**/*.md}', { cwd: root }).sort();

export const readPage = (page: string) => readFileSync(join(root, page), 'utf8');

export function readFences(page: string, text: string): readonly Fence[] {
  const fences: Fence[] = [];
  let open: { line: number; info: string; indent: number; lines: string[] } | null = null;
  let lastEnd = Number.NEGATIVE_INFINITY;
  for (const [index, line] of text.split('\n').entries()) {
    const fence = /^(?<indent> *)```(?<info>.*)$/.exec(line)?.groups;
    if (fence === undefined) {
      open?.lines.push(line.slice(Math.min(open.indent, /^ */.exec(line)?.[0].length ?? 0)));
    } else if (open === null) {
      open = { line: index + 1, info: fence.info?.trim() ?? '', indent: fence.indent?.length ?? 0, lines: [] };
    } else {
      const { line: start, info, lines } = open;
      fences.push({ page, line: start, info, text: lines.join('\n'), follows: start - lastEnd <= 2 });
      lastEnd = index + 1;
      open = null;
    }
  }
  if (open !== null) throw new Error(`${page}:${open.line}: this block has no end.`);
  return fences;
}
