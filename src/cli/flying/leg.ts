import { setTimeout } from 'node:timers/promises';
import type { TrackedFlight, TrackerClient } from '../../client/client.ts';
import type { FlightEvent, Position } from '../../client/wire-types.ts';
import { stateOf } from './aircraft-state.ts';
import type { Faults } from './faults.ts';
import { type Begun, type Playback, planPlayback } from './playback.ts';
import type { Recording, Sample } from './recording.ts';
import { type Noticed, watch } from './watch.ts';

/** Progress of a flight. */
export interface Progress {
  readonly sent: number;
  readonly total: number;
  readonly sample: Sample;
  readonly flight: TrackedFlight;
}

export interface LegOrder {
  readonly recording: Recording;
  readonly speed: number;
  readonly batchSize: number;
  readonly faults: Faults | null;
  /** Stops the delivery; the flight stays open on the server. */
  readonly stop: AbortSignal | null;
  /** Receives a message for the user. */
  remark(text: string): void;
  onProgress(progress: Progress): void;
}

/** One run of a client on the flight: from where it starts or resumes until the end of the recording, or until a crash. */
export class Leg {
  sent = 0;
  readonly #order: LegOrder;
  readonly #flight: TrackedFlight;
  readonly #events: Noticed[];
  readonly #now: () => number;

  constructor(order: LegOrder, client: TrackerClient, flight: TrackedFlight) {
    this.#order = order;
    this.#flight = flight;
    this.#events = [...watch(order.recording.samples)];
    const startedAt = client.now();
    const startedElapsed = performance.now();
    this.#now = () => startedAt + performance.now() - startedElapsed;
  }

  async fly(begun: Begun | null): Promise<'landed' | 'crashed' | 'stopped'> {
    const { recording, speed, faults, stop } = this.#order;
    const playback = planPlayback(recording, speed, this.#now(), begun);
    const first = begun === null ? 0 : Math.max(0, begun.index + 1 - (faults?.windowSize ?? 0));
    const size = faults?.windowSize ?? 1;
    for (let index = first; index < recording.samples.length; index += size) {
      const window = recording.samples
        .slice(index, index + size)
        .map((sample, offset) => ({ sample, index: index + offset }));
      await this.#waitUntil(playback, window.at(-1)?.index ?? index);
      if (stop?.aborted === true) {
        this.#flight.close();
        return 'stopped';
      }
      for (const each of faults?.shuffle(window) ?? window)
        await this.#report(each.sample, each.index, playback.recordedAt);
      if (faults?.strike(index, index + size) === 'crash') {
        this.#flight.close();
        return 'crashed';
      }
      await this.#keepUp();
    }
    return 'landed';
  }

  async #report(sample: Sample, index: number, recordedAt: (index: number) => string): Promise<void> {
    const position = positionOf(sample, index + 1, recordedAt(index));
    await this.#flight.report(position);
    this.sent += 1;
    for (const noticed of this.#events.splice(
      0,
      this.#events.findLastIndex((event) => event.sample.t <= sample.t) + 1,
    )) {
      await this.#flight.record(eventOf(noticed, recordedAt(this.#order.recording.samples.indexOf(noticed.sample))));
    }
    const { length } = this.#order.recording.samples;
    // The last one is shown when it is acknowledged, with the resulting phase.
    if (index + 1 < length) this.#order.onProgress({ sent: index + 1, total: length, sample, flight: this.#flight });
  }

  async #waitUntil(playback: Playback, index: number): Promise<void> {
    const waitMs = playback.dueAt(index) - this.#now();
    const { stop } = this.#order;
    const says = playback.holeBefore(index, waitMs);
    if (says !== null) this.#order.remark(says);
    // Stopping a wait is not an error.
    if (waitMs > 0) await setTimeout(waitMs, null, stop === null ? {} : { signal: stop }).catch(() => null);
  }

  /** At maximum speed, waits after each batch. At a fixed speed, waits only if delivery failed. */
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
    ...(sample.fuelLb === null ? {} : { fuel: sample.fuelLb }),
    ...(sample.onGround === null ? {} : { on_ground: sample.onGround }),
    ...stateOf(sample),
  };
}

function eventOf({ kind, sample }: Noticed, recorded_at: string): FlightEvent {
  return { kind, recorded_at, lat: sample.lat, lon: sample.lon };
}
