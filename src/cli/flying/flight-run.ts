import {
  type Credentials,
  connectTracker,
  isTrackerError,
  type Notice,
  type TrackedFlight,
  type TrackerClient,
} from '../../client/client.ts';
import { fileStore } from '../../client/file-store.ts';
import { backoffMs, systemTiming } from '../../client/timing.ts';
import type { FlightEvent, Position, Receipt } from '../../client/wire-types.ts';
import type { Faults } from './faults.ts';
import { type Begun, planPlayback } from './playback.ts';
import type { Recording, Sample } from './recording.ts';
import { takeUp } from './take-up.ts';
import { type Noticed, watch } from './watch.ts';

export interface FlightOrder {
  readonly baseUrl: string;
  readonly credentials: Credentials;
  readonly clientToken: string | null;
  /** Null: the bid that fits the recording. */
  readonly bidId: string | null;
  readonly registration: string | null;
  readonly recording: Recording;
  /** 1 is real speed, Infinity as fast as acknowledged. */
  readonly speed: number;
  /** Most positions in a call. */
  readonly batchSize: number;
  /** What outlives a crash of this process. */
  readonly stateFile: string;
  /** How long to wait for a server that is down, milliseconds. */
  readonly patienceMs: number;
  readonly faults: Faults | null;
  /** One sentence that the person may want to know. */
  remark(text: string): void;
  onProgress(progress: Progress): void;
  onNotice(notice: Notice): void;
}

export interface Progress {
  readonly told: number;
  readonly total: number;
  readonly sample: Sample;
  readonly flight: TrackedFlight;
}

/** A flight that was flown to its receipt. */
export interface Flown {
  readonly variant: 'native' | 'legacy';
  readonly baseUrl: string;
  readonly crewCenter: string;
  readonly resumed: boolean;
  readonly receipt: Receipt;
  /** The receipt is that of an earlier finish. */
  readonly repeated: boolean;
  /** By this process: positions told, new to the server, known to it already, refused by it. */
  readonly positions: {
    readonly told: number;
    readonly stored: number;
    readonly repeated: number;
    readonly refused: number;
  };
}

/** Flies the recording to its receipt, taking up the flight where a crash left it. @throws CommandError, TrackerError */
export async function flyRecording(order: FlightOrder): Promise<Flown> {
  const positions = { told: 0, stored: 0, repeated: 0, refused: 0 };
  const count = (leg: Leg, { counts }: TrackedFlight) => {
    positions.told += leg.told;
    positions.stored += counts.stored;
    positions.repeated += counts.duplicate;
    positions.refused += counts.refused;
  };
  for (let life = 0, resumed = false; ; life += 1) {
    const client = life === 0 ? await connect(order) : await reconnect(order);
    const taken = await takeUp(client, order);
    if (life === 0) resumed = taken.resumed;
    const leg = new Leg(order, client, taken.flight);
    if (!taken.isFlown && (await leg.fly(taken.begun)) === 'crashed') {
      count(leg, taken.flight);
      continue;
    }
    const finished = await taken.flight.finish();
    count(leg, taken.flight);
    await order.faults?.flush();
    const { variant, baseUrl, hello } = client;
    return { variant, baseUrl, crewCenter: hello.name ?? baseUrl, resumed, ...finished, positions };
  }
}

async function connect(order: FlightOrder): Promise<TrackerClient> {
  const { baseUrl, clientToken, batchSize, patienceMs, stateFile, faults, onNotice } = order;
  const client = await connectTracker(baseUrl, {
    store: fileStore(stateFile),
    batchSize,
    patienceMs,
    askPatienceMs: patienceMs,
    notify: onNotice,
    ...(clientToken === null ? {} : { clientToken }),
    ...(faults === null ? {} : { fetch: faults.newNetwork(), timing: faults.timing }),
  });
  await client.login(order.credentials);
  return client;
}

/** As a pilot would who starts the client again: a server that is down meanwhile is waited for. */
async function reconnect(order: FlightOrder): Promise<TrackerClient> {
  const startedAt = performance.now();
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await connect(order);
    } catch (error) {
      const waitMs = backoffMs(attempt, null, Math.random);
      const isOver = performance.now() + waitMs - startedAt > order.patienceMs;
      if (!isTrackerError(error, 'down') || isOver) throw error;
      await systemTiming.sleep(waitMs);
    }
  }
}

/** One life of a client on the flight: from where it was taken up to the end of the recording, or to a crash. */
class Leg {
  told = 0;
  readonly #order: FlightOrder;
  readonly #flight: TrackedFlight;
  readonly #events: Noticed[];
  readonly #now: () => number;

  constructor(order: FlightOrder, client: TrackerClient, flight: TrackedFlight) {
    this.#order = order;
    this.#flight = flight;
    this.#events = [...watch(order.recording.samples)];
    const startedAt = client.now();
    const startedElapsed = performance.now();
    this.#now = () => startedAt + performance.now() - startedElapsed;
  }

  async fly(begun: Begun | null): Promise<'landed' | 'crashed'> {
    const { recording, speed, faults } = this.#order;
    const playback = planPlayback(recording, speed, this.#now(), begun);
    const first = begun === null ? 0 : Math.max(0, begun.index + 1 - (faults?.windowSize ?? 0));
    const size = faults?.windowSize ?? 1;
    for (let index = first; index < recording.samples.length; index += size) {
      const window = recording.samples
        .slice(index, index + size)
        .map((sample, offset) => ({ sample, index: index + offset }));
      await this.#waitUntil(playback.dueAt(window.at(-1)?.index ?? index));
      for (const each of faults?.shuffle(window) ?? window)
        await this.#tell(each.sample, each.index, playback.recordedAt);
      if (faults?.strike(index, index + size) === 'crash') {
        this.#flight.close();
        return 'crashed';
      }
      await this.#keepUp();
    }
    return 'landed';
  }

  async #tell(sample: Sample, index: number, recordedAt: (index: number) => string): Promise<void> {
    const position = positionOf(sample, index + 1, recordedAt(index));
    await this.#flight.report(position);
    this.told += 1;
    for (const noticed of this.#events.splice(
      0,
      this.#events.findLastIndex((event) => event.sample.t <= sample.t) + 1,
    )) {
      await this.#flight.record(eventOf(noticed, recordedAt(this.#order.recording.samples.indexOf(noticed.sample))));
    }
    const { length } = this.#order.recording.samples;
    this.#order.onProgress({ told: index + 1, total: length, sample, flight: this.#flight });
  }

  async #waitUntil(dueAt: number): Promise<void> {
    const waitMs = dueAt - this.#now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  }

  /** As fast as acknowledged: a batch at a time. At a set speed only what stopped delivery is waited for. */
  async #keepUp(): Promise<void> {
    const isFull = this.#order.speed === Number.POSITIVE_INFINITY && this.#flight.queued >= this.#order.batchSize;
    if (isFull || this.#flight.failure !== null) await this.#flight.delivered();
  }
}

function positionOf(sample: Sample, seq: number, recorded_at: string): Position {
  return {
    seq,
    recorded_at,
    lat: sample.lat,
    lon: sample.lon,
    ...(sample.altitudeMslFt === null ? {} : { altitude_msl: sample.altitudeMslFt }),
    ...(sample.groundSpeedKt === null ? {} : { gs: sample.groundSpeedKt }),
    ...(sample.verticalSpeedFpm === null ? {} : { vs: sample.verticalSpeedFpm }),
    ...(sample.headingDeg === null ? {} : { heading: sample.headingDeg }),
    ...(sample.onGround === null ? {} : { on_ground: sample.onGround }),
  };
}

function eventOf({ kind, sample }: Noticed, recorded_at: string): FlightEvent {
  return { kind, recorded_at, lat: sample.lat, lon: sample.lon };
}
