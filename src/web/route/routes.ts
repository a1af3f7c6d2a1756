import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../../tracking/refusals.ts';
import { audienceOf } from '../flight/audience.ts';
import type { WebParts } from '../parts.ts';
import { type FiledRoute, filedRoute } from './filed-route.ts';
import { NavigationData } from './navigation-data.ts';

/** Registers the filed route of a flight as JSON: places between its airports, for those who may see the flight. */
export function registerRoute(scope: FastifyInstance, parts: WebParts): void {
  const data = navigationData(parts);
  scope.get('/flights/:id/route.json', async (request: FastifyRequest<{ Params: { id: string } }>, reply) => {
    const view = await parts.tracking.operator.readFlight(request.params.id);
    if (view === null || audienceOf(parts, request, view.flight) === null)
      throw new Refusal('flight-not-found', { message: 'There is no flight at this address.' });
    const { departure, arrival, route } = view.flight.plan;
    const none: FiledRoute = { basis: 'great-circle', points: [] };
    const [from, to] = [placeOf(departure), placeOf(arrival)];
    const filed = route === null || from === null || to === null ? none : filedRoute(route, from, to, await data());
    return reply.header('cache-control', 'no-store').send(filed);
  });
}

/** Returns the navigation data, read with the first route; null without any, or where they cannot be read. */
function navigationData({ options, onTrouble }: WebParts): () => Promise<NavigationData | null> {
  const { navigationData: folder } = options;
  let reading: Promise<NavigationData | null> | null = null;
  const read = async (path: string): Promise<NavigationData | null> => {
    try {
      return await NavigationData.read(path);
    } catch (error) {
      onTrouble('navigation data cannot be read', error);
      return null;
    }
  };
  return async () => {
    if (folder === null) return null;
    reading ??= read(folder);
    return reading;
  };
}

function placeOf({ lat, lon }: { readonly lat: number | null; readonly lon: number | null }) {
  return lat === null || lon === null ? null : { lat, lon };
}
