import { noteSent, sentAs } from '../contents/sent-positions.ts';
import type { StoredMarker } from '../evidence.ts';
import type { Acknowledged } from '../ledger.ts';
import type { Scene } from '../scene.ts';
import type { SentMarker } from '../sortie.ts';
import { firstOf, type Invariant, mayBeEndedByOthers } from './invariant.ts';

/** How far a client's clock may be ahead of the server's, whose own may be behind, milliseconds. */
export const aheadMs = 5 * 60_000 - 12_000;

export const acknowledgedIsThere: Invariant = {
  name: 'acknowledged-is-there',
  sentence: 'A position that was acknowledged is on the disk, once.',
  onAnswer(world, _exchange, _answer, promised) {
    if (promised?.kind !== 'positions') return null;
    return firstOf(promised.markers.map((marker) => problemOf(world, marker, promised)));
  },
  onStart: findAll,
  atEnd: findAll,
};

function findAll(world: Scene): string | null {
  const { positions } = world.ledger;
  return firstOf([...positions].map((known: Acknowledged) => problemOf(world, known.marker, known)));
}

function problemOf(
  world: Scene,
  marker: SentMarker,
  { flightId, isCounted }: { readonly flightId: string | null; readonly isCounted: boolean },
): string | null {
  const found = world.models.disk.find(marker);
  const where = `${marker.lat}/${marker.lon}`;
  if (found.length === 0 && isTakenForAnother(world, marker, flightId)) return null;
  if (found.length === 0) return `position ${where} was acknowledged and is not on the disk`;
  const flights = world.flightIdsOf(found);
  // A client that had no answer may send it again, after its flight was ended by somebody else, for the next one.
  const counted = flights.filter((id, index) => flights.indexOf(id) !== index || !mayBeEndedByOthers(world, id));
  if (isCounted && counted.length > 1 && !isRedated(world, found))
    return `position ${where} is on the disk ${found.length} times`;
  if (flightId !== null && !flights.includes(flightId)) {
    return `position ${where} was acknowledged for flight ${flightId} and is in ${flights.join(', ')}`;
  }
  return null;
}

/**
 * Whether a client whose clock was found wrong has dated it anew and sent it again, not knowing that it had arrived: then it
 * is another position to the server, which knows a position by its number and its time.
 */
function isRedated(world: Scene, found: readonly StoredMarker[]): boolean {
  noteSent(world);
  const [first] = found;
  if (first === undefined) return false;
  const said = sentAs(world, first).map(({ recorded_at }) => Date.parse(String(recorded_at)));
  // Of each that is stored its client has sent that time; phpVMS 7's own API puts milliseconds into whole seconds.
  // A client that is far ahead is not believed: without a time and a number each is another one.
  const isUndated = ({ seq, recordedAt }: StoredMarker) => seq === null && said.some((at) => at > recordedAt + aheadMs);
  const isSent = ({ recordedAt }: StoredMarker) =>
    said.some((at) => at === recordedAt || (at % 1_000 === 0 && at === Math.floor(recordedAt / 1_000) * 1_000));
  const isEach =
    new Set(found.map(({ recordedAt }) => recordedAt)).size === found.length &&
    found.every((each) => isSent(each) || isUndated(each));
  if (isEach) world.counters.count('positions stored again under another time');
  return isEach;
}

/**
 * Whether other devices of the same account sent positions of this flight with its number and with its millisecond: by the
 * rule for repeats it is one.
 */
function isTakenForAnother(world: Scene, marker: SentMarker, flightId: string | null): boolean {
  const isMeant = (id: string) => (flightId === null || id === flightId) && isOfShared(world, id);
  const stored = world.models.disk.positions().filter((each) => world.flightIdsOf([each]).some(isMeant));
  const { seq = null, recorded_at, created_at } = marker;
  const at = Date.parse(String(recorded_at ?? created_at ?? ''));
  const isTaken = stored.some((each) => each.seq === seq) && stored.some((each) => each.recordedAt === at);
  if (isTaken) world.counters.count('positions of two devices with one number and time');
  return isTaken;
}

function isOfShared(world: Scene, flightId: string): boolean {
  const pilotId = world.ownerOf(flightId);
  return pilotId !== null && world.isShared(pilotId);
}
