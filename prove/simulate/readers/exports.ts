import { openTrackFiles } from '../../../src/server/track-files.ts';
import type { Position, Report } from '../../../src/tracking/model.ts';
import { isRefusal } from '../../../src/tracking/refusals.ts';
import type { Tracking } from '../../../src/tracking/tracking.ts';
import type { Draws } from '../chance.ts';
import { csvProblem, pointsProblem } from '../contents/exported.ts';
import { positionsOf } from '../contents/flown.ts';
import { firstOf, type Invariant } from '../invariants/invariant.ts';
import type { RunningServer, Scene } from '../scene.ts';
import { nameOf } from '../sortie.ts';
import { perWorld } from './per-world.ts';
import type { Visit } from './visitor.ts';

/** What is wrong with files that were downloaded. */
const found = perWorld<string[]>(() => []);

export const exportsAreWhole: Invariant = {
  name: 'exports-are-whole',
  sentence: 'A downloaded track says of every stored position what is stored, in order, in each format.',
  afterStep: (world) => found(world)[0] ?? null,
};

/** What each process keeps of the flights that visitors look at. */
const kept = new WeakMap<Tracking, ReturnType<typeof openTrackFiles>>();

/** Somebody downloads the track of a flight, in every format. */
export const downloads: Visit = {
  name: 'downloads',
  generations: [7, 5],
  async run({ world, draws }) {
    const { tracking, journal } = world.server ?? {};
    if (tracking == null || journal == null) return;
    const flights = world.models.disk.flights().filter((flight) => positionsOf(world, flight).length > 0);
    if (flights.length === 0) return;
    try {
      await download(world, draws, { tracking, journal }, draws.pick(flights).id);
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
  },
};

type Serving = { readonly [Part in 'tracking' | 'journal']: NonNullable<RunningServer[Part]> };

async function download(world: Scene, draws: Draws, { tracking, journal }: Serving, id: string): Promise<void> {
  const view = await tracking.operator.readFlight(id);
  if (view === null) return;
  const isPublic = draws.happens(0.3);
  const write = kept.get(tracking) ?? openTrackFiles(journal);
  kept.set(tracking, write);
  const { positionCount, reports, files } = await write(view, isPublic);
  const positions = reports.flatMap((each) => (each.kind === 'position' ? [each.position] : []));
  const stored = positionsOf(world, view.flight);
  world.counters.count('tracks downloaded');
  world.counters.count('positions downloaded', positions.length);
  const problem = firstOf([
    storedProblem(stored, reports),
    isCountOf(positionCount, view.positionCount, stored.length)
      ? null
      : `the page counts ${positionCount} of ${stored.length}`,
    ...Object.entries(files).map(([ending, text]) => {
      const wrong = ending === 'csv' ? csvProblem(text, positions, isPublic) : pointsProblem(ending, text, positions);
      return wrong === null ? null : `the ${ending} ${wrong}`;
    }),
  ]);
  if (problem !== null) found(world).push(`of flight ${id}, ${problem}`);
}

/** What is being stored is known before it is on the disk, or the other way round. */
const isCountOf = (shown: number, known: number, stored: number) => shown >= Math.min(known, stored) && shown <= stored;

/** What is read for it is each stored position, in the order of time as far as times can be. */
function storedProblem(
  stored: readonly (Position & { readonly number: number })[],
  read: readonly Report[],
): string | null {
  const positions = read.flatMap((each) =>
    each.kind === 'position' ? [{ ...each.position, number: each.number }] : [],
  );
  const numbers = new Map(positions.map((each) => [each.number, each]));
  const missing = stored.find((each) => {
    const there = numbers.get(each.number);
    return there === undefined || Object.entries(each).some(([name, value]) => !Object.is(there[name as 'lat'], value));
  });
  if (missing !== undefined) return `position ${nameOf(missing)} is not in it as it is stored`;
  if (positions.length !== stored.length)
    return `it has ${positions.length} positions, and ${stored.length} are stored`;
  const arrived = [...positions].sort((a, b) => a.number - b.number);
  if (arrived.some((each, index) => !isPlausible(each, arrived[index - 1]))) return null;
  const late = positions.find(({ recordedAt }, index) => recordedAt < (positions[index - 1]?.recordedAt ?? recordedAt));
  return late === undefined ? null : `position ${nameOf(late)} is behind one that is newer`;
}

const hourMs = 3_600_000;

/** Whether its time can be, and the server's clock was not set back before it. */
function isPlausible({ recordedAt, receivedAt }: Position, before: Position | undefined): boolean {
  const isSetBack = before !== undefined && receivedAt < before.receivedAt;
  return !isSetBack && recordedAt <= receivedAt && recordedAt > receivedAt - hourMs;
}
