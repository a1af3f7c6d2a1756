import { CommandError } from '../command.ts';
import type { Recording } from './recording.ts';

/** When each sample of a recording is said to have been, and when it is told: the times are shifted so that the recording ends as the playback does. */
export interface Playback {
  /** When the last sample was, milliseconds since the Unix epoch by the server's clock. */
  readonly endAt: number;
  /** ISO 8601 of the sample's instant. */
  recordedAt(index: number): string;
  /** When the sample is to be reported; never before it was. */
  dueAt(index: number): number;
}

/** Where an earlier process left the same flight. */
export interface Begun {
  readonly index: number;
  readonly recordedAt: number;
}

/** Beyond this the server refuses a report as ahead of its clock; well inside its 5 minutes. */
const aheadMs = 60_000;

/**
 * @param speed 1 is real speed; Infinity is as fast as acknowledged.
 * @throws CommandError when a flight begun at a slower speed cannot be ended now, because its times would lie in the future.
 */
export function planPlayback(recording: Recording, speed: number, now: number, begun: Begun | null): Playback {
  const { samples } = recording;
  const timeOf = (index: number) => samples[index]?.t ?? 0;
  const durationMs = timeOf(samples.length - 1);
  const endAt =
    begun === null ? now + Math.ceil(durationMs / speed) : begun.recordedAt + durationMs - timeOf(begun.index);
  if (speed === Number.POSITIVE_INFINITY && endAt > now + aheadMs) {
    const end = new Date(endAt).toISOString().slice(0, 16);
    throw new CommandError(
      `This flight was begun at another speed and ends at ${end}Z. Give the speed that it was begun with.`,
      2,
    );
  }
  return {
    endAt,
    recordedAt: (index) => new Date(endAt - durationMs + timeOf(index)).toISOString(),
    dueAt: (index) => (speed === Number.POSITIVE_INFINITY ? now : endAt - (durationMs - timeOf(index)) / speed),
  };
}
