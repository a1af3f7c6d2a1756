import { Type } from 'typebox';
import type { OpenRoute } from '../../contract.ts';
import { dataSchema } from '../face.ts';
import { encodePirep } from '../pireps/resource.ts';
import { liveGeojson } from './geojson.ts';

const open = {
  method: 'GET',
  access: 'client',
  body: null,
  query: null,
  refusals: [],
  bodyLimit: 'normal',
  servesWhenDisabled: true,
} as const;

const anyObject = (description: string) => Type.Object({}, { additionalProperties: true, description });

/** The public live map, for widgets of websites and for clients that look whether the server lives. */
export const liveMap: readonly OpenRoute[] = [
  {
    ...open,
    path: '/acars',
    summary: 'The flights that are under way',
    description: 'PIREPs with their newest position, as on the public map.',
    answers: { 200: dataSchema(Type.Array(anyObject('A PIREP, see `pireps/{id}`'))) },
    handle: (calls) => ({ status: 200, body: { data: calls.listLive().map(encodePirep) } }),
  },
  {
    ...open,
    path: '/acars/geojson',
    summary: 'The same as GeoJSON',
    description: 'One point for each flight.',
    answers: { 200: dataSchema(anyObject('A FeatureCollection')) },
    handle: (calls) => ({ status: 200, body: { data: liveGeojson(calls.listLive()) } }),
  },
];
