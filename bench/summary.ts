export interface LoadResult {
  /** Requests answered with 200 within the measured time, a second. */
  readonly rate: number;
  readonly answered: number;
  /** Answers other than 200, and connections that broke. */
  readonly failed: number;
  readonly firstFailure: string | null;
  /** Sent, or due, and not answered at the end. */
  readonly unanswered: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** What a flight was told of its positions, from seq 1 on. */
export interface Told {
  /** The last seq that was answered. */
  readonly upTo: number;
  /** Those of them that were not acknowledged. */
  readonly refused: readonly number[];
}

/** @param times milliseconds of each answer */
export function summarise(
  times: readonly number[],
  failures: readonly string[],
  unanswered: number,
  seconds: number,
): LoadResult {
  const sorted = Float64Array.from(times).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return {
    rate: times.length / seconds,
    answered: times.length,
    failed: failures.length,
    firstFailure: failures[0]?.slice(0, 600) ?? null,
    unanswered,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
  };
}
