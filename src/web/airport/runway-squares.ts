import type { FastifyInstance, FastifyRequest } from 'fastify';
import { runwaysInSquare } from '../../lib/runways/runways.ts';
import { Refusal } from '../../tracking/refusals.ts';
import type { WebParts } from '../parts.ts';
import { askerOf } from '../waiting.ts';
import { readSquare, type Square, type SquareParams, squareDeg } from './squares.ts';
import { TaxiTracks } from './taxi-tracks.ts';

/** A runway as the map gets it: names of both directions, ends of the pavement in degrees; width and displaced thresholds in metres, null where unknown. */
export type SquareRunway = readonly [
  airport: string,
  low: string,
  high: string,
  lat: number,
  lon: number,
  otherLat: number,
  otherLon: number,
  widthM: number | null,
  displacedM: number,
  otherDisplacedM: number,
];

/** Runways change with a release only; where aircraft taxied, with every flight. Seconds. */
const [maxAgeS, taxiAgeS] = [86_400, 600];
const feetM = 0.3048;

type SquareRequest = FastifyRequest<{ Params: SquareParams }>;

/** Registers what is on the ground in a square of the world, by its south-west corner: `/tracker/runways/44/8.json`, and where the airline's aircraft taxied there, `/tracker/taxi/44/8.json`. */
export function registerRunways(scope: FastifyInstance, parts: WebParts): void {
  const taxi = new TaxiTracks(parts);
  scope.get('/taxi/:south/:west.json', async (request: SquareRequest, reply) => {
    const lines = await taxi.in(requireSquare(request), askerOf(parts, request).turn);
    return reply.header('cache-control', `public, max-age=${taxiAgeS}`).send({ lines });
  });
  scope.get('/runways/:south/:west.json', (request: SquareRequest, reply) => {
    const square = requireSquare(request);
    const runways = runwaysInSquare(square.south, square.west, squareDeg).map(([low, high]): SquareRunway => {
      const { airport, start, end, widthFt } = low;
      const [displaced, other] = [low, high].map(({ displacedFt }) => Math.round(displacedFt * feetM));
      const widthM = widthFt === null ? null : Math.round(widthFt * feetM);
      const places = [start.lat, start.lon, end.lat, end.lon] as const;
      return [airport, low.name, high.name, ...places, widthM, displaced ?? 0, other ?? 0];
    });
    return reply.header('cache-control', `public, max-age=${maxAgeS}`).send({ runways });
  });
}

/** @throws Refusal `not-found` */
function requireSquare({ params }: SquareRequest): Square {
  const square = readSquare(params);
  if (square === null) throw new Refusal('not-found', { message: 'There is no such part of the map.' });
  return square;
}
