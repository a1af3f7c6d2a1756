import { Type } from 'typebox';
import { wireId } from '../../client-rows.ts';
import { bodyAs, type SessionRoute } from '../../contract.ts';
import { optionalId, requiredId } from '../../fields.ts';
import { writing } from '../../params.ts';
import { decodeId } from '../../reports.ts';

export const bookedSchema = Type.Object({ bidID: Type.Integer({ description: 'Id of the bid' }) }, { title: 'Booked' });

const bookBody = Type.Object({
  flightID: requiredId('Id of a flight of `flights/search`'),
  aircraftID: optionalId('The aircraft to take'),
});

export const book: SessionRoute = {
  ...writing,
  path: '/flights/book',
  summary: 'Book a flight',
  description: "By the crew center's own rules. The bid that the pilot has on it already is returned.",
  body: { kind: 'object', schema: bookBody },
  answers: { 200: bookedSchema },
  refusals: [...writing.refusals, 'not-found', 'crew-center-refused'],
  async handle({ desk }, session, request) {
    const { flightID, aircraftID } = bodyAs(bookBody, request.body);
    const bid = await desk.book(session, { scheduleId: decodeId(flightID) ?? '', aircraftId: decodeId(aircraftID) });
    return { status: 200, body: { bidID: wireId(bid.id) } };
  },
};
