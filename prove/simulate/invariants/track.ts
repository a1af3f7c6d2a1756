import type { Scene } from '../scene.ts';
import { nameOf, type Sortie, sortieOf } from '../sortie.ts';
import { firstOf, type Invariant, mayBeEndedByOthers } from './invariant.ts';

export const trackIsWhole: Invariant = {
  name: 'track-is-whole',
  sentence:
    'The track of a flight is what its pilot reported, in the order in which it arrived, here and, but for what it refused, at the crew center.',
  atEnd(world) {
    const { disk, crew } = world.models;
    const flights = new Map(disk.flights().map((flight) => [flight.number, flight]));
    const strangers = disk.positions().map((position) => {
      const flight = flights.get(position.flightNumber);
      const sortie = world.sorties.get(sortieOf(position));
      if (flight === undefined) return `a position of no flight is on the disk: ${nameOf(position)}`;
      if (sortie === undefined) return `a position that nobody reported is on the disk: ${nameOf(position)}`;
      return sortie.pilotId === flight.pilot.id
        ? null
        : `a position of pilot ${sortie.pilotId} is in the flight of pilot ${flight.pilot.id}: ${nameOf(position)}`;
    });
    const tracks = crew.pireps().map((pirep) => {
      const flight = [...flights.values()].find(({ pirepId }) => pirepId === pirep.pirepId);
      const track = crew.track(pirep.pirepId);
      if (flight === undefined || track === null || flight.state === 'cancelled' || flight.state === 'abandoned')
        return null;
      const told = disk.setAside(flight.id);
      const isTaken = ({ number }: { readonly number: number }) => !told.has(number);
      const stored = disk.positions().filter(({ flightNumber }) => flightNumber === flight.number);
      const [here, there] = [stored, track].map((each) => each.filter(isTaken).map(nameOf).join(' '));
      return here === there ? null : `the track of ${flight.id} is ${here} here and ${there} at the crew center`;
    });
    return firstOf([...strangers, ...tracks]);
  },
};

export const reportedArrives: Invariant = {
  name: 'reported-arrives',
  sentence:
    'What a pilot reported before a finish that succeeded is in the track, unless the pilot was told otherwise.',
  atEnd(world) {
    return firstOf([...world.sorties.values()].map((sortie) => missingOf(world, sortie.number)));
  },
};

function missingOf(world: Scene, number: number): string | null {
  const sortie = world.sorties.get(number);
  if (sortie === undefined || isEndedByOthers(world, sortie)) return null;
  // Of two clients with one account, either may finish before the other has sent all.
  if (sortie.over !== 'filed' || world.isShared(sortie.pilotId)) return null;
  const missing = sortie
    .all()
    .find((marker) => !sortie.isExcused(marker) && world.models.disk.find(marker).length === 0);
  return missing === undefined ? null : `sortie ${number} is filed, and ${nameOf(missing)} of it is not on the disk`;
}

/**
 * Whether others may have ended its flight; where the contract does not name it, any flight of the pilot. Of its bid there may
 * have been one before, which was ended before its client got an answer.
 */
function isEndedByOthers(world: Scene, { flightIds, pilotId, bidId }: Sortie): boolean {
  const ofBid = world.models.disk.flights().filter((each) => each.bidId === bidId && each.pilot.id === pilotId);
  if (bidId !== null && ofBid.some(({ id }) => world.endedByOthers.has(id))) return true;
  if (flightIds.size > 0) return [...flightIds].some((flightId) => mayBeEndedByOthers(world, flightId));
  return [...world.endedByOthers].some((flightId) => world.ownerOf(flightId) === pilotId);
}
