import type { Round } from './trial.ts';

/** What is said of several times, in seconds with one decimal. */
export function timesOf(times: readonly number[]): { readonly p95Ms: number; readonly text: string } {
  if (times.length === 0) return { p95Ms: 0, text: 'not measured' };
  const seconds = (share: number) => (percentile(times, share) / 1_000).toFixed(1);
  const text = `p50 ${seconds(0.5)} s, p95 ${seconds(0.95)} s, at most ${seconds(1)} s`;
  return { p95Ms: percentile(times, 0.95), text };
}

/** A line for each kind of fault. */
export function ofKinds(rounds: readonly Round[]): readonly string[] {
  return [...Map.groupBy(rounds, ({ fault }) => fault)].map(([fault, same]) => {
    const back = timesOf(same.map(({ backMs }) => backMs));
    const wait = timesOf(same.map(({ waitMs }) => waitMs));
    return `${fault} (${same.length}): every pilot has two answers again ${back.text}; longest wait ${wait.text}`;
  });
}

function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
