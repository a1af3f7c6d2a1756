import type { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { openFileEngine } from '../../../src/journal/file-engine.ts';
import type { FileHost } from '../../../src/journal/file-host.ts';
import { findDamagedRows } from '../../../src/journal/find-damage.ts';
import type { Journal } from '../../../src/journal/journal.ts';
import { migrations } from '../../../src/journal/migrations/list.ts';
import { fileName, prepareFile } from '../../../src/journal/open.ts';
import type { BatchFailure } from '../../../src/journal/operations.ts';
import { journalOver } from '../../../src/journal/stored-journal.ts';
import type { Clock } from '../../../src/lib/clock.ts';
import { copyWhole } from '../../../src/lib/database-check.ts';
import { dataVersion } from '../../../src/lib/migrations.ts';
import { configureSqlite, isUnreachable, type SqliteOptions } from '../../../src/lib/sqlite.ts';
import type { Draws } from '../chance.ts';
import type { JournalDisk } from '../journal-disk.ts';
import type { CommitterLimits, DiskConduct } from '../model-journal/model-committer.ts';
import { Tables } from '../model-journal/tables.ts';
import { FileSystem } from './file-system.ts';
import { SimulatedVfs } from './simulated-vfs.ts';
import { loadSqlite, type SqliteModule } from './sqlite-module.ts';
import { StoredTables } from './stored-tables.ts';
import { asNode, WasmDatabase } from './wasm-database.ts';
import { WriterInTurns } from './writer-in-turns.ts';

interface Sqlite {
  readonly module: SqliteModule;
  readonly vfs: SimulatedVfs;
}

let loaded: Sqlite | null = null;

/** Loads what file journals need, before the first world that has one: time must not pass in a world meanwhile. */
export async function loadFileJournals(): Promise<void> {
  if (loaded !== null) return;
  const module = await loadSqlite();
  loaded = { module, vfs: new SimulatedVfs(module) };
}

/** The name of a file on its machine. */
const nameIn = (path: string): string => path.split('/').slice(2).join('/');

const backupName = 'backup.sqlite';

/** More writes than a crash leaves time for. */
const maxWritesInCrash = 12;

/** The journal as it ships, on SQLite, on a simulated disk. One is open at a time. */
export class FileDisk implements JournalDisk {
  readonly #sqlite: Sqlite;
  readonly #draws: Draws;
  readonly #conduct: DiskConduct;
  readonly #count: (fault: string) => void;
  readonly #name: string;
  /** Each process finds the files under another name: what a dead one still does reaches those that it had. */
  #machine: string;
  #deaths = 0;
  /** Names of machines of which something is still open. */
  #left: string[] = [];
  #files = new FileSystem();
  #open: WasmDatabase[] = [];
  #writer: WriterInTurns | null = null;
  #journal: Journal | null = null;
  #tables: StoredTables | null = null;
  damage: string | null = null;

  constructor(name: string, draws: Draws, conduct: DiskConduct, count: (fault: string) => void = () => undefined) {
    if (loaded === null) throw new Error('SQLite was not loaded before the world began');
    this.#sqlite = loaded;
    this.#draws = draws;
    this.#conduct = conduct;
    this.#count = count;
    this.#name = name;
    this.#machine = name;
    this.#sqlite.vfs.mount(name, this.#files);
  }

  get #file(): string {
    return `/${this.#machine}/${fileName}`;
  }

  get tables(): Tables {
    if (this.#tables !== null) return this.#tables.read();
    const reading = this.#connect(this.#file, { readOnly: true });
    // The process was killed before its file had all tables; nothing is in them.
    if (dataVersion(reading) < (migrations.at(-1)?.number ?? 0)) {
      reading.close();
      return new Tables();
    }
    this.#tables = new StoredTables(reading);
    return this.#tables.read();
  }

  async open(clock: Clock, limits: Partial<CommitterLimits> = {}): Promise<Journal> {
    const { commitWindowMs = 5, queueRows = 20_000 } = limits;
    const host = this.#hostOn(clock);
    this.#forget();
    await prepareFile(this.#file, host);
    const engine = await openFileEngine({
      file: this.#file,
      host,
      reading: host.open(this.#file, { readOnly: true }),
      lock: { [Symbol.dispose]: () => undefined },
      clock,
      machine: {
        after: (ms, task) => clock.after(ms, task),
        monotonic: () => clock.now(),
        random: () => this.#draws.next(),
      },
      commitWindowMs,
      queueRows,
      faults: {},
      onFailure: (failure) => this.#failed(failure),
      onCommit: () => undefined,
      onDamage: ({ table, key }) => this.#damaged(`${table} ${key} is not as it was written`),
    });
    this.#journal = journalOver(engine, clock);
    return this.#journal;
  }

  get waiting(): number {
    return this.#journal?.stats().queuedRows ?? 0;
  }

  async backUp(): Promise<boolean> {
    if (this.#journal === null) return false;
    this.#lookForRoom();
    const path = `/${this.#machine}/${backupName}`;
    try {
      for (const what of await this.#journal.backup(path)) this.#damaged(`a backup finds ${what}`);
      this.#compare(path);
      return true;
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      return false;
    } finally {
      this.#files.remove(backupName);
    }
  }

  /** The process or the machine ends, perhaps while it writes; the next process finds what is left. */
  crash(isPowerCut: boolean, isWritten: boolean): void {
    const left = this.#files;
    if (isWritten) left.isLying ||= isPowerCut && this.#draws.happens(0.5);
    else left.writesLeft = this.#draws.whole(0, maxWritesInCrash);
    this.#writer?.die(isWritten || this.#draws.happens(0.7));
    this.#files = isPowerCut ? left.afterPowerCut(this.#draws) : left.afterKill();
    if (!isPowerCut && this.#draws.happens(0.3)) this.#restore();
    this.#writer = null;
    this.#journal = null;
    this.#tables = null;
    this.#deaths += 1;
    this.#left.push(this.#machine);
    this.#machine = `${this.#name} after ${this.#deaths}`;
    this.#sqlite.vfs.mount(this.#machine, this.#files);
  }

  dispose(): void {
    this.#writer?.die(false);
    this.#forget();
    this.#sqlite.vfs.mount(this.#machine, null);
  }

  /** Closes what the process before had open: what SQLite does then reaches the files that it had. */
  #forget(): void {
    for (const database of this.#open) if (database.isOpen) database.close();
    this.#open = [];
    for (const machine of this.#left) this.#sqlite.vfs.mount(machine, null);
    this.#left = [];
    this.#writer = null;
    this.#journal = null;
    this.#tables = null;
  }

  #connect = (file: string, options: SqliteOptions = {}) => this.#openOn(file, options, this.#open);

  #openOn(file: string, options: SqliteOptions, opened: WasmDatabase[]): DatabaseSync {
    const database = new WasmDatabase(this.#sqlite.module, file, options.readOnly === true);
    opened.push(database);
    configureSqlite(asNode(database), options);
    return asNode(database);
  }

  #hostOn(clock: Clock): FileHost {
    const open = this.#connect;
    const identityOf = (file: string) => this.#files.find(nameIn(file))?.identity ?? null;
    return {
      open,
      identityOf,
      sizeOf: (file) => this.#files.find(nameIn(file))?.size ?? 0,
      startWriter: (start) => {
        this.#writer = new WriterInTurns(start, {
          host: { open, identityOf },
          clock,
          commitMs: () => this.#conduct.commitMs(),
          onWrite: () => this.#lookForRoom(),
          onWritten: () => this.#tables?.changed(),
          onClose: () => this.#tables?.close(),
        });
        return this.#writer;
      },
      copy: async (file, path) => copyWhole(file, path, open),
      findDamage: async (file) => findDamagedRows(file, open),
    };
  }

  /** What the dead process left is copied, and put into the place of what it left. */
  #restore(): void {
    const machine = `${this.#name} restored`;
    const { vfs } = this.#sqlite;
    const left = this.#files.afterKill();
    left.isFull = false;
    vfs.mount(machine, left);
    const open = (file: string, options: SqliteOptions = {}) => this.#openOn(file, options, []);
    for (const found of copyWhole(`/${machine}/${fileName}`, `/${machine}/${backupName}`, open)) this.#damaged(found);
    vfs.mount(machine, null);
    this.#files = left.afterRestore(backupName, fileName);
    this.#count('restored from a backup');
  }

  #compare(path: string): void {
    const copy = new StoredTables(this.#connect(path, { readOnly: true }));
    const [there, copied] = [this.tables, copy.read()];
    for (const table of ['flights', 'reports', 'delivered', 'audit'] as const)
      if (!isDeepStrictEqual(there[table], copied[table]))
        this.#damaged(`a backup has other ${table} than the journal`);
    copy.close();
  }

  #lookForRoom(): void {
    this.#files.isFull = this.#conduct.isFull();
  }

  #failed({ kind, message }: BatchFailure): void {
    if (kind !== 'storage') this.#damaged(message);
  }

  #damaged(what: string): void {
    this.damage ??= what;
  }
}
