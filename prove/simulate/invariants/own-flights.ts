import { perWorld } from '../readers/per-world.ts';
import type { Scene } from '../scene.ts';
import { type Exchange, member } from '../wire.ts';
import type { Invariant } from './invariant.ts';
import { namesOf } from './paperwork.ts';

/** Whatever looks like the id of a flight or of a PIREP, in any member and in any path. */
const ids = /(?<![A-Za-z0-9])[A-Za-z0-9]{16}(?![A-Za-z0-9])|(?<![A-Za-z0-9])(?:pirep|web)\d+(?![A-Za-z0-9])/g;

/** The map of phpVMS 7's own API shows the flights of all to everybody. */
const publicMap = /\/api\/acars(?:\/geojson)?$/;

/** Whose each flight and each PIREP is, by every name that it ever had. */
const owners = perWorld<Map<string, string>>(() => new Map());

export const ownFlightsOnly: Invariant = {
  name: 'own-flights-only',
  sentence: 'No pilot sees or changes the flight of another.',
  onAnswer(world, exchange, { status, text }) {
    const { client, request } = exchange;
    const pilotId = world.pilotIdOf(client);
    noteOwners(world);
    const isMap = publicMap.test(request.path.replace(/\?.*$/, ''));
    const [shown] = isMap ? [] : foreign(world, pilotId, text, namedBy(exchange));
    if (shown !== undefined)
      return `${request.path} told pilot ${pilotId} of ${shown}, which is pilot ${ownerOf(world, shown)}'s`;
    const [changed] = request.method === 'GET' || status !== 200 ? [] : foreign(world, pilotId, namedBy(exchange), '');
    if (changed !== undefined)
      return `${request.method} ${request.path} of pilot ${pilotId} was answered 200, for ${changed} of pilot ${ownerOf(world, changed)}`;
    const bid = request.method === 'GET' || status !== 200 ? null : foreignBid(world, pilotId, exchange);
    if (bid !== null)
      return `${request.method} ${request.path} of pilot ${pilotId} was answered 200, for bid ${bid} of another`;
    world.counters.count('answers looked through for flights of others');
    return null;
  },
};

function noteOwners(world: Scene): void {
  const known = owners(world);
  for (const flight of world.models.disk.flights())
    for (const name of namesOf(flight)) if (name !== null) known.set(name, flight.pilot.id);
  for (const { id, pilotId } of world.models.crew.host.pireps.values()) known.set(id, pilotId);
}

function ownerOf(world: Scene, name: string): string | undefined {
  return owners(world).get(name);
}

/** Names in this text that are another pilot's; what they named themselves is no news to them. */
function foreign(world: Scene, pilotId: string, text: string, known: string): readonly string[] {
  const found = text.match(ids) ?? [];
  return found.filter((name) => (ownerOf(world, name) ?? pilotId) !== pilotId && !known.includes(name));
}

/** The bid of another pilot by which this request names its flight; null for none. */
function foreignBid(world: Scene, pilotId: string, { sent }: Exchange): string | null {
  if (['flight_id', 'pirep_id', 'uuid'].some((name) => member(sent, name) != null)) return null;
  const bid = member(sent, 'bid_id') ?? member(sent, 'bidID');
  const owner = world.models.crew.host.bidOwners.get(String(bid)) ?? pilotId;
  return owner === pilotId ? null : String(bid);
}

function namedBy({ request: { path, body } }: Exchange): string {
  return `${path} ${body ?? ''}`;
}
