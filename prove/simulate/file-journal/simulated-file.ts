import type { Draws } from '../chance.ts';

/** A change that the disk may not have yet: bytes at a place, or another length. */
type Change = { readonly at: number; readonly bytes: Uint8Array } | { readonly size: number };

/** What becomes of the changes of a file that were not synced when the power fails. */
export type Survival = 'none' | 'all' | 'the first' | 'by chance';

/** The disk writes these whole, or not. */
const sectorBytes = 512;

/** Bytes that grow. */
class Bytes {
  #bytes: Uint8Array;
  size: number;

  constructor(from: Uint8Array = new Uint8Array()) {
    this.#bytes = new Uint8Array(Math.max(4096, from.length));
    this.#bytes.set(from);
    this.size = from.length;
  }

  get all(): Uint8Array {
    return this.#bytes.subarray(0, this.size);
  }

  write(at: number, bytes: Uint8Array): void {
    const end = at + bytes.length;
    if (end > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(end, this.#bytes.length * 2));
      grown.set(this.all);
      this.#bytes = grown;
    }
    this.#bytes.set(bytes, at);
    this.size = Math.max(this.size, end);
  }

  resize(size: number): void {
    if (size > this.size) this.write(size, new Uint8Array());
    else this.#bytes.fill(0, size, this.size);
    this.size = size;
  }

  change(change: Change): void {
    if ('size' in change) this.resize(change.size);
    else this.write(change.at, change.bytes);
  }
}

/** A file of the simulated disk: as its processes see it, and as it is on the disk once the power is gone. */
export class SimulatedFile {
  /** What tells it from another file in its place. */
  readonly identity: number;
  readonly #seen: Bytes;
  readonly #durable: Bytes;
  #unsynced: Change[] = [];

  constructor(identity: number, seen: Uint8Array = new Uint8Array(), durable = seen) {
    this.identity = identity;
    this.#seen = new Bytes(seen);
    this.#durable = new Bytes(durable);
  }

  get size(): number {
    return this.#seen.size;
  }

  /** Copies what is there into `to`, the rest of which becomes zeros. Returns whether all of it is there. */
  read(at: number, to: Uint8Array): boolean {
    const found = this.#seen.all.subarray(at, at + to.length);
    to.set(found);
    to.fill(0, found.length);
    return found.length === to.length;
  }

  write(at: number, bytes: Uint8Array): void {
    this.#add({ at, bytes: bytes.slice() });
  }

  resize(size: number): void {
    if (size !== this.size) this.#add({ size });
  }

  sync(): void {
    for (const change of this.#unsynced) this.#durable.change(change);
    this.#unsynced = [];
  }

  /** The file after its process is gone: the system still has everything that it wrote. */
  afterKill(): SimulatedFile {
    const file = new SimulatedFile(this.identity, this.#seen.all, this.#durable.all);
    file.#unsynced = [...this.#unsynced];
    return file;
  }

  /** The file after the power was gone: what was not synced is there or not. */
  afterPowerCut(survival: Survival, draws: Draws): SimulatedFile {
    const left = new Bytes(this.#durable.all);
    for (const change of this.#surviving(survival, draws)) left.change(change);
    return new SimulatedFile(this.identity, left.all);
  }

  #surviving(survival: Survival, draws: Draws): readonly Change[] {
    if (survival === 'none') return [];
    if (survival === 'all') return this.#unsynced;
    if (survival === 'the first') return this.#unsynced.slice(0, draws.whole(0, this.#unsynced.length));
    return this.#unsynced.flatMap(sectorsOf).filter(() => draws.happens(0.5));
  }

  #add(change: Change): void {
    this.#seen.change(change);
    this.#unsynced.push(change);
  }
}

function sectorsOf(change: Change): readonly Change[] {
  if ('size' in change) return [change];
  const sectors: Change[] = [];
  for (let from = 0; from < change.bytes.length; ) {
    const to = from + sectorBytes - ((change.at + from) % sectorBytes);
    sectors.push({ at: change.at + from, bytes: change.bytes.subarray(from, to) });
    from = to;
  }
  return sectors;
}
