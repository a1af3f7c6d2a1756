import { Type } from 'typebox';
import type { Calls, Session } from '../../../tracking/calls.ts';
import type { PirepDetail } from '../../../tracking/desk-model.ts';
import type { FlightName } from '../../../tracking/model.ts';
import { isRefusal, Refusal } from '../../../tracking/refusals.ts';
import type { SessionRoute } from '../../contract.ts';
import { nullable, nullableList, requiredId } from '../../fields.ts';
import { formatInstantOrNull } from '../../instant.ts';
import { plainText } from '../../markup.ts';
import { byGetAndPost, paramsAs, reading } from '../../params.ts';
import { decodeId } from '../../reports.ts';
import type { Flavour } from '../flavour.ts';

const detailsParams = Type.Object({ id: requiredId('Id of the PIREP') }, { title: 'PirepRequest' });

const placeSchema = Type.Object(
  {
    latitude: Type.Number({ description: 'Degrees' }),
    longitude: Type.Number({ description: 'Degrees' }),
    heading: Type.Number({ description: 'Degrees; 0 where it is not known' }),
  },
  { title: 'Place' },
);
const eventSchema = Type.Object(
  {
    eventId: Type.Integer({ description: 'Place of the event in the log' }),
    eventTimestamp: nullable<string>('string', { description: 'When it was, UTC' }),
    eventElapsedTime: Type.Integer({ description: 'Time since the first event, seconds' }),
    eventCondition: Type.Null({ description: 'Always null' }),
    message: Type.String({ description: 'What happened' }),
  },
  { title: 'FlightEvent' },
);
const detailsSchema = Type.Object(
  {
    locationData: nullableList<object>(placeSchema, 'The track; null where none is kept'),
    flightData: nullableList<object>(eventSchema, 'Events; null for none'),
    flightLog: Type.Array(Type.String(), { description: 'Lines of the log, as plain text' }),
  },
  { title: 'PirepDetails' },
);

export function details(flavour: Flavour): readonly SessionRoute[] {
  return byGetAndPost(detailsParams, {
    ...reading,
    path: '/pireps/details',
    summary: 'Track and log of a PIREP',
    description: 'Also accepts the id of a flight that is not filed yet; its details are then empty.',
    answers: { 200: detailsSchema },
    refusals: [...reading.refusals, 'not-found'],
    async handle(calls, session, params) {
      const id = decodeId(paramsAs(detailsParams, params).id) ?? '';
      const pirep = await calls.desk.readPirep(session, id);
      const found = pirep ?? (await readByFlight(calls, session, flavour.nameOf(id)));
      return {
        status: 200,
        body: found === null ? { locationData: null, flightData: null, flightLog: [] } : encode(found),
      };
    },
  });
}

/** `start` and `complete` return what names the flight while there is no PIREP yet. null: it still has none. */
async function readByFlight(calls: Calls, session: Session, name: FlightName): Promise<PirepDetail | null> {
  try {
    const view = await calls.readFlight(session, name);
    const pirepId = view?.flight.receipt?.pirepId;
    return pirepId === undefined ? null : await calls.desk.readPirep(session, pirepId);
  } catch (error) {
    if (isRefusal(error, 'flight-not-found')) throw new Refusal('not-found', { message: 'You have no such PIREP.' });
    throw error;
  }
}

function encode({ track, log }: PirepDetail) {
  const lines = log.map(({ at, text }) => ({ at, text: plainText(text) }));
  const first = lines.find(({ at }) => at !== null)?.at ?? null;
  const events = lines.map(({ at, text }, index) => ({
    eventId: index,
    eventTimestamp: formatInstantOrNull(at),
    eventElapsedTime: at === null || first === null ? 0 : Math.round((at - first) / 1000),
    eventCondition: null,
    message: text,
  }));
  const places = track.map(({ lat, lon, headingDeg }) => ({ latitude: lat, longitude: lon, heading: headingDeg ?? 0 }));
  return {
    locationData: places.length === 0 ? null : places,
    flightData: events.length === 0 ? null : events,
    flightLog: lines.map(({ text }) => text),
  };
}
