import { Type } from 'typebox';
import { nullable } from '../../contracts/fields.ts';
import { ShortCache } from '../../lib/short-cache.ts';
import type { PilotStatistics } from '../../tracking/desk-model.ts';
import { Refusal } from '../../tracking/refusals.ts';
import type { WebParts } from '../parts.ts';
import { type ApiRoute, json } from './route.ts';

/** The crew center counts over all PIREPs of a pilot: it is not asked more often than this. */
const keptMs = 60_000;
const maxKept = 500;

const params = Type.Object({ ident: Type.String({ maxLength: 64, description: 'Ident of the pilot: `VMS0002`' }) });

const answer = Type.Object({
  pilot: Type.Object({
    ident: Type.String({ description: 'Ident of the pilot' }),
    flights: Type.Integer({ description: 'Accepted flights, as the crew center counts them' }),
    flight_time: Type.Number({ description: 'Flight time, minutes' }),
    pireps: Type.Integer({ description: 'Filed PIREPs, accepted or not' }),
    average_landing_rate: nullable<number>('number', {
      description: 'Average vertical speed at touchdown, feet per minute; null without a landing',
    }),
  }),
});

/** The route of a pilot's totals: figures that crew centers show on public pages, and no name. */
export function pilotRoutes({ api, clock }: Pick<WebParts, 'api' | 'clock'>): readonly ApiRoute[] {
  const totals = new ShortCache<PilotStatistics>(clock, keptMs, maxKept);
  return [
    {
      path: '/pilots/{ident}',
      access: 'pilots',
      query: null,
      params,
      answer,
      example: '',
      summary: 'Totals of a pilot',
      description: 'The totals of a pilot who has flown here, as the crew center counts them; at most a minute old.',
      type: 'application/json; charset=utf-8',
      async handle({ params }) {
        const pilot = await api.findPilot((params as { ident: string }).ident);
        if (pilot === null) throw new Refusal('not-found', { message: 'No pilot with this ident has flown here.' });
        const found = await totals.get(pilot.id, () => api.statistics(pilot.id));
        return json({
          pilot: {
            ident: pilot.ident,
            flights: found.flights,
            flight_time: found.flightTimeMin,
            pireps: found.pireps,
            average_landing_rate: found.averageLandingRateFpm,
          },
        });
      },
    },
  ];
}
