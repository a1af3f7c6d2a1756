import { connectTracker, isTrackerError, type TrackedFlight, type TrackerClient } from '../../src/client/client.ts';
import { systemTiming } from '../../src/client/timing.ts';
import { type Answers, roundRobin } from './round-robin.ts';

/** A flight that was finished: its PIREP, and how many positions it had. */
export interface Flown {
  readonly pirepId: string;
  readonly positions: number;
}

/** Longest wait of a client between two tries, in milliseconds: what is measured is the servers, not their clients' patience. */
const maxPauseMs = 700;
/** Positions of one flight, and the pause between two, in milliseconds. */
const positionsPerFlight = 40;
const everyMs = 200;

/** A pilot who flies one flight after the other with the SDK, until told to stop. */
export class ProvePilot {
  readonly flown: Flown[] = [];
  /** When reports of this pilot were last acknowledged, by `performance.now()`. */
  acknowledgedAt = 0;
  acknowledged = 0;
  failure: unknown = null;
  readonly #key: string;
  readonly #urls: readonly string[];
  readonly #answers: Answers;
  #isStopping = false;
  #flying: Promise<void> | null = null;

  constructor(key: string, urls: readonly string[], answers: Answers) {
    this.#key = key;
    this.#urls = urls;
    this.#answers = answers;
  }

  begin(): void {
    this.#flying = this.#fly().catch((error: unknown) => {
      this.failure = error;
    });
  }

  /** Finishes the flight under way and logs out. */
  async end(): Promise<void> {
    this.#isStopping = true;
    await this.#flying;
  }

  async #fly(): Promise<void> {
    const client = await this.#connect();
    await patiently(() => client.login({ apiKey: this.#key }));
    while (!this.#isStopping) await this.#flyOnce(client, 100 + this.flown.length);
  }

  #connect(): Promise<TrackerClient> {
    const sleep = (ms: number, signal?: AbortSignal) => systemTiming.sleep(Math.min(ms, maxPauseMs), signal);
    return patiently(() =>
      connectTracker(`${this.#urls[0]}/`, {
        fetch: roundRobin(this.#urls, this.#answers),
        timing: { ...systemTiming, sleep },
        timeoutMs: 5_000,
        askPatienceMs: 120_000,
        notify: (notice) => {
          if (notice.kind !== 'delivered') return;
          this.acknowledgedAt = performance.now();
          this.acknowledged += notice.stored;
        },
      }),
    );
  }

  async #flyOnce(client: TrackerClient, number: number): Promise<void> {
    const route = { departure: 'LSZH', arrival: 'LEPA', aircraft: 'A320' };
    const flight: TrackedFlight = await client.startFlight({ airline: 'ALP', flight_number: String(number), ...route });
    let count = 0;
    while (count < positionsPerFlight && !(this.#isStopping && count > 5)) {
      count += 1;
      const lat = Number((47 - count / 1_000).toFixed(3));
      await flight.report({ lat, lon: 8.5, altitude_msl: 20_000, gs: 400, heading: 180, vs: 0, fuel: 5_000 - count });
      await systemTiming.sleep(everyMs);
    }
    const { receipt } = await flight.finish();
    this.flown.push({ pirepId: receipt.pirep_id ?? '', positions: count });
  }
}

/** Tries again while no server answers. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isTrackerError(error) || !(error.code === 'down' || error.status === 503)) throw error;
      await systemTiming.sleep(500);
    }
  }
}
