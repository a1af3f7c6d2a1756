import { setTimeout } from 'node:timers/promises';
import type { Memory } from '../../test/server-program.ts';

export interface Sample extends Memory {
  /** Since the load began. */
  readonly minute: number;
}

/** How a figure moved, by a straight line of least squares through the lowest sample of each window. */
export interface Trend {
  readonly mb: number;
  readonly mbPerMinute: number;
  /** From the first to the last window, as a share of the first. */
  readonly growth: number;
}

/** Collections of garbage make a saw of it: what stays is at its feet. A brief run has fewer samples in each of its windows. */
const perWindow = (samples: number) => Math.min(6, Math.max(1, Math.floor(samples / 5)));
const mb = 1024 * 1024;

/** @param since - what came before this minute is start-up */
export function trendOf(samples: readonly Sample[], since: number, figure: 'rss' | 'heap'): Trend {
  const late = samples.filter(({ minute }) => minute >= since);
  const size = perWindow(late.length);
  const windows = Array.from({ length: Math.floor(late.length / size) }, (_, index) => {
    const some = late.slice(index * size, (index + 1) * size);
    return {
      x: some.reduce((sum, { minute }) => sum + minute, 0) / some.length,
      y: Math.min(...some.map((sample) => sample[figure])) / mb,
    };
  });
  const [first, last] = [windows[0], windows.at(-1)];
  if (first === undefined || last === undefined || windows.length < 3) throw new Error('too few samples of memory');
  const mean = (pick: (point: { x: number; y: number }) => number) =>
    windows.reduce((sum, point) => sum + pick(point), 0) / windows.length;
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
  const slope = mean((point) => (point.x - x) * (point.y - y)) / mean((point) => (point.x - x) ** 2);
  const begins = y + slope * (first.x - x);
  return { mb: y, mbPerMinute: slope, growth: (slope * (last.x - first.x)) / begins };
}

export function describeTrend(name: string, { mb: mean, mbPerMinute, growth }: Trend): string {
  const sign = mbPerMinute < 0 ? '' : '+';
  return `${name} ${mean.toFixed(0)} MB, ${sign}${mbPerMinute.toFixed(3)} MB a minute (${sign}${(growth * 100).toFixed(1)} %)`;
}

/** Samples until it is over: each ten seconds, or as often as a brief run needs. */
export async function sampleWhile(
  server: { ask(what: 'memory'): Promise<Memory> },
  { isBrief, isOver, note }: { readonly isBrief: boolean; isOver(): boolean; note(text: string): void },
): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  const begun = performance.now();
  for (let count = 0; !isOver(); count++) {
    const sample = { minute: (performance.now() - begun) / 60_000, ...(await server.ask('memory')) };
    samples.push(sample);
    if (!isBrief && count % 6 === 0)
      note(
        `${sample.minute.toFixed(1)} min: ${(sample.rss / mb).toFixed(1)} MB, heap ${(sample.heap / mb).toFixed(1)} MB`,
      );
    await setTimeout(isBrief ? 50 : 10_000);
  }
  return samples;
}

/** What came before is start-up: five minutes, or a tenth of a brief run. */
function sinceOf(samples: readonly Sample[]): number {
  const minutes = samples.at(-1)?.minute ?? 0;
  return minutes > 9 ? 5 : minutes / 10;
}

/** A run of seconds can judge only the heap after a collection, and not as finely. */
function limitsOf(samples: readonly Sample[]) {
  const isBrief = (samples.at(-1)?.minute ?? 0) <= 9;
  return isBrief ? [['heap', 0.08] as const] : [['rss', 0.05] as const, ['heap', 0.05] as const];
}

export function isFlat(samples: readonly Sample[]): boolean {
  const since = sinceOf(samples);
  return limitsOf(samples).every(([figure, most]) => trendOf(samples, since, figure).growth <= most);
}

export function describeMemory(samples: readonly Sample[]): string {
  const since = sinceOf(samples);
  const figures = limitsOf(samples).map(([figure]) => describeTrend(figure, trendOf(samples, since, figure)));
  return `after ${since.toFixed(1)} min ${figures.join(', ')}`;
}
