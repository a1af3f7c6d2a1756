import { Type } from 'typebox';
import type { SessionRoute } from '../contract.ts';
import { nullable } from '../fields.ts';
import { deskRefusals, deskRoute } from './desk-route.ts';
import { success } from './success.ts';

export const statisticsSchema = Type.Object(
  {
    flights: Type.Integer({ description: 'Flights, as the crew center counts them' }),
    flight_time: Type.Number({ description: 'Flight time, minutes' }),
    pireps: Type.Integer({ description: 'PIREPs filed, whatever became of them' }),
    average_landing_rate: nullable<number>('number', {
      description: 'Average vertical speed at touchdown, feet per minute; null without a landing',
    }),
  },
  { title: 'Statistics' },
);

export const statistics: SessionRoute = {
  ...deskRoute,
  method: 'GET',
  path: '/statistics',
  summary: "The pilot's figures",
  description: 'As the crew center counts them.',
  answers: { 200: Type.Object({ success, statistics: statisticsSchema }) },
  refusals: deskRefusals,
  async handle({ desk }, session) {
    const { flights, flightTimeMin, pireps, averageLandingRateFpm } = await desk.statistics(session);
    const figures = { flights, flight_time: flightTimeMin, pireps, average_landing_rate: averageLandingRateFpm };
    return { status: 200, body: { success: true, statistics: figures } };
  },
};
