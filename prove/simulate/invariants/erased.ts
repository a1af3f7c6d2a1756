import { erasedPilot } from '../../../src/journal/anonymous.ts';
import type { Scene } from '../scene.ts';
import { firstOf, type Invariant } from './invariant.ts';

/** Of the flights on the disk, those that name a pilot who was erased, and those that name nobody and should. */
export const erasedIsErased: Invariant = {
  name: 'erased-is-erased',
  sentence: 'Flights of an erased pilot do not name them; those of all others do.',
  onStart: problemOf,
  atEnd: problemOf,
};

function problemOf(world: Scene): string | null {
  return firstOf(
    world.models.disk.flights().map(({ id, pilot }) => {
      const isNameless = pilot.name === erasedPilot.name && pilot.ident === erasedPilot.ident;
      const erased = world.erasures.get(pilot.id);
      if (isNameless && erased === undefined) return `flight ${id} names nobody, and pilot ${pilot.id} was not erased`;
      if (!isNameless && erased?.has(id) === true)
        return `pilot ${pilot.id} was erased, and flight ${id} names ${pilot.name}`;
      return isNameless || pilot.name === `Pilot ${pilot.id}`
        ? null
        : `flight ${id} of pilot ${pilot.id} names ${pilot.name}`;
    }),
  );
}
