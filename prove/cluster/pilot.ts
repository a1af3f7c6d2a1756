import {
  connectTracker,
  isTrackerError,
  type StartRequest,
  type TrackedFlight,
  type TrackerClient,
} from '../../src/client/client.ts';
import { systemTiming } from '../../src/client/timing.ts';
import { type Answers, countedFetch } from './answers.ts';
import type { Crew } from './crew.ts';

/** A flight that was finished, and its PIREP. */
export interface Flown {
  readonly pirepId: string;
  /** Where each of its positions was: no two are the same. */
  readonly lats: readonly number[];
}

/** Positions of one flight, and the pause between two, in milliseconds. */
const positionsPerFlight = 40;
const everyMs = 200;

/** A pilot who flies one flight after the other with the SDK, until told to stop. */
export class ProvePilot {
  readonly flown: Flown[] = [];
  /** When reports of this pilot were acknowledged, by `performance.now()`. */
  readonly #acknowledgedAt: number[] = [];
  failure: unknown = null;
  readonly #crew: Crew;
  readonly #index: number;
  readonly #url: string;
  readonly #answers: Answers;
  #isStopping = false;
  #flying: Promise<void> | null = null;

  /**
   * @param index - of the crew's pilots
   * @param url - of what is in front of the servers
   */
  constructor(crew: Crew, index: number, url: string, answers: Answers) {
    this.#crew = crew;
    this.#index = index;
    this.#url = url;
    this.#answers = answers;
  }

  /**
   * When a request that was sent after this moment was acknowledged for certain: the second acknowledgement, because a pilot sends
   * one request after the other, and the first may be of one that was under way. Null as long as there was none.
   */
  servedAfter(moment: number): number | null {
    return this.#acknowledgedAt.filter((at) => at > moment)[1] ?? null;
  }

  /** Longest time without an acknowledgement since this moment, in milliseconds. */
  longestWaitSince(moment: number): number {
    const times = [moment, ...this.#acknowledgedAt.filter((at) => at > moment)];
    return Math.max(...times.map((at, index) => (times[index + 1] ?? performance.now()) - at));
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
    const credentials = this.#crew.pilots[this.#index];
    if (credentials === undefined) throw new Error('there is no such pilot');
    await patiently(() => client.login(credentials));
    while (!this.#isStopping) await this.#flyOnce(client, await this.#crew.nextFlight(this.#index, this.flown.length));
  }

  /** With the time limits and the patience that the SDK has by itself; it is asked to try again for a start as well. */
  #connect(): Promise<TrackerClient> {
    return patiently(() =>
      connectTracker(`${this.#url}/`, {
        fetch: countedFetch(this.#answers),
        askPatienceMs: 120_000,
        notify: (notice) => {
          if (notice.kind === 'delivered') this.#acknowledgedAt.push(performance.now());
        },
      }),
    );
  }

  async #flyOnce(client: TrackerClient, request: StartRequest): Promise<void> {
    const flight: TrackedFlight = await client.startFlight(request);
    const lats: number[] = [];
    while (lats.length < positionsPerFlight && !(this.#isStopping && lats.length > 5)) {
      const lat = Number((47 - (lats.length + 1) / 1_000).toFixed(3));
      lats.push(lat);
      await flight.report({ lat, lon: 8.5, altitude_msl: 20_000, gs: 400, heading: 180, vs: 0, fuel: 5_000 });
      await systemTiming.sleep(everyMs);
    }
    const { receipt } = await flight.finish();
    this.flown.push({ pirepId: receipt.pirep_id ?? '', lats });
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
