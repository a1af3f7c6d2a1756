import { Worker } from 'node:worker_threads';
import type { Journal } from '../journal/journal.ts';
import type { Clock } from '../lib/clock.ts';
import { packageVersion } from '../lib/version.ts';
import type { Report } from '../platform/check/run.ts';
import type { CheckRun, SiteChecks } from '../web/site-checks.ts';
import type { CheckOrder } from './check-worker.ts';

/** The checks are broken off then. */
const maxMs = 600_000;
/** After the start of the server, when its first clients have found it again; then daily, or hourly while they cannot be run. */
const firstAfterMs = 60_000;
const dailyMs = 86_400_000;
const hourlyMs = 3_600_000;
const noteName = 'site-checks';

type Notes = Pick<Journal, 'readNote' | 'saveNote'>;

/**
 * Runs the checks in a thread of their own, a minute after the first start of a version and then daily: how they ended is kept over a
 * restart, because a server that its host ends every few minutes must not ask the site hundreds of times after each. Disposing it ends
 * a run.
 */
export function openSiteChecks(order: CheckOrder, clock: Clock, notes: Notes): SiteChecks & Disposable {
  return new ThreadChecks(order, clock, notes);
}

class ThreadChecks implements SiteChecks, Disposable {
  readonly #order: CheckOrder;
  readonly #clock: Clock;
  readonly #notes: Notes;
  #last: CheckRun | null;
  #worker: Worker | null = null;
  #next: Disposable;

  constructor(order: CheckOrder, clock: Clock, notes: Notes) {
    this.#order = order;
    this.#clock = clock;
    this.#notes = notes;
    this.#last = readKept(notes);
    this.#next = this.#wait();
  }

  get last(): CheckRun | null {
    return this.#last;
  }

  get isRunning(): boolean {
    return this.#worker !== null;
  }

  start(): void {
    if (this.#worker !== null) return;
    this.#next[Symbol.dispose]();
    // Ended with the server they count too: they may be why a host ended it.
    this.#keep({ at: this.#clock.now(), report: null, problem: 'the server ended before they did' });
    const file = new URL(`./check-worker${import.meta.url.slice(-3)}`, import.meta.url);
    const worker = new Worker(file, { workerData: this.#order });
    const tooLong = () => this.#end(worker, null, `more than ${maxMs / 60_000} minutes`);
    const limit = this.#clock.after(maxMs, tooLong);
    this.#worker = worker;
    worker.unref();
    worker.once('message', (report: Report) => this.#end(worker, report, null));
    worker.once('error', (error) => this.#end(worker, null, error instanceof Error ? error.message : String(error)));
    worker.once('exit', () => limit[Symbol.dispose]());
  }

  [Symbol.dispose](): void {
    this.#next[Symbol.dispose]();
    const running = this.#worker;
    this.#worker = null;
    void running?.terminate();
  }

  #wait(): Disposable {
    const { at, problem } = this.#last ?? { at: Number.NEGATIVE_INFINITY, problem: null };
    const due = at + (problem === null ? dailyMs : hourlyMs) - this.#clock.now();
    // A clock that is set back makes no wait longer than a day.
    return this.#clock.after(Math.min(dailyMs, Math.max(firstAfterMs, due)), () => this.start());
  }

  #end(worker: Worker, report: Report | null, problem: string | null): void {
    if (this.#worker !== worker) return;
    this.#last = { at: this.#clock.now(), report, problem };
    this.#worker = null;
    this.#keep(this.#last);
    this.#next = this.#wait();
    void worker.terminate();
  }

  #keep(run: CheckRun): void {
    // What cannot be kept is found again after the next start.
    this.#notes.saveNote(noteName, JSON.stringify({ ...run, version: packageVersion() })).catch(() => {});
  }
}

/** Null where another version ran them, or what was kept is damaged. */
function readKept(notes: Notes): CheckRun | null {
  try {
    const kept = JSON.parse(notes.readNote(noteName) ?? 'null') as (CheckRun & { readonly version: string }) | null;
    return kept?.version === packageVersion() ? { at: kept.at, report: kept.report, problem: kept.problem } : null;
  } catch {
    return null;
  }
}
