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
import { resumeOrStart } from './open-flight.ts';
import type { Recording } from './recording.ts';

export interface FlightOrder {
  readonly baseUrl: string;
  readonly credentials: Credentials;
  readonly clientToken: string | null;
  /** Null: the bid that fits the recording. */
  readonly bidId: string | null;
  readonly registration: string | null;
  readonly recording: Recording;
  /** 1 is real time; Infinity is as fast as the server acknowledges. */
  readonly speed: number;
  /** Maximum number of positions per request. */
  readonly batchSize: number;
  /** State that survives a crash of this process. */
  readonly stateFile: string;
  /** How long to wait for a server that is down, milliseconds. */
  readonly patienceMs: number;
  readonly faults: Faults | null;
  /** Stops the playback; the flight stays open on the server. */
  readonly stop: AbortSignal | null;
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
  /** True if the receipt is that of an earlier finish. */
  readonly repeated: boolean;
  /** The flight's last phase, as the server reported it. */
  readonly phase: string | null;
  /**
   * Positions sent by this process (including those queued by an earlier one), and how the server treated them: stored,
   * recognized as repeats, refused. `sent` is the sum of the three.
   */
  readonly positions: {
    readonly sent: number;
    readonly stored: number;
    readonly repeated: number;
    readonly refused: number;
  };
}

/** Flies the recording until there is a receipt, and resumes the flight after a crash. @throws CommandError, TrackerError */
export async function flyRecording(order: FlightOrder): Promise<Flown> {
  const positions = { sent: 0, stored: 0, repeated: 0, refused: 0 };
  const count = (leg: Leg, { counts }: TrackedFlight) => {
    positions.sent += leg.sent;
    positions.stored += counts.stored;
    positions.repeated += counts.duplicate;
    positions.refused += counts.refused;
  };
  for (let life = 0, resumed = false; ; life += 1) {
    const client = life === 0 ? await connect(order) : await reconnect(order);
    const taken = await resumeOrStart(client, order);
    if (life === 0) resumed = taken.resumed;
    if (life === 0) positions.sent += taken.flight.queuedPositions;
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
  if (sample !== undefined) onProgress({ sent: samples.length, total: samples.length, sample, flight });
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

/** Connects again, as a pilot who restarts the client; waits for a server that is down. */
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
