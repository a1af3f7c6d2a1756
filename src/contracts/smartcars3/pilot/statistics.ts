import { Type } from 'typebox';
import type { SessionRoute } from '../../contract.ts';
import { nullable } from '../../fields.ts';
import { reading } from '../../params.ts';
import type { Flavour } from '../flavour.ts';

export function statistics({ unknown }: Flavour): SessionRoute {
  return {
    ...reading,
    method: 'GET',
    path: '/pilot/statistics',
    summary: "The pilot's figures",
    description: 'As the crew center counts them.',
    body: null,
    query: null,
    answers: {
      200: Type.Object({
        hoursFlown: Type.Number({ description: 'Flight time, hours' }),
        flightsFlown: Type.Integer({ description: 'Accepted flights' }),
        averageLandingRate: nullable<number>('number', {
          description: 'Feet per minute; for a pilot without a landing null (phpVMS 7) or 0 (phpVMS 5)',
        }),
        pirepsFiled: Type.Integer({ description: 'PIREPs, whatever became of them' }),
      }),
    },
    async handle({ desk }, session) {
      const { flights, flightTimeMin, pireps, averageLandingRateFpm } = await desk.statistics(session);
      const body = {
        hoursFlown: Math.round((flightTimeMin / 60) * 100) / 100,
        flightsFlown: flights,
        averageLandingRate: averageLandingRateFpm ?? unknown,
        pirepsFiled: pireps,
      };
      return { status: 200, body };
    },
  };
}
