import type { Draws } from '../chance.ts';
import { SimulatedFile, type Survival } from './simulated-file.ts';

const survivals: readonly Survival[] = ['none', 'all', 'the first', 'by chance', 'by chance'];

/** The files of one machine. */
export class FileSystem {
  readonly #files = new Map<string, SimulatedFile>();
  #made = 0;
  /** Whether there is room for no byte more; what is there can be written over. */
  isFull = false;
  /** How many more writes there will be before nothing works any more, because the process or its machine ends. */
  writesLeft = Number.POSITIVE_INFINITY;
  /** Whether files are said to be synced that are not: the power fails meanwhile. */
  isLying = false;

  find(name: string): SimulatedFile | null {
    return this.#files.get(name) ?? null;
  }

  make(name: string): SimulatedFile {
    this.#made += 1;
    const file = new SimulatedFile(this.#made);
    this.#files.set(name, file);
    return file;
  }

  remove(name: string): void {
    this.#files.delete(name);
  }

  /** Whether this write happens. */
  takesWrite(): boolean {
    this.writesLeft -= 1;
    return this.writesLeft >= 0;
  }

  /** The files as the next process finds them. */
  afterKill(): FileSystem {
    return this.#copy((file) => file.afterKill());
  }

  afterPowerCut(draws: Draws): FileSystem {
    const survival = draws.pick(survivals);
    return this.#copy((file) => file.afterPowerCut(survival, draws));
  }

  /** Only this backup is left, in the place of the file. */
  afterRestore(backup: string, name: string): FileSystem {
    const restored = this.#copy((file) => file.afterKill());
    const file = restored.find(backup);
    if (file === null) throw new Error(`${backup} is not there`);
    restored.#files.clear();
    restored.#files.set(name, file);
    return restored;
  }

  #copy(left: (file: SimulatedFile) => SimulatedFile): FileSystem {
    const copy = new FileSystem();
    copy.#made = this.#made;
    copy.isFull = this.isFull;
    for (const [name, file] of this.#files) copy.#files.set(name, left(file));
    return copy;
  }
}
