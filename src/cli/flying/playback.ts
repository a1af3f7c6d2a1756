import { CommandError } from '../command.ts';
import type { Recording } from './recording.ts';

/** The times at which samples are recorded and reported: they are shifted so that the recording ends when the playback does. */
export interface Playback {
  /** Time of the last sample, milliseconds since the Unix epoch by the server's clock. */
  readonly endAt: number;
  /** Time of the sample, ISO 8601. */
  recordedAt(index: number): string;
  /** When the sample is to be reported; never before its own time. */
  dueAt(index: number): number;
  /** What to say while nothing is sent, when the sample comes long after the one before; null when it does not. @param waitMs - until it is due */
  holeBefore(index: number, waitMs: number): string | null;
}

/** A recording has no positions for so long, and the playback no report: it would seem to hang. */
const hole = { minMs: 300_000, minWaitMs: 10_000 };

/** The last sample that an earlier process reported. */
export interface Begun {
  readonly index: number;
  readonly recordedAt: number;
}

/** Maximum time ahead of the server's clock; well below the 5 minutes that the server allows. */
const aheadMs = 60_000;

/**
 * @param speed 1 is real time; Infinity is as fast as the server acknowledges.
 * @throws CommandError if a flight started at a slower speed cannot end so soon, because its times would be in the future: it would say nothing
 * until they are not.
 */
export function planPlayback(recording: Recording, speed: number, now: number, begun: Begun | null): Playback {
  const { samples } = recording;
  const timeOf = (index: number) => samples[index]?.t ?? 0;
  const durationMs = timeOf(samples.length - 1);
  const endAt =
    begun === null ? now + Math.ceil(durationMs / speed) : begun.recordedAt + durationMs - timeOf(begun.index);
  const leftMs = durationMs - timeOf(begun?.index ?? 0);
  if (begun !== null && endAt - leftMs / speed > now + aheadMs) {
    const end = new Date(endAt).toISOString().slice(0, 16);
    throw new CommandError(
      `This flight was started at another speed and ends at ${end}Z. Use the same speed as before.`,
      2,
    );
  }
  return {
    endAt,
    recordedAt: (index) => new Date(endAt - durationMs + timeOf(index)).toISOString(),
    dueAt: (index) => (speed === Number.POSITIVE_INFINITY ? now : endAt - (durationMs - timeOf(index)) / speed),
    holeBefore: (index, waitMs) => {
      const longMs = timeOf(index) - timeOf(index - 1);
      if (index < 1 || longMs < hole.minMs || waitMs < hole.minWaitMs) return null;
      const minutes = Math.round(longMs / 60_000);
      return `The recording has a hole of ${minutes} min here: the next report is sent in ${Math.round(waitMs / 1000)} s.`;
    },
  };
}
