import { Type } from 'typebox';
import { wireId } from '../../client-rows.ts';
import { bodyAs, type SessionRoute } from '../../contract.ts';
import { requiredId } from '../../fields.ts';
import { writing } from '../../params.ts';
import { decodeId } from '../../reports.ts';
import { bookedSchema } from './book.ts';

const rebookBody = Type.Object({ bidID: requiredId('Id of the bid'), aircraftID: requiredId('The aircraft to take') });

export const rebook: SessionRoute = {
  ...writing,
  path: '/flights/rebook',
  summary: 'Choose the aircraft of a bid',
  description: 'The bid keeps its id.',
  body: { kind: 'object', schema: rebookBody },
  answers: { 200: bookedSchema },
  refusals: [...writing.refusals, 'bid-not-found', 'crew-center-refused'],
  async handle({ desk }, session, request) {
    const { bidID, aircraftID } = bodyAs(rebookBody, request.body);
    const bid = await desk.chooseAircraft(session, decodeId(bidID) ?? '', decodeId(aircraftID) ?? '');
    return { status: 200, body: { bidID: wireId(bid.id) } };
  },
};
