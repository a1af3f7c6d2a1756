/** A test that is not within another, and how long it took. */
export interface Timed {
  readonly name: string;
  readonly seconds: number;
}

/** Reads the tests and suites at the left edge of what `node --test` wrote as TAP. */
export function timesIn(tap: string): readonly Timed[] {
  const lines = /^(?:not )?ok \d+ - (.*)\n {2}---\n {2}duration_ms: ([\d.]+)$/gm;
  return [...tap.matchAll(lines)].map(([, name = '', ms]) => ({ name, seconds: Number(ms) / 1_000 }));
}

/** The slowest of all steps, the slowest first: where to look when the proof takes long. */
export function slowestOf(times: readonly Timed[], count = 10): readonly string[] {
  const sorted = [...times].sort((a, b) => b.seconds - a.seconds).slice(0, count);
  return sorted.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`);
}
