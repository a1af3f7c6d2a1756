import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { TestBrowser } from '../test/pages/browser.ts';
import { ServerProcess } from '../test/server-process.ts';
import { tempFolder } from '../test/temp-folder.ts';
import type { BenchOptions } from './bench-options.ts';
import { startLoad } from './child.ts';
import { writeFixture } from './fixture.ts';
import { type Goal, judge } from './goal.ts';
import { feedBytesPerSecond } from './map-page/feed-bytes.ts';
import { type Frames, measureFrames, pan, recordFrames, zoom } from './map-page/frames.ts';
import { visit } from './map-page/visit.ts';

/** Its scripts are those of the package: their weight and number are measured. */
const packagedPages = join(import.meta.dirname, 'map-page/server.ts');
const window = { viewport: { width: 1_366, height: 768 } } as const;
const load = { kind: 'open', path: '/api/tracker/position', warmUpMs: 0 } as const;
/** Flights of which each reports every five seconds; how long they fly before, the page settles, rests and is dragged, how often it is zoomed, how long its feed is watched. */
const whole = {
  flights: 1_000,
  flyMs: 6_000,
  settleMs: 4_000,
  slowSettleMs: 20_000,
  restMs: 15_000,
  dragMs: 10_000,
  zooms: 18,
  feedMs: 20_000,
  memoryMin: null,
} as const;
const short = {
  flights: 50,
  flyMs: 1_000,
  settleMs: 500,
  slowSettleMs: 500,
  restMs: 500,
  dragMs: 500,
  zooms: 2,
  feedMs: 500,
  memoryMin: 0.01,
} as const;

const most = (goal: string, what: string, aim: number) => ({ goal, what, kind: 'at most', aim, short: aim }) as const;
const aims = {
  pan: most('M1', 'ms between frames while the map with 1,000 moving aircraft is dragged, p95', 33.4),
  zoom: most('M2', 'ms between frames while it is zoomed by the wheel, p95', 50),
  rest: most('M3', 'cores of the browser at rest', 0.15),
  first: most('M4', 's to the first aircraft at 50 kB/s with 400 ms latency', 3),
  page: most('M5', 'kB of the page over the wire, without the basemap', 400),
  feed: most('M6', 'MB of the feed in an hour', 15),
  cpu: most('M8', 'ms of CPU a frame while it is dragged, all processes of the browser', 16),
  firstBytes: most('M9', 'kB over the wire until the first aircraft on that line', 100),
  memory: most('M7', 'memory of the page at the end ÷ after the first third', 1.1),
} as const;

/**
 * What the live map costs a visitor without a graphics card: Chromium that draws with the CPU, a server with 1,000 flights
 * over the world that report every five seconds. Figures of frames need a quiet machine.
 */
export async function benchMapPage({ isShort, note, ...options }: BenchOptions): Promise<readonly Goal[]> {
  const extent = isShort ? short : whole;
  const minutes = extent.memoryMin ?? options.minutes;
  const { flights } = extent;
  using folder = tempFolder('bench');
  const { path: directory } = folder;
  const tokens = await writeFixture(directory, flights);
  await using server = await ServerProcess.open({
    part: { module: packagedPages },
    env: { TRACKER_DATA: directory },
  });
  await using traffic = await startLoad(tokens, true);
  // Ends with the process that makes it.
  void traffic.run({
    ...load,
    port: server.port,
    flights,
    positionsPerSecond: flights / 5,
    measureMs: minutes * 60_000 + 120_000,
  });
  await setTimeout(extent.flyMs);
  await using browser = await TestBrowser.open();
  const url = `http://127.0.0.1:${server.port}/tracker/`;
  const page = await browser.page(window);
  // The server compresses a file when it is first asked for it.
  const fast = await visit(page, url, false, extent.settleMs);
  const slowPage = await browser.page(window);
  const slow = await visit(slowPage, url, true, extent.slowSettleMs);
  await slowPage.close();
  note(`map-page: first aircraft after ${Math.round(fast.firstAircraftMs)} ms here`);
  const [moved, zoomed, resting] = await frames(page, extent, note);
  const memory = await watchMemory(page, minutes);
  const feed = await feedBytesPerSecond(server.port, extent.feedMs);
  note(`map-page: load average ${loadavg()[0]?.toFixed(2)}; complaints of the browser: ${browser.complaints.length}`);
  return [
    judge(aims.pan, [moved.p95Ms]),
    judge(aims.zoom, [zoomed.p95Ms]),
    judge(aims.rest, [resting.cores]),
    judge(aims.first, [slow.firstAircraftMs / 1_000]),
    judge(aims.page, [kB(fast.pageBytes)]),
    judge(aims.feed, [(feed * 3_600) / 1e6]),
    judge(aims.memory, [memory]),
    judge(aims.cpu, [moved.cpuMsPerFrame]),
    judge(aims.firstBytes, [kB(slow.firstBytes)]),
  ];
}

const kB = (bytes: number) => Math.round(bytes / 1_000);

async function frames(
  page: Page,
  { restMs, dragMs, zooms }: typeof whole | typeof short,
  note: (text: string) => void,
): Promise<readonly [Frames, Frames, Frames]> {
  const resting = await measureFrames(page, () => setTimeout(restMs));
  await recordFrames(page);
  const moved = await measureFrames(page, () => pan(page, dragMs));
  const zoomed = await measureFrames(page, () => zoom(page, zooms));
  for (const [name, each] of [
    ['dragged', moved],
    ['zoomed', zoomed],
  ] as const) {
    const { p95Ms, perSecond, cpuMsPerFrame, cores } = each;
    note(
      `map-page: ${name}: ${perSecond.toFixed(1)} frames/s, p95 ${p95Ms.toFixed(1)} ms, ` +
        `${cpuMsPerFrame.toFixed(1)} ms of CPU a frame, ${cores.toFixed(2)} cores`,
    );
  }
  return [moved, zoomed, resting];
}

/** Returns the memory of the page's scripts at the end in relation to that after a third of the time, each after a collection. */
async function watchMemory(page: Page, minutes: number): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const used = async () => {
    await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize;
  };
  await setTimeout((minutes * 60_000) / 3);
  const first = await used();
  await setTimeout((minutes * 60_000 * 2) / 3);
  return (await used()) / first;
}
