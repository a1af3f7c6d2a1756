import type { Draws } from '../chance.ts';
import { type CrewConduct, goodCrew } from '../crew.ts';
import { isFiled } from '../evidence.ts';
import type { Scene } from '../scene.ts';
import { forAWhile, type MischiefTable } from './mischief.ts';

/** What goes wrong at the crew center. */
export const crewMischief: MischiefTable = {
  'crew-down': (world, draws) => behave(world, draws, { fates: { down: 1 }, meanMs: draws.pick([20, 5_000]) }),
  'crew-slow': (world, draws) => behave(world, draws, { fates: {}, meanMs: draws.pick([1_000, 8_000, 40_000]) }),
  'crew-unsure'(world, draws) {
    const share = draws.pick([0.1, 0.3]);
    behave(world, draws, { fates: { down: share, lost: share, torn: share / 2, twice: share / 2 }, meanMs: 500 });
  },
  // An add-on of its own stands in the way: it says no to what it would take, or its answers are no answers.
  'crew-wrong'(world, draws) {
    const share = draws.pick([0.1, 0.4]);
    behave(world, draws, { fates: { refused: share / 2, garbled: share / 2, twice: share / 4 }, meanMs: 200 });
  },
  // Its web server takes no large requests.
  'crew-small'(world, draws) {
    const { host } = world.models.crew;
    host.maxBatch = draws.whole(1, 3);
    world.note(`the crew center takes ${host.maxBatch} reports at once`);
    forAWhile(world, draws, 60_000, () => {
      host.maxBatch = Number.POSITIVE_INFINITY;
    });
  },
  'crew-staff'(world, draws) {
    const { host } = world.models.crew;
    const open = [...host.pireps.values()].filter(({ state }) => state === 'open');
    if (open.length > 0 && draws.happens(0.4)) {
      endPirep(world, draws);
      return;
    }
    const filed = [...host.pireps.values()].filter(isFiled);
    const waiting = draws.happens(0.2) ? filed : filed.filter(({ state }) => state === 'pending');
    if (waiting.length > 0 && draws.happens(0.4)) {
      const pirep = draws.pick(waiting);
      const to = draws.pick((['accepted', 'rejected'] as const).filter((each) => each !== pirep.state));
      host.decide(pirep, to, 'staff');
      world.note(`the staff has ${to} PIREP ${pirep.id}`);
      return;
    }
    const pilotId = draws.pick([...host.pilots.keys()]);
    const bids = [...host.bids.values()].filter((bid) => bid.pilotId === pilotId);
    if (bids.length === 0 || draws.happens(0.5)) {
      world.note(`the staff gives pilot ${pilotId} a bid`);
      world.offerBid(pilotId);
      return;
    }
    const { id } = draws.pick(bids);
    world.note(`the staff removes bid ${id}`);
    host.removeBid(id, 'staff');
  },
};

/** Deletes or cancels a PIREP that is under way. */
function endPirep(world: Scene, draws: Draws): void {
  const { host } = world.models.crew;
  const pirep = draws.pick([...host.pireps.values()].filter(({ state }) => state === 'open'));
  if (draws.happens(0.6)) {
    world.note(`the staff deletes PIREP ${pirep.id}`);
    host.pireps.delete(pirep.id);
    host.deletedByStaff.add(pirep.id);
    return;
  }
  world.note(`the staff cancels PIREP ${pirep.id}`);
  pirep.state = 'cancelled';
  host.cancelledByStaff.add(pirep.id);
}

function behave(world: Scene, draws: Draws, conduct: CrewConduct): void {
  const { crew } = world.models;
  world.note(`the crew center: ${JSON.stringify(conduct)}`);
  crew.conduct = conduct;
  forAWhile(world, draws, 30_000, () => {
    crew.conduct = goodCrew;
  });
}
