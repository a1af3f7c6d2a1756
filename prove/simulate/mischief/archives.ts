import { isRefusal } from '../../../src/tracking/refusals.ts';
import type { Tracking } from '../../../src/tracking/tracking.ts';
import type { Draws } from '../chance.ts';
import type { Scene } from '../scene.ts';
import type { MischiefTable } from './mischief.ts';
import { act } from './operators.ts';

/** What operators do with everything that is stored. */
export const archiveMischief: MischiefTable = {
  'operator-erases': (world, draws) => eraseAny(world, draws, 30),
  'operator-backs-up'(world) {
    if (world.server?.isUp === true)
      act(world, 'makes a backup', async () => {
        if (await world.models.disk.backUp()) world.counters.count('backups compared');
      });
  },
};

/** Erases one of the pilots who are on the ground; others would be refused. @param tries - how often somebody is looked for */
function eraseAny(world: Scene, draws: Draws, tries: number): void {
  const { tracking } = world.server ?? {};
  const flying = new Set(Array.from(tracking?.flights ?? [], ({ flight }) => flight.pilot.id));
  const known = world.models.disk.flights().filter(({ pilot }) => !flying.has(pilot.id));
  if (tracking != null && known.length > 0) erase(world, tracking, draws.pick(known).pilot.id);
  else if (tries > 1 && !world.isCalm) world.life.after(2_000, () => eraseAny(world, draws, tries - 1), 'mischief');
}

function erase(world: Scene, { operator }: Tracking, id: string): void {
  const { ident = '' } = world.models.crew.host.pilots.get(id) ?? {};
  const ended = world.models.disk.flights().filter(({ pilot, endedAt }) => pilot.id === id && endedAt !== null);
  const [sessionsBefore, before] = [world.sessionsEnd.get(id), world.erasures.get(id)];
  act(world, `erases pilot ${id}`, async () => {
    const calledAt = world.time.now;
    world.sessionsEnd.set(id, { calledAt, doneAt: Number.POSITIVE_INFINITY });
    world.erasures.set(id, before ?? new Set());
    try {
      await operator.erasePilot('operator', ident);
      world.sessionsEnd.set(id, { calledAt, doneAt: world.time.now });
      world.erasures.set(id, new Set([...(before ?? []), ...ended.map((flight) => flight.id)]));
      world.counters.count('pilots erased');
    } catch (error) {
      const isUntouched = isRefusal(error) && (error.code === 'flight-open' || error.code === 'not-found');
      if (isUntouched && sessionsBefore !== undefined) world.sessionsEnd.set(id, sessionsBefore);
      else if (isUntouched) world.sessionsEnd.delete(id);
      if (isUntouched && before === undefined) world.erasures.delete(id);
      throw error;
    }
  });
}
