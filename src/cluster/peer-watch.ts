import type { Clock } from '../lib/clock.ts';

export interface PeerWatchNeeds {
  readonly clock: Pick<Clock, 'after'>;
  /** Milliseconds on a clock that nobody sets. */
  readonly monotonic: () => number;
  /** Asks the other server for a sign of life; rejects while it gives none. */
  ask(): Promise<unknown>;
  /** Called once when it falls silent: what waits for it must fail. */
  onSilent(): void;
}

/** How often those who wait are looked after. */
const everyMs = 500;
/** After this time without a word the other server is asked for one. */
const quietMs = 1_000;
/**
 * After this time it is silent: shorter than its lease and than what a proxy waits for reports, longer than a few lost packets and
 * than anything keeps a server that lives from answering a call without work.
 */
export const silentAfterMs = 3_000;

/**
 * Notices that another server says nothing any more, not even that it lives: it hangs, or the network between the two is cut. Who
 * waits there while its crew center or its database is slow is not concerned. Nobody watches while nobody waits.
 */
export class PeerWatch {
  readonly #needs: PeerWatchNeeds;
  #waiting = 0;
  /** When it said something last, or somebody began to wait: since then it has been quiet. */
  #quietSince = 0;
  #isAsked = false;
  #isSilent = false;
  #isClosed = false;
  #timer: Disposable | null = null;

  constructor(needs: PeerWatchNeeds) {
    this.#needs = needs;
  }

  /** Whether it was silent for too long and has said nothing since. */
  get isSilent(): boolean {
    return this.#isSilent;
  }

  /** Somebody waits for an answer. */
  begin(): void {
    if (this.#waiting === 0 && !this.#isSilent) this.#quietSince = this.#needs.monotonic();
    this.#waiting += 1;
    this.#schedule();
  }

  /** @param isAnswered - by the other server, whatever it said */
  end(isAnswered: boolean): void {
    this.#waiting -= 1;
    if (isAnswered) this.#hear();
  }

  close(): void {
    this.#isClosed = true;
    this.#timer?.[Symbol.dispose]();
  }

  #hear(): void {
    this.#isSilent = false;
    this.#quietSince = this.#needs.monotonic();
  }

  #schedule(): void {
    if (this.#isClosed) return;
    this.#timer ??= this.#needs.clock.after(everyMs, () => {
      this.#timer = null;
      this.#look();
      if (this.#waiting > 0 || this.#isSilent) this.#schedule();
    });
  }

  #look(): void {
    const quietForMs = this.#needs.monotonic() - this.#quietSince;
    if (quietForMs < quietMs) return;
    if (this.#waiting > 0 && quietForMs >= silentAfterMs && !this.#isSilent) {
      this.#isSilent = true;
      this.#needs.onSilent();
    }
    if (this.#waiting > 0 || this.#isSilent) this.#ask();
  }

  #ask(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    this.#needs.ask().then(
      () => {
        this.#isAsked = false;
        this.#hear();
      },
      () => (this.#isAsked = false),
    );
  }
}
