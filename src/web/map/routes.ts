import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { choices } from '../browser/map/filters.js';
import { orders } from '../browser/map/order.js';
import { registerNetworks } from '../networks/routes.ts';
import type { WebParts } from '../parts.ts';
import { addressOf, isThroughHost, rootOf } from '../place.ts';
import type { Views } from '../views.ts';
import { flightsAloft } from './aloft.ts';
import { nextDepartures } from './departures.ts';
import { readEmbedding } from './embedding.ts';
import { recentFlights } from './recent.ts';

/** Maximum number of flights that the page itself brings along. */
const maxFirst = 60;

/** Registers the live map at `/tracker/`, and at `/tracker/embed` for frames on other sites. */
export function registerMap(scope: FastifyInstance, parts: WebParts, views: Views): void {
  const recent = recentFlights(parts);
  const departures = nextDepartures(parts);
  const show = (isEmbedPath: boolean) => async (request: FastifyRequest, reply: FastifyReply) => {
    const embedding = readEmbedding(request.query as Record<string, unknown>, isEmbedPath);
    const ended = embedding.isEmbedded ? null : await endedFlight(parts, request);
    if (ended !== null) return reply.redirect(`${rootOf(request)}flights/${ended}`, 302);
    return views.send(request, reply, {
      title: 'Live map',
      titleKey: 'page.map',
      view: 'map/map',
      styles: ['map/map.bundle.css'],
      scripts: ['vendor/leaflet.js', 'map/main.js'],
      isBare: true,
      hasLateFont: true,
      isPlain: true,
      isTranslated: true,
      isEmbeddable: embedding.isEmbedded,
      data: {
        ...mapData(parts, request, embedding),
        recent: await recent(),
        quiet: isQuiet(parts) ? { departures: await departures() } : null,
      },
    });
  };
  registerNetworks(scope, parts);
  const showMap = show(false);
  // Links within the pages are relative, so the map's URL must end with a slash.
  scope.get('/', (request, reply) =>
    /^\/tracker(\?|$)/.test(request.url) && !isThroughHost(request)
      ? reply.redirect(`tracker/${request.url.slice('/tracker'.length)}`, 308)
      : showMap(request, reply),
  );
  scope.get('/embed', show(true));
}

/** Whether no flight is on the map: then it shows what has flown, and what flies next. */
function isQuiet(parts: WebParts): boolean {
  return parts.firstFlights(1) === '[]';
}

function mapData(parts: WebParts, request: FastifyRequest, embedding: ReturnType<typeof readEmbedding>) {
  const hasWeather = parts.weather !== null;
  const first = parts.firstFlights(maxFirst);
  return {
    ...embedding,
    first,
    hasWeather,
    layers: [
      ...(hasWeather ? ['weather'] : []),
      ...(parts.feeds.networks.length > 0 ? ['controllers', 'traffic'] : []),
    ].join(' '),
    choices,
    orders,
    now: parts.clock.now(),
    snippet: snippet(request),
    ...flightsAloft(parts),
  };
}

/** Returns the id in `?flight=` if that flight has ended: a link to it leads to its page. */
async function endedFlight({ tracking }: WebParts, { query }: FastifyRequest): Promise<string | null> {
  const { flight: id } = query as { flight?: unknown };
  if (typeof id !== 'string' || !/^[\w-]{1,64}$/.test(id)) return null;
  const view = await tracking.operator.readFlight(id);
  const hasEnded = view !== null && ['filing', 'filed', 'cancelled', 'abandoned'].includes(view.flight.state);
  return hasEnded ? id : null;
}

/** Returns the HTML with which another site embeds this map. */
function snippet(request: FastifyRequest): string {
  return `<iframe src="${addressOf(request, 'embed')}" title="Live map" width="100%" height="480" style="border:0" loading="lazy"></iframe>`;
}
