import type { Fault } from './judge.ts';
import type { Attack } from './requests.ts';

/** A fault, and the request that showed it first. */
export interface Finding extends Fault {
  readonly route: string;
  /** Number of the request, by which `--seed` makes it again. */
  readonly index: number;
  readonly request: string;
}

const maxKept = 40;

/** What was found, each fault of a route once. */
export class Findings {
  readonly #found = new Map<string, Finding>();
  #count = 0;

  add({ name, shown }: Fault, index: number, { route, bytes }: Attack): void {
    this.#count += 1;
    const key = `${name} ${route}`;
    if (this.#found.has(key) || this.#found.size >= maxKept) return;
    this.#found.set(key, { name, shown, route, index, request: printable(bytes) });
  }

  get count(): number {
    return this.#count;
  }

  list(): readonly Finding[] {
    return [...this.#found.values()];
  }
}

function printable(bytes: Buffer): string {
  const text = JSON.stringify(bytes.subarray(0, 1_500).toString('latin1'));
  return bytes.length > 1_500 ? `${text} … ${bytes.length} bytes` : text;
}
