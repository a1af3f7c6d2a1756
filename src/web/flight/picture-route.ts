import type { FastifyInstance } from 'fastify';
import { arrivalOf } from '../../tracking/figures/arrival.ts';
import { type Airport, flightName } from '../../tracking/model.ts';
import type { WebParts } from '../parts.ts';
import { pictureSize } from '../picture/draw.ts';
import { addressOf } from '../place.ts';
import { visitorOf } from '../visitor/visitor.ts';
import { type FlightRequest, requireVisible } from './audience.ts';
import type { FlightRecord } from './record.ts';
import { shareWords } from './share-words.ts';

/** What sites show of a link to a page, such as Discord and forums (https://ogp.me). */
export interface SocialTags {
  readonly title: string;
  readonly description: string;
  /** Absolute address of a picture, and its size in pixels. */
  readonly image: string;
  readonly width: number;
  readonly height: number;
}

/** How long others may keep a picture, in seconds: a flight under way gets a new one each minute. */
const maxAgeS = 60;

/** Registers the picture of a flight, for those who may see its page. */
export function registerPicture(scope: FastifyInstance, parts: WebParts): void {
  scope.get('/flights/:id/picture.png', async (request: FlightRequest, reply) => {
    const { view, audience } = await requireVisible(parts, request);
    const png = await parts.pictures.readForVisitor(view);
    return reply
      .header('cache-control', `${audience === 'public' ? 'public' : 'private'}, max-age=${maxAgeS}`)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .type('image/png')
      .send(png);
  });
}

/** Returns what sites show of a link to this flight's page. */
export function socialTags(request: FlightRequest, record: FlightRecord): SocialTags {
  const { flight } = record.view;
  const { plan, aircraft } = flight;
  const { share } = request.query as { share?: unknown };
  const query = typeof share === 'string' ? `?share=${encodeURIComponent(share)}` : '';
  const arrival = arrivalOf(flight);
  const way = `${airportText(plan.departure)} – ${airportText(arrival)}`;
  return {
    title: `${flightName(plan)} ${plan.departure.icao} – ${arrival.icao}`,
    description: [way, ...(aircraft?.icao ? [aircraft.icao] : []), ...shareWords(record, visitorOf(request))].join(
      ' · ',
    ),
    image: addressOf(request, `flights/${encodeURIComponent(request.params.id)}/picture.png${query}`),
    ...pictureSize,
  };
}

function airportText({ icao, name }: Airport): string {
  return name === null ? icao : `${name} (${icao})`;
}
