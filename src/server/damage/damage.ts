import type { Clock } from '../../lib/clock.ts';
import { type FoundDamage, readDamage, writeDamage } from '../../lib/damage-file.ts';
import type { Logger } from '../../lib/log.ts';

/** Entries that are kept for each file: a disk that dies damages thousands of rows. */
const maxNamed = 100;
const maxLength = 300;

/** What of the data is damaged: a state that lasts until the file was repaired or replaced, or was read whole without finding any. */
export class Damage {
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #byFile = new Map<string, readonly FoundDamage[]>();
  #dataDirectory: string | null = null;

  constructor(clock: Clock, log: Logger) {
    this.#clock = clock;
    this.#log = log;
  }

  /** Takes over what was found before the start. From now on it is kept in this directory. */
  open(dataDirectory: string): void {
    this.#dataDirectory = dataDirectory;
    for (const [file, found] of Map.groupBy(readDamage(dataDirectory), (each) => each.file)) {
      this.#byFile.set(file, found);
      this.#say(found);
    }
  }

  get found(): readonly FoundDamage[] {
    return [...this.#byFile.values()].flat();
  }

  /** Logs one line for each file. @param what - one line that names a row, or says what SQLite says of the file */
  note(file: string, what: string): void {
    const known = this.#byFile.get(file) ?? [];
    const short = what.slice(0, maxLength);
    if (known.length >= maxNamed || known.some((each) => each.what === short)) return;
    this.#keep(file, [...known, { file, what: short, at: this.#clock.now() }]);
    if (known.length === 0) this.#say(this.#byFile.get(file) ?? []);
  }

  /** Takes over what a reading of the whole file found. */
  settle(file: string, whats: readonly string[]): void {
    const known = this.#byFile.get(file) ?? [];
    const at = this.#clock.now();
    const found = [...new Set(whats.map((what) => what.slice(0, maxLength)))].slice(0, maxNamed);
    if (known.length === 0 && found.length === 0) return;
    this.#keep(
      file,
      found.map((what) => known.find((each) => each.what === what) ?? { file, what, at }),
    );
    if (known.length === 0) this.#say(this.#byFile.get(file) ?? []);
    if (found.length === 0) this.#log.info({ event: 'data-whole', file }, 'nothing in this file is damaged any more');
  }

  #keep(file: string, found: readonly FoundDamage[]): void {
    if (found.length === 0) this.#byFile.delete(file);
    else this.#byFile.set(file, found);
    try {
      if (this.#dataDirectory !== null) writeDamage(this.#dataDirectory, this.found);
    } catch (error) {
      // A full or a read-only disk: it is known until the next start.
      if (!(error instanceof Error && 'syscall' in error)) throw error;
    }
  }

  #say([first]: readonly FoundDamage[]): void {
    if (first === undefined) return;
    this.#log.error(
      { event: 'data-damaged', file: first.file, what: first.what },
      'stored data is damaged; the rest continues, and `tracker repair --dry-run` says what is lost',
    );
  }
}
