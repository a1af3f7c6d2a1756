import { createHash } from 'node:crypto';
import { appendFileSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mistake, Seeker, TrialOptions, Verdict } from './trial.ts';

/** How a mistake is looked for. */
type How = Pick<TrialOptions, 'seekers' | 'steps' | 'seed'>;

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

  /** What a run found before, that looked for it by one of these, or by all of them in vain. */
  find(mistake: Mistake, how: How): Verdict | null {
    const keys = [
      ...how.seekers.map((seeker) => this.#keyOfFound(mistake, how, seeker)),
      this.#keyOfMissed(mistake, how),
    ];
    const known = keys.flatMap((key) => this.#verdicts.get(key) ?? [])[0];
    return known === undefined ? null : { ...known, name: mistake.name };
  }

  keep(mistake: Mistake, how: How, verdict: Verdict): void {
    const seeker = how.seekers.find((each) => each === verdict.foundBy);
    const key = seeker === undefined ? this.#keyOfMissed(mistake, how) : this.#keyOfFound(mistake, how, seeker);
    this.#verdicts.set(key, verdict);
    appendFileSync(this.#file, `${JSON.stringify({ key, verdict })}\n`);
  }

  #keyOfFound(mistake: Mistake, { steps, seed }: How, seeker: Seeker): string {
    return this.#keyOf(mistake, seeker === 'simulation' ? [seeker, String(steps), String(seed)] : [seeker]);
  }

  #keyOfMissed(mistake: Mistake, { seekers, steps, seed }: How): string {
    return this.#keyOf(mistake, [...seekers, String(steps), String(seed), this.#tree]);
  }

  #keyOf({ text, places }: Mistake, words: readonly string[]): string {
    const files = [...places.keys()].map((file) => readText(join(this.#root, file)));
    return digest([text, ...words, ...files]);
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
