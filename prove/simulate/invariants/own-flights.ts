import type { Invariant } from './invariant.ts';

const flightIds = /"(?:flight_id|trackingID)":"([A-Za-z0-9]{16})"/g;

export const ownFlightsOnly: Invariant = {
  name: 'own-flights-only',
  sentence: 'No pilot sees or changes the flight of another.',
  onAnswer(world, { client, request }, { text }) {
    const pilotId = world.pilotIdOf(client);
    for (const [, flightId = ''] of text.matchAll(flightIds)) {
      const owner = world.ownerOf(flightId);
      if (owner !== null && owner !== pilotId) {
        return `${request.path} told pilot ${pilotId} of flight ${flightId}, which is pilot ${owner}'s`;
      }
    }
    return null;
  },
};
