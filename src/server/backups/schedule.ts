import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../lib/clock.ts';
import { isThere } from '../../lib/is-there.ts';

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

/** Makes a backup a day, and keeps the newest ones. One that was missed is made when the server runs again. */
export class BackupSchedule implements AsyncDisposable {
  readonly #plan: BackupPlan;
  readonly #clock: Clock;
  readonly #make: (folder: string) => Promise<unknown>;
  readonly #onFailure: (reason: string) => void;
  #timer: Disposable;
  #running: Promise<void> | null = null;
  #isFailing = false;

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
      await this.#makeIfDue();
      this.#isFailing = false;
    } catch (error) {
      this.#isFailing = true;
      next = 30 * checkEveryMs;
      this.#onFailure(error instanceof Error ? error.message : String(error));
    }
    this.#timer = this.#wait(next);
  }

  async #makeIfDue(): Promise<void> {
    const target = dailyFolder(this.#plan.folder, this.#clock.now() - this.#plan.hour * 3_600_000);
    if (isThere(target)) return;
    await makeDaily(target, this.#make);
    for (const { folder } of listBackups(this.#plan.folder).slice(this.#plan.keep)) rmSync(folder, { recursive: true });
  }
}

/** Makes the backup of a day; an earlier one of that day is replaced. Only a whole one gets the name of its day. */
export async function makeDaily(target: string, make: (folder: string) => Promise<unknown>): Promise<void> {
  const unfinished = `${target}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  await make(unfinished);
  rmSync(target, { recursive: true, force: true });
  renameSync(unfinished, target);
}

/** Those of the schedule in this folder, newest first. */
export function listBackups(folder: string): readonly DailyBackup[] {
  if (!isThere(folder)) return [];
  return readdirSync(folder)
    .filter((name) => dailyName.test(name))
    .sort()
    .reverse()
    .map((name) => ({ name, folder: join(folder, name) }));
}

/** Folder of the backup of this day, UTC. */
export function dailyFolder(folder: string, at: number): string {
  return join(folder, `tracker-${new Date(at).toISOString().slice(0, 10)}`);
}
