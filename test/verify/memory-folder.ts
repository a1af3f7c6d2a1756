import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where Linux has a file system in memory. */
const memory = '/dev/shm';
/** `TMPFS_MAGIC`, statfs(2). */
const tmpfs = 0x01021994;
/** What `npm test` needs at once is a tenth of it. */
const minBytes = 2 ** 31;
const ours = /^tracker-tests-(?<pid>\d+)$/;

/** A folder for temporary files that lies in memory. */
export interface MemoryFolder extends Disposable {
  readonly path: string;
}

/**
 * Makes a folder for the files of tests: there no commit waits for a disk, and to open the databases of a server takes less.
 * What a killed process has written is there as on a disk; only a power cut would show a difference, and no test is one.
 * @returns null where there is no such place, or too little of it, or no program may be run from it
 */
export function makeMemoryFolder(): MemoryFolder | null {
  return hasRoomInMemory(memory) ? makeFolder(memory) : null;
}

/** Whether this folder lies in memory, with room for the files of tests. */
export function hasRoomInMemory(folder: string): boolean {
  try {
    const { type, bavail, bsize } = statfsSync(folder);
    return type === tmpfs && bavail * bsize >= minBytes;
  } catch {
    return false;
  }
}

/** Makes a folder of this process within another one, and removes those of processes that were killed. As `makeMemoryFolder`. */
export function makeFolder(within: string): MemoryFolder | null {
  const path = join(within, `tracker-tests-${process.pid}`);
  const remove = () => rmSync(path, { recursive: true, force: true });
  try {
    removeOld(within);
    mkdirSync(path);
    // Tests give up root, as servers do.
    chmodSync(path, 0o1777);
    if (canRunPrograms(path)) return { path, [Symbol.dispose]: remove };
    remove();
    return null;
  } catch {
    return null;
  }
}

function removeOld(within: string): void {
  for (const name of readdirSync(within)) {
    const pid = ours.exec(name)?.groups?.pid;
    if (pid === undefined || isRunning(Number(pid))) continue;
    try {
      rmSync(join(within, name), { recursive: true, force: true });
    } catch {
      // It is another account's.
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A container's may forbid it. */
function canRunPrograms(folder: string): boolean {
  const program = join(folder, 'true');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  return spawnSync(program).status === 0;
}
