import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../lib/clock.ts';
import { isThere } from '../../lib/is-there.ts';
import { isRefusal } from '../../tracking/refusals.ts';

export interface BackupPlan {
  readonly folder: string;
  /** Hour of the day, UTC, from which on the day's backup is made. */
  readonly hour: number;
  /** Number of backups that are kept. */
  readonly keep: number;
}

/** One backup of the schedule, by the day on which it was made. */
export interface DailyBackup {
  /** `tracker-2024-04-06`. */
  readonly name: string;
  readonly folder: string;
}

const checkEveryMs = 60_000;
const dailyName = /^tracker-\d{4}-\d\d-\d\d$/;
export const damagedName = /^tracker-\d{4}-\d\d-\d\d\.damaged$/;

/** Makes a backup a day, and keeps the newest ones. One that was missed is made when the server runs again. */
export class BackupSchedule implements AsyncDisposable {
  readonly #plan: BackupPlan;
  readonly #clock: Clock;
  readonly #make: (folder: string) => Promise<unknown>;
  readonly #onFailure: (reason: string) => void;
  #timer: Disposable;
  #running: Promise<void> | null = null;
  #isFailing = false;
  /** Folder of the backup that was due and had damage in it: there is one attempt a day. */
  #damaged: string | null = null;

  /**
   * @param make - copies everything into this folder, and checks the copies
   * @param onFailure - receives why today's backup could not be made; it is tried again within the hour
   */
  constructor(
    plan: BackupPlan,
    clock: Clock,
    make: (folder: string) => Promise<unknown>,
    onFailure: (reason: string) => void,
  ) {
    this.#plan = plan;
    this.#clock = clock;
    this.#make = make;
    this.#onFailure = onFailure;
    this.#timer = this.#wait(checkEveryMs);
  }

  /** The last backup that was due could not be made. */
  get isFailing(): boolean {
    return this.#isFailing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#timer[Symbol.dispose]();
    await this.#running;
  }

  #wait(ms: number): Disposable {
    return this.#clock.after(ms, () => {
      this.#running = this.#run().finally(() => {
        this.#running = null;
      });
    });
  }

  async #run(): Promise<void> {
    let next = checkEveryMs;
    try {
      if (await this.#makeIfDue()) this.#isFailing = false;
    } catch (error) {
      this.#isFailing = true;
      next = 30 * checkEveryMs;
      this.#onFailure(error instanceof Error ? error.message : String(error));
    }
    this.#timer = this.#wait(next);
  }

  /** Returns whether there is one of the day. One with damage in it takes the place of none that is whole. */
  async #makeIfDue(): Promise<boolean> {
    const { folder: all, hour, keep } = this.#plan;
    const target = dailyFolder(all, this.#clock.now() - hour * 3_600_000);
    if (isThere(target)) return true;
    if (this.#damaged === target) return false;
    try {
      await makeDaily(target, this.#make);
    } catch (error) {
      if (isRefusal(error, 'data-damaged')) this.#damaged = target;
      throw error;
    } finally {
      for (const list of [listBackups(all), listBackups(all, damagedName)])
        for (const { folder } of list.slice(keep)) rmSync(folder, { recursive: true });
    }
    return true;
  }
}

/**
 * Makes the backup of a day; an earlier one of that day is replaced. Only a whole one gets the name of its day: one with damage in
 * it is kept beside it.
 */
export async function makeDaily(target: string, make: (folder: string) => Promise<unknown>): Promise<void> {
  const unfinished = `${target}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  try {
    await make(unfinished);
  } catch (error) {
    if (isRefusal(error, 'data-damaged')) replace(unfinished, `${target}.damaged`);
    throw error;
  }
  replace(unfinished, target);
}

function replace(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  renameSync(from, to);
}

/** Those of the schedule in this folder, newest first. */
export function listBackups(folder: string, named = dailyName): readonly DailyBackup[] {
  if (!isThere(folder)) return [];
  return readdirSync(folder)
    .filter((name) => named.test(name))
    .sort()
    .reverse()
    .map((name) => ({ name, folder: join(folder, name) }));
}

/** Folder of the backup of this day, UTC. */
export function dailyFolder(folder: string, at: number): string {
  return join(folder, `tracker-${new Date(at).toISOString().slice(0, 10)}`);
}
