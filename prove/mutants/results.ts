import { createHash } from 'node:crypto';
import { appendFileSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mistake, Verdict } from './trial.ts';

interface Line {
  readonly key: string;
  readonly verdict: Verdict;
}

/**
 * What became of mistakes, a line each, so that a run that was interrupted goes on. A mistake that was found stays found until its
 * file changes; one that was not is tried again when anything has changed.
 */
export class Results {
  readonly #file: string;
  readonly #root: string;
  readonly #tree: string;
  readonly #verdicts = new Map<string, Verdict>();

  constructor(folder: string, root: string) {
    this.#file = join(folder, 'results.jsonl');
    this.#root = root;
    const files = globSync('{src,test,prove}/**/*.ts', { cwd: root }).sort();
    this.#tree = digest(files.map((file) => `${file}\n${readFileSync(join(root, file), 'utf8')}`));
    for (const line of readText(this.#file).split('\n')) {
      if (line === '') continue;
      const { key, verdict } = JSON.parse(line) as Line;
      this.#verdicts.set(key, verdict);
    }
  }

  /** @param how - how it is looked for */
  find(mistake: Mistake, how: unknown): Verdict | null {
    const found = this.#verdicts.get(this.#keyOf(mistake, how, false));
    return found ?? this.#verdicts.get(this.#keyOf(mistake, how, true)) ?? null;
  }

  keep(mistake: Mistake, how: unknown, verdict: Verdict): void {
    const isOfTree = verdict.foundBy === 'nothing' || verdict.foundBy === 'unusable';
    const key = this.#keyOf(mistake, how, isOfTree);
    this.#verdicts.set(key, verdict);
    appendFileSync(this.#file, `${JSON.stringify({ key, verdict })}\n`);
  }

  #keyOf({ name, text, places }: Mistake, how: unknown, isOfTree: boolean): string {
    const files = [...places.keys()].map((file) => readText(join(this.#root, file)));
    return digest([name, text, JSON.stringify(how), isOfTree ? this.#tree : '', ...files]);
  }
}

function digest(texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.length}:${text}`);
  return hash.digest('hex').slice(0, 32);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
