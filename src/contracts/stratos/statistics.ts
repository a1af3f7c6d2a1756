import { Type } from 'typebox';
import type { SessionRoute } from '../contract.ts';
import { nullable } from '../fields.ts';
import { reading } from '../params.ts';

export const statistics: SessionRoute = {
  ...reading,
  method: 'GET',
  path: '/pilot/statistics',
  summary: "The pilot's figures",
  description: 'As the crew center counts them. Pay, streak and loyalty are zero, as the module for phpVMS 7 has them.',
  body: null,
  query: null,
  answers: {
    200: Type.Object({
      hours_flown: Type.Number({ description: 'Flight time, hours' }),
      flights_flown: Type.String({ description: 'Accepted flights, as text' }),
      average_landing_rate: Type.Number({ description: 'Feet per minute; 0 for a pilot without a landing' }),
      pireps_filed: Type.String({ description: 'PIREPs, whatever became of them, as text' }),
      total_pay: Type.Integer({ description: '0' }),
      flight_streak: Type.Integer({ description: '0' }),
      location: Type.String({
        description: 'ICAO code of the airport where the pilot is; empty where it is not known',
      }),
      ff_level: Type.Integer({ description: '0' }),
      ff_status: Type.Integer({ description: '0' }),
      rank_image: nullable<string>('string', { description: "Address of the rank's picture" }),
    }),
  },
  async handle({ desk }, session) {
    const { flights, flightTimeMin, pireps, averageLandingRateFpm } = await desk.statistics(session);
    const profile = desk.offers('profile') ? await desk.profile(session) : null;
    const body = {
      hours_flown: Math.round((flightTimeMin / 60) * 100) / 100,
      flights_flown: String(flights),
      average_landing_rate: Math.round((averageLandingRateFpm ?? 0) * 100) / 100,
      pireps_filed: String(pireps),
      total_pay: 0,
      flight_streak: 0,
      location: profile?.currentAirport ?? '',
      ff_level: 0,
      ff_status: 0,
      rank_image: profile?.rank.imageUrl ?? null,
    };
    return { status: 200, body };
  },
};
