import { setTimeout } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';

/** What a visit to the map brought over the wire, and when. */
export interface Visit {
  /** Milliseconds from the request of the page to the first aircraft that was drawn. */
  readonly firstAircraftMs: number;
  /** Bytes as sent, headers included, without the feed, and without the basemap, which a worker loads afterwards. */
  readonly pageBytes: number;
  /** Of them, those until the first aircraft was drawn; the feed's own are not among them. */
  readonly firstBytes: number;
}

/** A slow line: 50 kB a second each way, 400 ms for every request. */
const slowLine = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 } as const;

/** Opens the map with an empty cache. @param settleMs - what is loaded so long after the first aircraft counts, too */
export async function visit(page: Page, url: string, isSlow: boolean, settleMs: number): Promise<Visit> {
  const session = await page.context().newCDPSession(page);
  const received = await countBytes(session);
  await session.send('Network.clearBrowserCache');
  if (isSlow) await session.send('Network.emulateNetworkConditions', slowLine);
  await page.goto(url, { waitUntil: 'commit' });
  const firstAircraftMs = await untilAircraft(page);
  const firstBytes = received();
  await setTimeout(settleMs);
  const pageBytes = received();
  await session.detach();
  return { firstAircraftMs, pageBytes, firstBytes };
}

/** Resolves with the time of the mark that the page leaves when it draws its first aircraft. */
async function untilAircraft(page: Page): Promise<number> {
  for (const begun = performance.now(); performance.now() < begun + 60_000; await setTimeout(100)) {
    const at = await page.evaluate(`performance.getEntriesByName('first-aircraft')[0]?.startTime ?? null`);
    if (typeof at === 'number') return at;
  }
  throw new Error('The map drew no aircraft within a minute.');
}

/** Returns a function that tells the bytes so far. */
async function countBytes(session: CDPSession): Promise<() => number> {
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  return () => bytes;
}
