import { notJudgedYet } from './contents/rule-history.ts';
import { untoldOf } from './readers/webhooks.ts';
import type { Scene } from './scene.ts';
import { isLost } from './tidy-up.ts';

/** What is not done yet, as sentences: pilots who wait, flights between two states, what the crew center has not got. */
export function unfinishedOf(world: Scene): readonly string[] {
  const { tracking } = world.server ?? { tracking: null };
  const pilots = world.pilots.filter(({ isDone }) => !isDone).map(({ name }) => `${name} is not done`);
  if (tracking === null || tracking === undefined) return [...pilots, 'the server is down'];
  const flights = [...tracking.flights].flatMap(({ flight }) => {
    const { id, state, intent, setAside } = flight;
    if (setAside !== null) return isLost(world, flight) ? [] : [`flight ${id} is set aside: ${setAside}`];
    if (intent !== null) return [`flight ${id} is ${state} with an intent to ${intent.kind}`];
    return state === 'starting' || state === 'filing' ? [`flight ${id} is ${state}`] : [];
  });
  return [
    ...pilots,
    ...flights,
    ...unstoredOf(world),
    ...undeliveredOf(world),
    ...untoldOf(world),
    ...notJudgedYet(world),
  ];
}

/** Flights of which the disk does not have yet what memory may have. */
function unstoredOf({ models: { disk } }: Scene): readonly string[] {
  const waiting = disk.flights().filter(({ intent, setAside }) => intent !== null && setAside === null);
  return waiting.map(({ id, state }) => `on the disk flight ${id} is ${state}, with an intent`);
}

/** Flights whose reports the crew center does not have. */
function undeliveredOf({ models: { disk, crew } }: Scene): readonly string[] {
  if (!crew.host.capabilities.track) return [];
  return disk.flights().flatMap((flight) => {
    const isWanted = flight.setAside === null && flight.state !== 'cancelled' && flight.state !== 'abandoned';
    const count = isWanted ? disk.undelivered(flight) : 0;
    return count === 0 ? [] : [`${count} reports of flight ${flight.id} are not at the crew center`];
  });
}
