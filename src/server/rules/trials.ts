import type { Journal } from '../../journal/journal.ts';
import type { Clock } from '../../lib/clock.ts';
import { newId } from '../../lib/tokens.ts';
import { isRefusal, Refusal } from '../../tracking/refusals.ts';
import { RuleBook } from '../../tracking/rules/rule-book.ts';
import { noTotals } from '../../tracking/rules/trial.ts';
import type { Trial, TrialCalls } from '../../tracking/rules/trial-calls.ts';
import { applyTrial, type TrialApplyNeeds } from './trial-apply.ts';
import { TrialRecords } from './trial-record.ts';
import { runTrial, type TrialNeeds } from './trial-run.ts';

export interface TrialsNeeds extends Omit<TrialNeeds & TrialApplyNeeds, 'records' | 'journal' | 'mayRun'> {
  readonly journal: Pick<Journal, 'readChunks' | 'readNote' | 'saveNote'>;
  readonly onError: (error: unknown) => void;
}

/** How long a trial waits when a server or the crew center does not answer, in milliseconds. */
const retryMs = 5_000;
const nothingTried = {
  before: null,
  applied: null,
  appliedBy: null,
  totals: noTotals,
  pieces: 0,
  listed: 0,
  unlisted: 0,
};

interface Running {
  readonly id: string;
  readonly ending: AbortController;
  readonly done: Promise<void>;
  /** Whether its record shows that it was begun. */
  isStored: boolean;
}

/** Runs one trial at a time. What was running when the server ended continues when it is opened again. */
export class Trials implements AsyncDisposable {
  readonly calls: TrialCalls;
  readonly #needs: TrialsNeeds;
  readonly #records: TrialRecords;
  readonly #book: RuleBook;
  #running: Running | null = null;
  #mayRun: () => boolean = () => true;

  constructor(needs: TrialsNeeds) {
    this.#needs = needs;
    this.#records = new TrialRecords(needs.journal);
    this.#book = new RuleBook(needs.journal);
    this.calls = {
      listTrials: async () => this.#records.list(),
      readTrial: async (id) => {
        const trial = this.#require(id);
        return { trial, flights: this.#records.flights(trial) };
      },
      startTrial: (actor, set, since) => this.#start(actor, set, since),
      applyTrial: (actor, id) => this.#apply(actor, id),
      stopTrial: (actor, id) => this.#stop(actor, id),
    };
  }

  /**
   * Continues the trial that was running when the last server ended.
   * @param mayRun - whether it is still this server that tries sets
   */
  continue(mayRun: () => boolean = () => true): void {
    this.#mayRun = mayRun;
    const trial = this.#unfinished();
    if (trial !== undefined) this.#run(trial);
  }

  /** Ends what is running; it can be continued, here or elsewhere. */
  async end(): Promise<void> {
    this.#running?.ending.abort();
    await this.#running?.done;
  }

  /** Removes the trials that name this pilot; one that is running begins again. */
  async erasePilot(pilotId: string): Promise<void> {
    await this.end();
    for (const trial of this.#records.list()) {
      if (!isUnfinished(trial) && trial.totals.pilots[pilotId] !== undefined) await this.#records.remove(trial.id);
    }
    const trial = this.#unfinished();
    if (trial === undefined) return;
    await this.#records.remove(trial.id);
    // What is being applied is not: the flights of the others were judged, or are left as they are.
    if (trial.state === 'applying') return;
    const again = { ...trial, ...nothingTried };
    await this.#records.add(again);
    this.#run(again);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.end();
  }

  async #start(actor: string, number: number, since: number | null): Promise<Trial> {
    const set = this.#book.find(number);
    if (set === null) throw new Refusal('not-found', { message: `There is no rule set ${number}.` });
    this.#requireIdle();
    const now = this.#needs.clock.now();
    const trial: Trial = {
      id: newId(),
      set: number,
      setName: set.name,
      startedAt: now,
      startedBy: actor,
      state: 'running',
      endedAt: null,
      reason: null,
      since,
      ...nothingTried,
    };
    // Before it is stored, so that of two calls at once one is refused.
    const entry = { at: now, actor, action: 'rules-try', subject: String(number), detail: set.name };
    const stored = this.#records.add(trial, entry);
    this.#run(trial, stored);
    await stored;
    return trial;
  }

  async #apply(actor: string, id: string): Promise<Trial> {
    const trial = this.#require(id);
    this.#requireIdle();
    if (trial.state !== 'done')
      throw new Refusal('invalid', { message: 'Only what a trial that is done has found can be applied.' });
    const begun: Trial = { ...trial, state: 'applying', applied: 0, appliedBy: actor };
    const at = this.#needs.clock.now();
    const entry = { at, actor, action: 'rules-apply', subject: String(trial.set), detail: id };
    const stored = this.#records.save({ trial: begun, flights: [] }, entry).then(() => undefined);
    this.#run(begun, stored);
    await stored;
    return begun;
  }

  #requireIdle(): void {
    // What is stored as ended has ended, also while its thread is.
    const isBeginning = this.#running?.isStored === false;
    if (isBeginning || this.#unfinished() !== undefined)
      throw new Refusal('invalid', { message: 'Another trial is running. Wait until it is done, or stop it.' });
  }

  async #stop(actor: string, id: string): Promise<Trial> {
    const trial = this.#require(id);
    if (this.#running?.id === id) {
      this.#running.ending.abort();
      await this.#running.done;
    }
    const last = this.#require(trial.id);
    if (!isUnfinished(last)) return last;
    const at = this.#needs.clock.now();
    const entry = { at, actor, action: 'rules-try-stop', subject: id, detail: null };
    return this.#records.save({ trial: { ...last, state: 'stopped', endedAt: at }, flights: [] }, entry);
  }

  #run(trial: Trial, stored: Promise<void> = Promise.resolve()): void {
    const ending = new AbortController();
    const done = stored.then(() => this.#tryRun(trial.id, ending.signal)).catch(this.#needs.onError);
    const running: Running = { id: trial.id, ending, done, isStored: false };
    this.#running = running;
    void stored.then(
      () => (running.isStored = true),
      () => undefined,
    );
    void done.then(() => {
      if (this.#running === running) this.#running = null;
    });
  }

  /** Until it is done. What another server, or the crew center, does not say now is asked for again. */
  async #tryRun(id: string, signal: AbortSignal): Promise<void> {
    const { onError, clock } = this.#needs;
    while (!signal.aborted && this.#mayRun()) {
      try {
        await this.#attempt(this.#require(id), signal);
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (isRefusal(error)) await pause(clock, retryMs, signal);
        else {
          onError(error);
          await this.#fail(id, error);
          return;
        }
      }
    }
  }

  async #attempt(trial: Trial, signal: AbortSignal): Promise<void> {
    const set = this.#book.find(trial.set);
    if (set === null) throw new Error(`Rule set ${trial.set} cannot be read.`);
    const needs = { ...this.#needs, records: this.#records, mayRun: this.#mayRun };
    if (trial.state === 'applying') await applyTrial(needs, trial, signal);
    else await runTrial(needs, trial, set, signal);
  }

  async #fail(id: string, error: unknown): Promise<void> {
    const reason = error instanceof Error ? error.message : String(error);
    const endedAt = this.#needs.clock.now();
    await this.#records.save({ trial: { ...this.#require(id), state: 'failed', endedAt, reason }, flights: [] });
  }

  #unfinished(): Trial | undefined {
    return this.#records.list().find(isUnfinished);
  }

  #require(id: string): Trial {
    const trial = this.#records.find(id);
    if (trial === null) throw new Refusal('not-found', { message: `There is no trial ${id}.` });
    return trial;
  }
}

const isUnfinished = ({ state }: Trial) => state === 'running' || state === 'applying';

/** Waits; not any longer when it is aborted. */
async function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  using _timer = clock.after(ms, resolve);
  signal.addEventListener('abort', () => resolve(), { once: true });
  await promise;
}
