import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { flightName } from '../../lib/flight-name.ts';
import type { WebParts } from '../parts.ts';
import type { Views } from '../views.ts';
import { recentFlights } from './recent.ts';

/** Registers the live map at `/tracker/`, and at `/tracker/embed` for frames on other sites. */
export function registerMap(scope: FastifyInstance, parts: WebParts, views: Views): void {
  const recent = recentFlights(parts);
  const show = (isEmbedded: boolean) => async (request: FastifyRequest, reply: FastifyReply) =>
    views.send(request, reply, {
      title: 'Live map',
      view: 'map/map',
      styles: ['vendor/leaflet.css', 'map-look.css', 'map/map.css'],
      scripts: ['vendor/leaflet.js', 'map/main.js'],
      isBare: true,
      isTranslated: true,
      isEmbeddable: isEmbedded,
      data: {
        isEmbedded,
        now: parts.clock.now(),
        snippet: snippet(parts, request),
        ...flightsAloft(parts),
        recent: await recent(),
      },
    });
  const showMap = show(false);
  // Links within the pages are relative, so the map's URL must end with a slash.
  scope.get('/', (request, reply) =>
    /^\/tracker(\?|$)/.test(request.url) ? reply.redirect('tracker/', 308) : showMap(request, reply),
  );
  scope.get('/embed', show(true));
}

/** Maximum number of flights listed; the page says how many there are. */
const maxListed = 200;

/** Returns the HTML with which another site embeds this map. */
function snippet({ originOf }: WebParts, request: FastifyRequest): string {
  const scheme = originOf(request).isSecure ? 'https' : 'http';
  const address = `${scheme}://${request.host}/tracker/embed`;
  return `<iframe src="${address}" title="Live map" width="100%" height="480" style="border:0" loading="lazy"></iframe>`;
}

/** Returns the flights as a list for browsers without JavaScript. */
function flightsAloft({ tracking }: WebParts) {
  const open = [...tracking.flights].filter(({ flight, fold }) => flight.state === 'open' && fold.last !== null);
  const flights = open.map(({ flight, knownPhase }) => ({
    id: flight.id,
    callsign: flightName(flight.plan),
    departure: flight.plan.departure.icao,
    arrival: flight.plan.arrival.icao,
    phase: knownPhase,
  }));
  const byCallsign = flights.sort((a, b) => a.callsign.localeCompare(b.callsign));
  return { count: flights.length, flights: byCallsign.slice(0, maxListed) };
}
