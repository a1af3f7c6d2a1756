import { createHash } from 'node:crypto';

/** Lines that are kept to be shown after a failure. */
const keptLines = 400;

/** What happened, one line for each thing, and a digest of all of it: the same seed gives the same bytes. */
export class Trace {
  readonly #hash = createHash('sha256');
  readonly #kept: string[] = [];
  readonly #listener: (line: string) => void;
  #buffer = '';

  constructor(listener: (line: string) => void = () => undefined) {
    this.#listener = listener;
  }

  add(line: string): void {
    this.#buffer += `${line}\n`;
    if (this.#buffer.length > 8_192) this.#flush();
    this.#kept.push(line);
    if (this.#kept.length > 2 * keptLines) this.#kept.splice(0, keptLines);
    this.#listener(line);
  }

  get lastLines(): readonly string[] {
    return this.#kept.slice(-keptLines);
  }

  /** Digest of every line; ends the trace. */
  digest(): string {
    this.#flush();
    return this.#hash.digest('hex');
  }

  #flush(): void {
    this.#hash.update(this.#buffer);
    this.#buffer = '';
  }
}
