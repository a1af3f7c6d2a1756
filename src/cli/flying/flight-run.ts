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
import type { Receipt } from '../../client/wire-types.ts';
import { CommandError } from '../command.ts';
import type { Faults } from './faults.ts';
import { Leg, type Progress } from './leg.ts';
import type { Recording } from './recording.ts';
import { takeUp } from './take-up.ts';

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
  /** Leaves the flight where it is, open on the server. */
  readonly stop: AbortSignal | null;
  /** One sentence that the person may want to know. */
  remark(text: string): void;
  onProgress(progress: Progress): void;
  onNotice(notice: Notice): void;
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
  /** The flight's last phase, as the server told it. */
  readonly phase: string | null;
  /**
   * By this process: positions sent (with those that an earlier one left), and how the server answered: new to it, known
   * already, refused. `told` is the sum of the three.
   */
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
    if (life === 0) positions.told += taken.flight.queuedPositions;
    const leg = new Leg(order, client, taken.flight);
    const outcome = taken.isFlown ? 'landed' : await leg.fly(taken.begun);
    if (outcome === 'stopped') throw new CommandError('Stopped before the flight was over.', 130);
    if (outcome === 'crashed') {
      count(leg, taken.flight);
      continue;
    }
    const finished = await taken.flight.finish();
    count(leg, taken.flight);
    await order.faults?.flush();
    showEnd(order, taken.flight);
    const { variant, baseUrl, hello } = client;
    const phase = taken.flight.view?.phase ?? null;
    return { variant, baseUrl, crewCenter: hello.name ?? baseUrl, resumed, ...finished, phase, positions };
  }
}

function showEnd({ recording: { samples }, onProgress }: FlightOrder, flight: TrackedFlight): void {
  const sample = samples.at(-1);
  if (sample !== undefined) onProgress({ told: samples.length, total: samples.length, sample, flight });
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
