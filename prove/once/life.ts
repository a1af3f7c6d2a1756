import { setTimeout } from 'node:timers/promises';
import type { Journal } from '../../src/journal/journal.ts';
import { override } from '../../src/lib/override.ts';
import { newId } from '../../src/lib/tokens.ts';
import type { Platform } from '../../src/platform/port.ts';
import type { Tracker } from '../../src/server/tracker.ts';
import { ManualClock } from '../../test/manual-clock.ts';
import { openTrackerAt } from '../../test/open-at.ts';
import type { Host, OpenedAdapter } from './host.ts';
import { type Break, Steps } from './steps.ts';

/** What is wrong with the adapter on purpose: it knows no PIREP again that it filed, or it only says that it filed. */
export type Weakness = 'none' | 'knows-none-again' | 'says-filed';

/** One process of ours, from its start to its end or crash. Time moves only while somebody waits. */
export class Life {
  readonly steps: Steps;
  readonly #clock: ManualClock;
  readonly #crash = Promise.withResolvers<void>();
  #isCrashed = false;
  #journal: Journal | null = null;
  #adapter!: OpenedAdapter;
  #tracker!: Tracker;

  private constructor(clock: ManualClock, plan: Break | null) {
    this.#clock = clock;
    this.steps = new Steps(plan, () => {
      this.#isCrashed = true;
      this.#crash.resolve();
    });
  }

  static async begin(
    host: Host,
    directory: string,
    now: number,
    { plan = null, weakness = 'none' }: { readonly plan?: Break | null; readonly weakness?: Weakness },
  ): Promise<Life> {
    const life = new Life(new ManualClock(now), plan);
    life.#adapter = await host.openAdapter(life.steps, life.#clock);
    life.#tracker = await openTrackerAt({
      directory,
      config: { commitWindowMs: 0 },
      clock: life.#clock,
      replace: {
        platform: () => weaken(life.#adapter.platform, weakness),
        journal: (journal) => life.#frozenByCrash(journal),
        tracking: { trackEveryMs: 2_000 },
      },
    });
    return life;
  }

  get calls() {
    return this.#tracker.tracking.calls;
  }

  get now(): number {
    return this.#clock.now();
  }

  /** Lets time pass until this has settled; a crash is told as one. */
  async settled<T>(asked: Promise<T>): Promise<{ readonly value: T } | { readonly error: unknown } | 'crashed'> {
    const outcome = Promise.race([
      asked.then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      ),
      this.#crash.promise.then(() => 'crashed' as const),
    ]);
    let isSettled = false;
    void outcome.finally(() => {
      isSettled = true;
    });
    while (!isSettled) await this.pass(100);
    return outcome;
  }

  /** Lets so many milliseconds pass, and what goes on in other processes with them. */
  async pass(ms: number): Promise<void> {
    if (!this.#isCrashed) await this.#clock.advance(ms);
    await setTimeout(2);
  }

  async end(): Promise<void> {
    if (this.#isCrashed) {
      // What the writer's thread had is on disk, as after `kill -9`; nothing of what came after is.
      await this.#journal?.close();
      await this.#tracker.crewCenter.embedded?.close();
    } else await this.#tracker[Symbol.asyncDispose]();
    await this.#adapter.close().catch(() => undefined);
  }

  /** Nothing that our process would have asked for after its crash is done. */
  #frozenByCrash(journal: Journal): Journal {
    this.#journal = journal;
    const never = new Promise<never>(() => undefined);
    return new Proxy(journal, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key);
        if (typeof value !== 'function') return value;
        if (!this.#isCrashed) return value.bind(target);
        return key === 'appendPositions' ? () => ({ firstNumber: 0, durable: never }) : () => never;
      },
    });
  }
}

export function weaken(platform: Platform, weakness: Weakness): Platform {
  if (weakness === 'none') return platform;
  const own: Partial<Platform> = {
    findPirep: async () => null,
    async filePirep(flight, pirep) {
      if (weakness === 'says-filed') return { pirepId: flight.pirepId ?? '1', state: 'pending' };
      return platform.filePirep({ ...flight, id: newId() }, pirep);
    },
  };
  return override(platform, own);
}
