import { isUnreachable } from '../../../src/lib/sqlite.ts';
import { isRefusal, Refusal } from '../../../src/tracking/refusals.ts';
import type { Tracking } from '../../../src/tracking/tracking.ts';
import type { Draws } from '../chance.ts';
import { untoldFlights } from '../readers/webhooks.ts';
import type { Scene } from '../scene.ts';
import type { Receivers } from '../webhooks/receivers.ts';
import { forAWhile, type MischiefTable } from './mischief.ts';
import { act } from './operators.ts';

/** What operators do with everything that is stored, and what goes wrong with those who are told of it. */
export const archiveMischief: MischiefTable = {
  'receivers-fail'(world, draws) {
    const share = draws.pick([0.1, 0.3, 0.9]);
    failReceivers(world, draws, { down: share / 2, lost: share / 4, error: share / 8, busy: share / 8 });
  },
  'operator-erases'(world, draws) {
    if (draws.happens(0.5)) {
      eraseAny(world, draws, 30);
      return;
    }
    // A pilot of whom something waits to be delivered.
    failReceivers(world, draws, { down: 1 });
    eraseAny(world, draws, 60, () => untoldFlights(world));
  },
  'operator-backs-up'(world) {
    if (world.server?.isUp === true)
      act(world, 'makes a backup', async () => {
        if (await world.models.disk.backUp()) world.counters.count('backups compared');
      });
  },
};

function failReceivers(world: Scene, draws: Draws, faults: Receivers['faults']): void {
  const { receivers } = world.models.webhooks;
  receivers.faults = faults;
  world.note(`those who receive events fail: ${JSON.stringify(faults)}`);
  forAWhile(world, draws, 60_000, () => {
    receivers.faults = {};
  });
}

/**
 * Erases one of the pilots who are on the ground; others would be refused.
 * @param tries - how often somebody is looked for
 * @param only - numbers of the flights of whose pilots it is one; all when absent
 */
function eraseAny(world: Scene, draws: Draws, tries: number, only?: () => ReadonlySet<number>): void {
  const { tracking } = world.server ?? {};
  const flying = new Set(Array.from(tracking?.flights ?? [], ({ flight }) => flight.pilot.id));
  const meant = only?.();
  const known = world.models.disk
    .flights()
    .filter(({ pilot, number }) => !flying.has(pilot.id) && meant?.has(number) !== false);
  if (tracking != null && known.length > 0) erase(world, draws, tracking, draws.pick(known).pilot.id);
  else if (tries > 1 && !world.isCalm)
    world.life.after(only === undefined ? 2_000 : 700, () => eraseAny(world, draws, tries - 1, only), 'mischief');
}

function erase(world: Scene, draws: Draws, { operator }: Tracking, id: string): void {
  const { ident = '' } = world.models.crew.host.pilots.get(id) ?? {};
  // What waits to be delivered may tell an ident that the crew center has changed since.
  const identNow = draws.next() < 0.5 ? ident : `${ident}NEW`;
  const ended = world.models.disk.flights().filter(({ pilot, endedAt }) => pilot.id === id && endedAt !== null);
  const [sessionsBefore, before] = [world.sessionsEnd.get(id), world.erasures.get(id)];
  act(world, `erases pilot ${id}`, async () => {
    const calledAt = world.time.now;
    const ending = { calledAt, doneAt: Number.POSITIVE_INFINITY };
    world.sessionsEnd.set(id, ending);
    world.erasures.set(id, before ?? new Set());
    let isBegun = false;
    try {
      // As the server asks before it erases anything.
      await operator.findErasable(ident);
      isBegun = true;
      eraseFromEvents(world, id, identNow);
      await operator.erasePilot('operator', ident);
      eraseFromEvents(world, id, identNow);
      // As the server scrubs its files afterwards, which brings them to the disk.
      world.models.webhooks.sync();
      world.sessionsEnd.set(id, { calledAt, doneAt: world.time.now });
      world.erasures.set(id, new Set([...(before ?? []), ...ended.map((flight) => flight.id)]));
      world.counters.count('pilots erased');
    } catch (error) {
      const isUntouched = isRefusal(error) && (error.code === 'flight-open' || error.code === 'not-found');
      // Another act may have ended them meanwhile.
      const isOurs = isUntouched && world.sessionsEnd.get(id) === ending;
      if (isOurs && sessionsBefore !== undefined) world.sessionsEnd.set(id, sessionsBefore);
      else if (isOurs) world.sessionsEnd.delete(id);
      if (isUntouched && !isBegun && before === undefined) world.erasures.delete(id);
      throw error;
    }
  });
}

/** @throws Refusal `journal-full` on a full disk: the operator tries again */
function eraseFromEvents(world: Scene, id: string, ident: string): void {
  try {
    world.server?.webhooks?.erasePilot(id, [ident]);
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    throw new Refusal('journal-full', { message: 'The disk is full.' });
  }
}
