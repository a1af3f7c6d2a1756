import { type MapFeed, openMapFeed } from '../../../src/server/pages.ts';
import type { Flight, Position } from '../../../src/tracking/model.ts';
import type { Tracking } from '../../../src/tracking/tracking.ts';
import { firstOf, type Invariant } from '../invariants/invariant.ts';
import type { Scene } from '../scene.ts';
import { readJson } from '../wire.ts';
import { isYoung, lagMs, type Newest, newestOf, noteClock } from './newest-positions.ts';
import { perWorld } from './per-world.ts';
import { startedAt, troubleEndedAt } from './trouble.ts';

/** Mean time between two looks at the map, milliseconds. */
const everyMs = 2_000;
/** After trouble the crew center is asked again at most a minute later, and no longer than the trouble lasted. */
const maxRestingMs = 60_000;

/** A flight as the frames have it, as far as it is looked at. */
interface MapFlight {
  readonly id: string;
  readonly key: number;
  readonly at: readonly [lat: number, lon: number];
}

interface Delta {
  readonly new: readonly MapFlight[];
  readonly moved: readonly (readonly [key: number, lat: number, lon: number])[];
  readonly gone: readonly string[];
}

/** Somebody who looks at the map: what the frames said so far. */
interface Watcher {
  readonly tracking: Tracking;
  readonly feed: MapFeed['feed'];
  readonly shown: Map<string, { readonly id: string; lat: number; lon: number }>;
  readonly openedAt: number;
}

const watchers = perWorld<Watcher[]>(() => []);

/** Opens the maps of processes that serve, and looks at them from time to time. */
export function watchMaps(world: Scene): void {
  world.life.after(everyMs, () => openMaps(world), 'map');
}

function openMaps(world: Scene): void {
  const there = watchers(world);
  const processes = world.keeper.processes();
  for (const watcher of there.splice(0)) {
    if (processes.some(({ tracking }) => tracking === watcher.tracking)) there.push(watcher);
    else watcher.feed.close();
  }
  for (const { tracking } of processes)
    if (!there.some((each) => each.tracking === tracking)) there.push(openMap(world, tracking));
  watchMaps(world);
}

function openMap(world: Scene, tracking: Tracking): Watcher {
  const { feed, viewers } = openMapFeed(tracking, world.life.clock);
  const watcher: Watcher = { tracking, feed, shown: new Map(), openedAt: world.time.now };
  const line = {
    writableLength: 0,
    destroyed: false,
    write: (bytes: Buffer) => read(watcher.shown, bytes.toString()),
    destroy: () => undefined,
  };
  viewers.add(line, 'plain', [feed.snapshotFrame()]);
  return watcher;
}

/** As the page of the map reads its frames. */
function read(shown: Watcher['shown'], text: string): void {
  const [, event, data = ''] = /event: (\w+)\ndata: (.*)\n/.exec(text) ?? [];
  if (event === 'snapshot') {
    shown.clear();
    for (const flight of (readJson(data) as { flights: readonly MapFlight[] }).flights) put(shown, flight);
  } else if (event === 'delta') {
    const { new: more, moved, gone } = readJson(data) as Delta;
    for (const flight of more) put(shown, flight);
    for (const [key, lat, lon] of moved) Object.assign(shown.get(String(key)) ?? {}, { lat, lon });
    for (const [key, { id }] of shown) if (gone.includes(id)) shown.delete(key);
  }
}

const put = (shown: Watcher['shown'], { id, key, at: [lat, lon] }: MapFlight) =>
  void shown.set(String(key), { id, lat, lon });

export const mapIsShown: Invariant = {
  name: 'map-is-shown',
  sentence: 'The map shows every open flight where it was reported last, and none that is over.',
  afterStep(world, label) {
    noteClock(world);
    if (label !== 'map') return null;
    const first = world.keeper.processes().find(({ showsMap }) => showsMap);
    const watcher = watchers(world).find(({ tracking }) => tracking === first?.tracking);
    const here = newestOf(world);
    return (watcher === undefined ? null : mapProblem(world, watcher, here)) ?? liveProblem(world, here);
  },
};

function mapProblem(world: Scene, { tracking, shown, openedAt }: Watcher, newest: readonly Newest[]): string | null {
  const since = Math.max(openedAt, startedAt(world), world.keeper.isTroubled === undefined ? 0 : troubleEndedAt(world));
  if (world.time.now - since < 2 * lagMs) return null;
  // Of reports that no aircraft can have flown the server believes some.
  const believed = new Map([...tracking.flights].map((live) => [live.flight.id, live.lastPosition]));
  const places = new Map([...shown.values()].map((each) => [each.id, each]));
  const missing = newest.map(({ flight, position, latest, at }) => {
    const place = places.get(flight.id);
    places.delete(flight.id);
    // Which of two devices with clocks of their own reported last, is not known here.
    if (world.isShared(flight.pilot.id)) return null;
    if (isYoung(world, at) || isResumedSince(world, flight, at)) return null;
    world.counters.count('flights looked at on the map');
    const isSoonBack = isBack(world, flight.id, place);
    const isThere =
      [position, latest].some((each) => isAt(place, each)) ||
      isWaiting(world, flight, place) ||
      isBelieved(place, believed.get(flight.id));
    // An old report that came again without its time is shown as the newest one while it waits for the disk.
    const isStoring = (believed.get(flight.id)?.receivedAt ?? 0) > position.receivedAt;
    const isExcused = !isThere && isStoring && place !== undefined;
    if (isExcused) world.counters.count('excused: the map, while a report is stored');
    return isThere || isExcused || isSoonBack
      ? null
      : `flight ${flight.id} is at ${position.lat}/${position.lon}, and the map shows ${place?.lat}/${place?.lon}`;
  });
  return firstOf([...missing, ...[...places.keys()].map((id) => overProblem(world, id))]);
}

/** When a look first missed each flight that is not on the map. */
const missed = perWorld<Map<string, number>>(() => new Map());

/** While the end of a flight is being stored it is not on the map; if that fails, it is there again a tick later. */
function isBack(world: Scene, id: string, place: Place | undefined): boolean {
  if (place !== undefined) missed(world).delete(id);
  else if (!missed(world).has(id)) missed(world).set(id, world.time.now);
  return place === undefined && world.time.now - (missed(world).get(id) ?? 0) < lagMs;
}

const begins: ReadonlySet<string> = new Set(['started', 'resumed', 'renewed']);

/** A flight that was resumed without a report is on the map again with its next one. */
function isResumedSince(world: Scene, { number }: Flight, at: number): boolean {
  return world.models.disk.tables.changes.some(
    (each) => each.flight === number && each.at > at && begins.has(each.kind),
  );
}

const isBelieved = (place: Place | undefined, position: Position | null | undefined) =>
  position != null && isAt(place, position);

/** A newer position that the disk does not have yet. */
function isWaiting(world: Scene, { number }: Flight, place: Place | undefined): boolean {
  const { sealed, raw } = world.models.disk.tables.reports.get(number) ?? { sealed: [], raw: [] };
  return (
    place !== undefined && ![...sealed, ...raw].some((each) => each.kind === 'position' && isAt(place, each.position))
  );
}

/** A flight that is shown and not open. */
function overProblem(world: Scene, id: string): string | null {
  const flight = world.models.disk.flights().find((each) => each.id === id);
  const endedAt = flight?.endedAt ?? null;
  if (flight === undefined || flight.state === 'open' || endedAt === null) return null;
  return isYoung(world, endedAt)
    ? null
    : `flight ${id} is ${flight.state} for ${Math.round(world.time.now - endedAt)} ms, and on the map`;
}

/** The crew center's own map. */
function liveProblem(world: Scene, newest: readonly Newest[]): string | null {
  const { host, troubleSince, troubleUntil } = world.models.crew;
  const restingMs = troubleUntil > startedAt(world) ? Math.min(maxRestingMs, 2_000 + troubleUntil - troubleSince) : 0;
  const quietSince = Math.max(startedAt(world), troubleEndedAt(world) + restingMs);
  return firstOf(
    newest.map(({ flight, position, latest, at }) => {
      if (at < quietSince || isYoung(world, at) || flight.intent !== null || world.isShared(flight.pilot.id))
        return null;
      const pirep = host.pireps.get(flight.pirepId ?? '');
      if (host.capabilities.pirepAtStart && pirep?.state !== 'open') return null;
      world.counters.count('live rows looked at');
      const row = host.liveRows.get(flight.id);
      const believed = [...(world.server?.tracking?.flights ?? [])].find(
        (live) => live.flight.id === flight.id,
      )?.lastPosition;
      const isThere = [position, latest, believed].some((each) => row?.lat === each?.lat && row?.lon === each?.lon);
      return isThere
        ? null
        : `flight ${flight.id} is at ${position.lat}/${position.lon}, and the crew center shows ${row?.lat}/${row?.lon}`;
    }),
  );
}

type Place = Readonly<Pick<Position, 'lat' | 'lon'>>;

const near = (one: number, other: number) => Math.abs(one - other) < 0.000_06;
const isAt = (place: Place | undefined, { lat, lon }: Place) =>
  place !== undefined && near(place.lat, lat) && near(place.lon, lon);
