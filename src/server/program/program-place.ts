import { closeSync, fsyncSync, openSync, readdirSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isThere } from '../../lib/is-there.ts';
import { syncDirectory } from '../../lib/private-file.ts';
import { isVersion, readRelease } from '../releases/release.ts';

const runningFile = 'program.txt';
const beforeFile = 'program-before.txt';
const updateFile = 'program-update.json';

/** What the last update was, for a return from it. */
export interface LastUpdate {
  readonly from: string;
  readonly to: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Folder with the data as they were; null where the update did not change their form. */
  readonly backup: string | null;
}

/** The private place in which a data directory lies; null where the program was installed in another way. */
export function placeOf(dataDirectory: string): string | null {
  const place = dirname(dataDirectory);
  return basename(dataDirectory) === 'data' && isThere(join(place, runningFile)) ? place : null;
}

/** The programs of a private place, and which of them is started. Small files in it are written whole or not at all. */
export class ProgramPlace {
  readonly path: string;
  /** Holds a folder for each version. */
  readonly programs: string;

  constructor(path: string) {
    this.path = path;
    this.programs = join(path, 'program');
  }

  /** The version that is started next; null when it is not known. */
  get chosen(): string | null {
    return this.#version(runningFile);
  }

  /** The version that ran before it and is there to be returned to. */
  get before(): string | null {
    const version = this.#version(beforeFile);
    return version !== null && version !== this.chosen && isThere(join(this.programs, version, 'tracker'))
      ? version
      : null;
  }

  get lastUpdate(): LastUpdate | null {
    try {
      return JSON.parse(readFileSync(join(this.path, updateFile), 'utf8')) as LastUpdate;
    } catch {
      // None yet; or it was made by set-up, which changes no data.
      return null;
    }
  }

  /** Lets the next start take this version. */
  choose(version: string, update: LastUpdate): void {
    this.#write(updateFile, JSON.stringify(update));
    this.#write(beforeFile, `${update.from}\n`);
    this.#write(runningFile, `${version}\n`);
  }

  /** The versions of the data that a program writes, by database; null where it does not say. */
  dataOf(version: string): Readonly<Record<string, number>> | null {
    const file = join(this.programs, version, 'version.json');
    return isThere(file) ? readRelease(readFileSync(file, 'utf8')).data : null;
  }

  /** Takes away programs of other versions than these. */
  async removeOthers(kept: readonly string[]): Promise<void> {
    const others = readdirSync(this.programs).filter((name) => isVersion(name) && !kept.includes(name));
    for (const name of others) await rm(join(this.programs, name), { recursive: true, force: true });
  }

  #version(name: string): string | null {
    const file = join(this.path, name);
    const text = isThere(file) ? readFileSync(file, 'utf8').trim() : null;
    return isVersion(text) ? text : null;
  }

  #write(name: string, text: string): void {
    const half = join(this.path, `.half-${name}`);
    const descriptor = openSync(half, 'w', 0o600);
    try {
      writeSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(half, join(this.path, name));
    syncDirectory(this.path);
  }
}
