import { Type } from 'typebox';
import { nullable } from '../../contracts/fields.ts';
import { formatInstant } from '../../contracts/instant.ts';
import { Refusal } from '../../tracking/refusals.ts';
import type { WebParts } from '../parts.ts';
import { type Measure, mainMeasures } from '../safety/measures.ts';
import type { Counted } from '../safety/safety-reading.ts';
import { minFlights, minPilots, spreadOf } from '../safety/spread.ts';
import { rateOf, type Tally, tallyOf } from '../safety/tally.ts';
import { type ApiRoute, json } from './route.ts';

const params = Type.Object({ ident: Type.String({ maxLength: 64, description: 'Ident of the pilot: `VMS0002`' }) });

const rate = {
  judged: Type.Integer({ description: 'Flights that could be judged by it' }),
  found: Type.Integer({ description: 'Those on which it was found' }),
  rate: nullable<number>('number', { description: 'Findings in 100 flights; null where none could be judged' }),
};
const share = (description: string) => nullable<number>('number', { description });

const answer = Type.Object({
  pilot: Type.String({ description: 'Ident of the pilot' }),
  since: Type.String({ format: 'date-time', description: 'The first day that is counted' }),
  counted_at: Type.String({
    format: 'date-time',
    description: 'When the flights were counted: at most ten minutes ago',
  }),
  complete: Type.Boolean({ description: 'False while older flights are still being read' }),
  measures: Type.Array(
    Type.Object({
      measure: Type.String({ description: '`unstable-approach`, `hard-landing` …; later versions may add others' }),
      title: Type.String({ description: 'The same in English' }),
      ...rate,
      months: Type.Array(Type.Object({ month: Type.String({ description: '`2026-11`, UTC' }), ...rate }), {
        description: 'The pilot’s own, oldest first; without months in which no flight could be judged',
      }),
      airline: Type.Object(rate, { description: 'Of all pilots' }),
      spread: Type.Object(
        {
          pilots: Type.Integer({ description: `Pilots with at least ${minFlights} judged flights` }),
          low: share('A quarter of them has a lower rate'),
          middle: share('Half of them has a lower rate'),
          high: share('Three quarters of them have a lower rate'),
        },
        { description: `How the rates of pilots lie; null with fewer than ${minPilots} pilots` },
      ),
    }),
  ),
});

/** The route of a pilot's own rates beside those of the airline: without names, and of nobody else. */
export function pilotSafetyRoutes({ api, safety }: Pick<WebParts, 'api' | 'safety'>): readonly ApiRoute[] {
  return [
    {
      path: '/pilots/{ident}/safety',
      access: 'pilots',
      query: null,
      params,
      answer,
      example: '',
      summary: 'Safety programme of a pilot',
      description:
        'What the airline’s rules found on the flights of a pilot in the last twelve months, by month, beside the spread of all pilots. Flights that could not be judged are not counted.',
      type: 'application/json; charset=utf-8',
      async handle({ params }) {
        const pilot = await api.findPilot((params as { ident: string }).ident);
        if (pilot === null) throw new Refusal('not-found', { message: 'No pilot with this ident has flown here.' });
        const counted = await safety.read();
        return json({
          pilot: pilot.ident,
          since: formatInstant(counted.since),
          counted_at: formatInstant(counted.readAt),
          complete: counted.isWhole,
          measures: mainMeasures.map((measure) => encodeMeasure(measure, pilot.id, counted)),
        });
      },
    },
  ];
}

function encodeMeasure(measure: Measure, pilotId: string, { figures }: Counted) {
  const { id, title } = measure;
  const months = figures.byMonth.groups.map(([month]) => month).sort();
  const own = months.map((month) => {
    return { month, ...encodeTally(tallyOf(figures.byPilotMonth.find(`${pilotId} ${month}`), id)) };
  });
  return {
    measure: id,
    title,
    ...encodeTally(tallyOf(figures.byPilot.find(pilotId), id)),
    months: own.filter(({ judged }) => judged > 0),
    airline: encodeTally(tallyOf(figures.all, id)),
    spread: spreadOf(measure, figures.byPilot),
  };
}

function encodeTally({ judged, found }: Readonly<Tally>) {
  return { judged, found, rate: rateOf({ judged, found }) };
}
