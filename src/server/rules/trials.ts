import type { Journal } from '../../journal/journal.ts';
import { newId } from '../../lib/tokens.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { RuleBook } from '../../tracking/rules/rule-book.ts';
import { noTotals, type TriedFlight } from '../../tracking/rules/trial.ts';
import { type Trial, TrialRecords } from './trial-record.ts';
import { runTrial, type TrialNeeds } from './trial-run.ts';

/** The operator's calls about what a set of rules would have done. */
export interface TrialCalls {
  /** Newest first; at most five are kept. */
  listTrials(): Promise<readonly Trial[]>;
  /** Returns a trial with its flights, newest first. @throws Refusal `not-found` */
  readTrial(id: string): Promise<{ readonly trial: Trial; readonly flights: readonly TriedFlight[] }>;
  /**
   * Begins to try a saved set on the flights of the past; nothing of them is changed.
   * @param since - only flights that ended at or after this instant; null means all
   * @throws Refusal `not-found` for an unknown set; `invalid` while another trial is running
   */
  startTrial(actor: string, set: number, since: number | null): Promise<Trial>;
  /** @throws Refusal `not-found` */
  stopTrial(actor: string, id: string): Promise<Trial>;
}

export interface TrialsNeeds extends Omit<TrialNeeds, 'records' | 'journal'> {
  readonly journal: Pick<Journal, 'readChunks' | 'readNote' | 'saveNote' | 'saveAudit'>;
  readonly onError: (error: unknown) => void;
}

interface Running {
  readonly id: string;
  readonly ending: AbortController;
  readonly done: Promise<void>;
}

/** Runs one trial at a time. What was running when the server ended continues when it is opened again. */
export class Trials implements AsyncDisposable {
  readonly calls: TrialCalls;
  readonly #needs: TrialsNeeds;
  readonly #records: TrialRecords;
  readonly #book: RuleBook;
  #running: Running | null = null;

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
      stopTrial: (actor, id) => this.#stop(actor, id),
    };
  }

  /** Continues the trial that was running when the last server ended. */
  continue(): void {
    const trial = this.#records.list().find(({ state }) => state === 'running');
    if (trial !== undefined) this.#run(trial);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#running?.ending.abort();
    await this.#running?.done;
  }

  async #start(actor: string, number: number, since: number | null): Promise<Trial> {
    const set = this.#book.find(number);
    if (set === null) throw new Refusal('not-found', { message: `There is no rule set ${number}.` });
    if (this.#running !== null)
      throw new Refusal('invalid', { message: 'Another trial is running. Wait until it is done, or stop it.' });
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
      before: null,
      totals: noTotals,
      pieces: 0,
      listed: 0,
      unlisted: 0,
    };
    // Before it is stored, so that of two calls at once one is refused.
    const stored = this.#records.add(trial);
    this.#run(trial, stored);
    await stored;
    await this.#needs.journal.saveAudit({
      at: now,
      actor,
      action: 'rules-try',
      subject: String(number),
      detail: set.name,
    });
    return trial;
  }

  async #stop(actor: string, id: string): Promise<Trial> {
    const trial = this.#require(id);
    if (this.#running?.id === id) {
      this.#running.ending.abort();
      await this.#running.done;
    }
    const last = this.#require(trial.id);
    if (last.state !== 'running') return last;
    const at = this.#needs.clock.now();
    const stopped = await this.#records.save({ trial: { ...last, state: 'stopped', endedAt: at }, flights: [] });
    await this.#needs.journal.saveAudit({ at, actor, action: 'rules-try-stop', subject: id, detail: null });
    return stopped;
  }

  #run(trial: Trial, stored: Promise<void> = Promise.resolve()): void {
    const ending = new AbortController();
    const done = stored.then(() => this.#tryRun(trial, ending.signal)).catch(this.#needs.onError);
    const running = { id: trial.id, ending, done };
    this.#running = running;
    void done.then(() => {
      if (this.#running === running) this.#running = null;
    });
  }

  async #tryRun(trial: Trial, signal: AbortSignal): Promise<void> {
    const { journal, onError } = this.#needs;
    try {
      const set = this.#book.find(trial.set);
      if (set === null) throw new Error(`Rule set ${trial.set} cannot be read.`);
      await runTrial({ ...this.#needs, records: this.#records, journal }, trial, set, signal);
    } catch (error) {
      if (signal.aborted) return;
      onError(error);
      const reason = error instanceof Error ? error.message : String(error);
      const last = this.#records.find(trial.id) ?? trial;
      const endedAt = this.#needs.clock.now();
      await this.#records.save({ trial: { ...last, state: 'failed', endedAt, reason }, flights: [] });
    }
  }

  #require(id: string): Trial {
    const trial = this.#records.find(id);
    if (trial === null) throw new Refusal('not-found', { message: `There is no trial ${id}.` });
    return trial;
  }
}
