import type { FileSystem } from './file-system.ts';
import { isReserved, type Lockable, lockFile, lockSlots, newLockable } from './locks.ts';
import { SharedMemory } from './shared-memory.ts';
import type { SimulatedFile } from './simulated-file.ts';
import type { Methods, Pointer, SqliteModule } from './sqlite-module.ts';

/** Name of the file system in SQLite. */
export const vfsName = 'simulated';

// https://sqlite.org/rescode.html
const [ok, busy, ioError, notFound, full, cannotOpen] = [0, 5, 10, 12, 13, 14];
const shortRead = ioError | (2 << 8);
const toCreate = 4;

/** An open file. */
interface Handle extends Lockable {
  readonly files: FileSystem;
  readonly file: SimulatedFile;
}

/** Gives SQLite the files of simulated machines, each of which is mounted under a name. */
export class SimulatedVfs {
  readonly #wasm: SqliteModule['wasm'];
  readonly #machines = new Map<string, FileSystem>();
  readonly #handles = new Map<Pointer, Handle>();
  readonly #memory: SharedMemory<SimulatedFile>;

  constructor({ capi, wasm, vfs }: SqliteModule) {
    this.#wasm = wasm;
    this.#memory = new SharedMemory(wasm);
    const io = new capi.sqlite3_io_methods();
    io.$iVersion = 2;
    const struct = new capi.sqlite3_vfs();
    struct.$iVersion = 2;
    struct.$szOsFile = capi.sqlite3_file.structInfo.sizeof;
    struct.$mxPathname = 512;
    struct.$zName = wasm.allocCString(vfsName);
    const connect = (at: Pointer) => {
      const file = new capi.sqlite3_file(at);
      file.$pMethods = io.pointer;
      file.dispose();
    };
    vfs.installVfs({
      io: { struct: io, methods: { ...this.#fileMethods(), ...this.#sharedMethods() } },
      vfs: { struct, name: vfsName, methods: this.#nameMethods(connect) },
    });
  }

  /** Files below this name are those of the machine; null takes it off. */
  mount(name: string, files: FileSystem | null): void {
    if (files === null) this.#machines.delete(name);
    else this.#machines.set(name, files);
  }

  /** @param at - the address of a path: the machine, and the file's name there */
  #placeOf(at: Pointer): readonly [files: FileSystem, name: string] {
    const path = this.#wasm.cstrToJs(at);
    const [, machine = '', ...name] = path.split('/');
    const files = this.#machines.get(machine);
    if (files === undefined) throw new Error(`${path} is on no machine`);
    return [files, name.join('/')];
  }

  #handle(at: Pointer): Handle {
    const handle = this.#handles.get(at);
    if (handle === undefined) throw new Error('the file is not open');
    return handle;
  }

  #othersOf(handle: Handle): readonly Handle[] {
    return [...this.#handles.values()].filter((each) => each.file === handle.file && each !== handle);
  }

  #fileMethods(): Methods {
    const { poke, heap8u } = this.#wasm;
    return {
      xClose: (at: Pointer) => {
        const handle = this.#handle(at);
        this.#handles.delete(at);
        if (this.#othersOf(handle).length === 0) this.#memory.release(handle.file);
        return ok;
      },
      xRead: (at: Pointer, to: Pointer, count: number, from: bigint) =>
        this.#handle(at).file.read(Number(from), heap8u().subarray(to, to + count)) ? ok : shortRead,
      xWrite: (at: Pointer, from: Pointer, count: number, to: bigint) => {
        const { files, file } = this.#handle(at);
        if (files.isFull && Number(to) + count > file.size) return full;
        if (!files.takesWrite()) return ioError;
        file.write(Number(to), heap8u().subarray(from, from + count));
        return ok;
      },
      xTruncate: (at: Pointer, size: bigint) => {
        const { files, file } = this.#handle(at);
        if (!files.takesWrite()) return ioError;
        file.resize(Number(size));
        return ok;
      },
      xSync: (at: Pointer) => {
        const { files, file } = this.#handle(at);
        if (files.writesLeft < 0) return ioError;
        if (!files.isLying) file.sync();
        return ok;
      },
      xFileSize: (at: Pointer, out: Pointer) => {
        poke(out, BigInt(this.#handle(at).file.size), 'i64');
        return ok;
      },
      xLock: (at: Pointer, level: number) => {
        const handle = this.#handle(at);
        return lockFile(handle, this.#othersOf(handle), level) ? ok : busy;
      },
      xUnlock: (at: Pointer, level: number) => {
        this.#handle(at).level = level;
        return ok;
      },
      xCheckReservedLock: (at: Pointer, out: Pointer) => {
        poke(out, isReserved(this.#othersOf(this.#handle(at))) ? 1 : 0, 'i32');
        return ok;
      },
      xFileControl: () => notFound,
      xSectorSize: () => 4096,
      // What is in a sector survives a power cut, or what is written into it.
      xDeviceCharacteristics: () => 0,
    };
  }

  /** The index of the log, which all connections of a file share. */
  #sharedMethods(): Methods {
    return {
      xShmMap: (at: Pointer, region: number, bytes: number, isMade: number, out: Pointer) => {
        this.#wasm.pokePtr(out, this.#memory.regionOf(this.#handle(at).file, region, isMade === 0 ? 0 : bytes));
        return ok;
      },
      xShmLock: (at: Pointer, first: number, count: number, flags: number) => {
        const handle = this.#handle(at);
        return lockSlots(handle, this.#othersOf(handle), [first, count, flags]) ? ok : busy;
      },
      xShmBarrier: () => ok,
      xShmUnmap: () => ok,
    };
  }

  #nameMethods(connect: (at: Pointer) => void): Methods {
    const { poke, cstrncpy, heap8u } = this.#wasm;
    return {
      xOpen: (_vfs: Pointer, name: Pointer, at: Pointer, flags: number, out: Pointer) => {
        // Files without a name are in memory: this SQLite is built so.
        if (name === 0) return cannotOpen;
        const [files, path] = this.#placeOf(name);
        const there = files.find(path);
        if (there === null && (flags & toCreate) === 0) return cannotOpen;
        this.#handles.set(at, { files, file: there ?? files.make(path), ...newLockable() });
        connect(at);
        if (out !== 0) poke(out, flags, 'i32');
        return ok;
      },
      xDelete: (_vfs: Pointer, name: Pointer) => {
        const [files, path] = this.#placeOf(name);
        if (!files.takesWrite()) return ioError;
        files.remove(path);
        return ok;
      },
      xAccess: (_vfs: Pointer, name: Pointer, _flags: number, out: Pointer) => {
        const [files, path] = this.#placeOf(name);
        poke(out, files.find(path) === null ? 0 : 1, 'i32');
        return ok;
      },
      xFullPathname: (_vfs: Pointer, name: Pointer, count: number, out: Pointer) =>
        cstrncpy(out, name, count) < count ? ok : cannotOpen,
      xRandomness: (_vfs: Pointer, count: number, out: Pointer) => {
        heap8u().fill(7, out, out + count);
        return count;
      },
      xSleep: () => ok,
      xCurrentTimeInt64: (_vfs: Pointer, out: Pointer) => {
        poke(out, 212_840_000_000_000n, 'i64');
        return ok;
      },
      xGetLastError: () => ok,
    };
  }
}
