import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../../tracking/refusals.ts';
import { audienceOf } from '../flight/audience.ts';
import type { WebParts } from '../parts.ts';
import { type FiledRoute, filedRoute } from './filed-route.ts';
import { openNavigationData } from './open-navigation-data.ts';

/** Registers the filed route of a flight as JSON: places between its airports, for those who may see the flight. */
export function registerRoute(scope: FastifyInstance, parts: WebParts): void {
  const { options, onTrouble } = parts;
  const data = openNavigationData(options.navigationData, onTrouble);
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

function placeOf({ lat, lon }: { readonly lat: number | null; readonly lon: number | null }) {
  return lat === null || lon === null ? null : { lat, lon };
}
