import type { FastifyInstance, FastifyRequest } from 'fastify';
import { runwaysInSquare } from '../../lib/runways/runways.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { readSquare, type SquareParams, squareDeg } from './squares.ts';

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

/** Runways change with a release only. */
const maxAgeS = 86_400;
const feetM = 0.3048;

/** Registers the runways of a square of the world, by its south-west corner: `/tracker/runways/44/8.json`. */
export function registerRunways(scope: FastifyInstance): void {
  scope.get('/runways/:south/:west.json', (request: FastifyRequest<{ Params: SquareParams }>, reply) => {
    const square = readSquare(request.params);
    if (square === null) throw new Refusal('not-found', { message: 'There is no such part of the map.' });
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
