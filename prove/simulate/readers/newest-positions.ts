import { distanceNm } from '../../../src/lib/geo.ts';
import type { Flight, Position } from '../../../src/tracking/model.ts';
import type { Scene } from '../scene.ts';
import { perWorld } from './per-world.ts';

/** How long a position, or the end of a flight, may be on its way to the map of a server, and from another server. */
export const lagMs = 3_500;

/** Where a flight was reported last. */
export interface Newest {
  readonly flight: Flight;
  readonly number: number;
  readonly position: Position;
  /** That of the newest time, where another one arrived later. */
  readonly latest: Position;
  /** When the newest of both arrived. */
  readonly at: number;
}

/** No aircraft flies so fast, knots. */
const impossibleKt = 2_000;

/** A place that no aircraft reaches is not believed before the next one confirms it: an old report came again without its time. */
function isLeap(before: Position | undefined, last: Position): boolean {
  if (before === undefined) return false;
  const hours = Math.max(1_000, last.recordedAt - before.recordedAt) / 3_600_000;
  return distanceNm(before, last) / hours > impossibleKt;
}

/** When a look first found this newest report acknowledged: on a slow disk long after it arrived. */
const found = perWorld<Map<string, number>>(() => new Map());

function foundAt(world: Scene, flightId: string, number: number): number {
  const key = `${flightId} ${number}`;
  const at = found(world).get(key) ?? world.time.now;
  found(world).set(key, at);
  return at;
}

/** The flights that are open on the disk, and of which nothing else waits for it. */
export function newestOf(world: Scene): readonly Newest[] {
  const open = new Set<string>();
  for (const { flight } of world.server?.tracking?.flights ?? []) if (flight.state === 'open') open.add(flight.id);
  return world.models.disk.flights().flatMap((flight) => {
    const { sealed, raw } = world.models.disk.tables.reports.get(flight.number) ?? { sealed: [], raw: [] };
    const all = [...sealed, ...raw].flatMap((each) => (each.kind === 'position' ? [each] : []));
    const last = all.at(-1);
    if (flight.state !== 'open' || !open.has(flight.id) || last === undefined) return [];
    // What the disk has may still be unknown to its server.
    if (!world.ledger.isAcknowledged(last.position) || isLeap(all.at(-2)?.position, last.position)) return [];
    if (world.time.now - foundAt(world, flight.id, last.number) < lagMs) return [];
    const latest = all.reduce((one, other) => (other.position.recordedAt >= one.position.recordedAt ? other : one));
    return [
      { flight, number: last.number, position: last.position, latest: latest.position, at: last.position.receivedAt },
    ];
  });
}

/** How far the only server's clock is wrong, what it showed when it was set so last, and when it was set back by how much. */
const clocks = perWorld<{ skewMs: number; since: number; setBack: { readonly at: number; readonly ms: number }[] }>(
  () => ({ skewMs: 0, since: 0, setBack: [] }),
);

/** Clocks of several servers are wrong by at most so much. */
const skewOfManyMs = 12_000;

/** Whether it may still be on its way. @param at - by a server's clock */
export function isYoung(world: Scene, at: number): boolean {
  if (world.keeper.isTroubled !== undefined) return world.time.now - at < lagMs + skewOfManyMs;
  const now = noteClock(world);
  return at < clocks(world).since || now - at < lagMs;
}

/** Notes how far the only server's clock is wrong; to be called from time to time. Returns what it shows. */
export function noteClock(world: Scene): number {
  const now = world.server?.tracking?.calls.status().serverTime ?? Number.NEGATIVE_INFINITY;
  const clock = clocks(world);
  const skewMs = now - world.time.now;
  if (Math.abs(skewMs - clock.skewMs) > 50) {
    const ms = clock.skewMs - skewMs;
    if (ms > 0 && Number.isFinite(ms)) clock.setBack.push({ at: world.time.now, ms });
    Object.assign(clock, { skewMs, since: now });
  }
  return now;
}

/** By how much the only server's clock was set back since then, milliseconds. */
export function setBackSince(world: Scene, since: number): number {
  noteClock(world);
  return clocks(world)
    .setBack.filter(({ at }) => at >= since)
    .reduce((sum, { ms }) => sum + ms, 0);
}
