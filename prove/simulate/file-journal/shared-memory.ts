import type { Pointer, SqliteModule } from './sqlite-module.ts';

/** Memory that all connections of a file share; what is released is used again. */
export class SharedMemory<Owner> {
  readonly #wasm: Pick<SqliteModule['wasm'], 'alloc' | 'heap8u'>;
  readonly #regions = new Map<Owner, Pointer[]>();
  readonly #free: Pointer[] = [];

  constructor(wasm: Pick<SqliteModule['wasm'], 'alloc' | 'heap8u'>) {
    this.#wasm = wasm;
  }

  /** Returns where this region begins; 0 when it is not there and not to be made. @param bytes - 0 makes none */
  regionOf(owner: Owner, index: number, bytes: number): Pointer {
    const own = this.#regions.get(owner) ?? [];
    while (own.length <= index && bytes > 0) {
      const region = this.#free.pop() ?? this.#wasm.alloc(bytes);
      this.#wasm.heap8u().fill(0, region, region + bytes);
      own.push(region);
      this.#regions.set(owner, own);
    }
    return own[index] ?? 0;
  }

  release(owner: Owner): void {
    this.#free.push(...(this.#regions.get(owner) ?? []));
    this.#regions.delete(owner);
  }
}
