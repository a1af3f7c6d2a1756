import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bug } from './bug.ts';
import type { WorldKind } from './child.ts';

/** What became of one series of seeds with a mistake. */
export interface Try {
  readonly steps: number;
  /** Null when no seed failed. */
  readonly invariant: string | null;
  /** The one that failed. */
  readonly seed: string;
}

const root = join(import.meta.dirname, '../../..');

/** What was tried, a line each, so that a search of hours that was interrupted goes on: of the same source and simulated world. */
export class KeptTries {
  readonly #file: string | null;
  readonly #source: string;
  readonly #tries = new Map<string, Try>();

  /** @param folder - null keeps nothing */
  constructor(folder: string | null) {
    this.#file = folder === null ? null : join(folder, 'tries.jsonl');
    const files = folder === null ? [] : globSync('{src,prove/simulate}/**/*.ts', { cwd: root }).sort();
    this.#source = digest(files.map((file) => `${file}\n${readFileSync(join(root, file), 'utf8')}`));
    if (folder !== null) mkdirSync(folder, { recursive: true });
    if (this.#file === null || !existsSync(this.#file)) return;
    for (const line of readFileSync(this.#file, 'utf8').split('\n').filter(Boolean)) {
      const { key, tried } = JSON.parse(line) as { key: string; tried: Try };
      this.#tries.set(key, tried);
    }
  }

  async of(
    world: WorldKind,
    { name }: Pick<Bug, 'name'>,
    steps: number,
    seeds: readonly string[],
    run: () => Promise<Try>,
  ): Promise<Try> {
    const key = digest([this.#source, world, name, String(steps), ...seeds]);
    const known = this.#tries.get(key);
    if (known !== undefined) return known;
    const tried = await run();
    if (this.#file !== null) appendFileSync(this.#file, `${JSON.stringify({ key, name, tried })}\n`);
    return tried;
  }
}

function digest(texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.length}:${text}`);
  return hash.digest('hex').slice(0, 32);
}
