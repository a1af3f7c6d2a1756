import { type Machine, thisMachine } from '../lib/machine.ts';

/** Number of waiting writes at which the window ends early. */
const enough = 32;

export interface WindowNeeds {
  /** How long the first write of a commit waits for others, in milliseconds. */
  readonly commitWindowMs: number;
  readonly machine?: Machine | undefined;
  /** Number of writes that wait for the next commit. */
  waiting(): number;
  /** Whether a commit is under way: the next one begins when it ends. */
  isBusy(): boolean;
  /** Commits what is waiting; calls `begin` if it does. */
  commit(): void;
}

/** When a group commit begins: once its window ends, or enough is waiting; never in the turn in which something was added. */
export class CommitWindow {
  readonly #needs: WindowNeeds;
  readonly #machine: Machine;
  #timer: Disposable | null = null;
  /** Whether the window of the next commit has ended. */
  #isDue = false;
  #isScheduled = false;

  constructor(needs: WindowNeeds) {
    this.#needs = needs;
    this.#machine = needs.machine ?? thisMachine;
  }

  /** Something was added to what is waiting. */
  added(): void {
    const { isBusy, waiting } = this.#needs;
    if (!isBusy() && (this.#isDue || waiting() >= enough)) this.#schedule();
    else if (this.#timer === null && !this.#isDue) this.#start();
  }

  /** Commits what is waiting without its window, now or once the commit under way ends. */
  hurry(): void {
    this.#isDue = true;
    this.#flush();
  }

  /** What is waiting is committed; the next write begins a new window. */
  begin(): void {
    this.#timer?.[Symbol.dispose]();
    this.#timer = null;
    this.#isDue = false;
  }

  /** The commit under way has ended. */
  ended(): void {
    const waiting = this.#needs.waiting();
    // The window of what waited behind this commit may have begun, and ended, with another one that began meanwhile.
    if (waiting >= enough || (waiting > 0 && this.#timer === null)) this.#isDue = true;
    this.#flush();
  }

  #start(): void {
    const { commitWindowMs } = this.#needs;
    if (commitWindowMs <= 0) {
      this.#isDue = true;
      this.#schedule();
      return;
    }
    this.#timer = this.#machine.after(commitWindowMs, () => {
      this.#timer = null;
      this.hurry();
    });
  }

  /** Puts all requests read in this turn of the event loop into one commit. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.hurry();
    });
  }

  #flush(): void {
    const { isBusy, waiting, commit } = this.#needs;
    if (this.#isDue && !isBusy() && waiting() > 0) commit();
  }
}
