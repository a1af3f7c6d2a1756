import { Type } from 'typebox';
import { encodeBid } from '../bid-wire.ts';
import { bodyAs, type SessionRoute } from '../contract.ts';
import { requiredId } from '../fields.ts';
import { decodeId } from '../reports.ts';
import { bidAnswers } from './bids.ts';
import { deskRefusals, deskRoute, idParams } from './desk-route.ts';
import { success } from './success.ts';

const path = '/bids/{id}';
const params = idParams('Id of the bid');

export const unbook: SessionRoute = {
  ...deskRoute,
  method: 'DELETE',
  path,
  params,
  summary: 'Remove a bid',
  description: 'A charter is removed with its bid. A bid that is gone already is no error.',
  answers: { 200: Type.Object({ success }) },
  refusals: ['bid-not-found', ...deskRefusals],
  async handle({ desk }, session, request) {
    await desk.unbook(session, decodeId(bodyAs(params, request.params).id) ?? '');
    return { status: 200, body: { success: true } };
  },
};

const changeSchema = Type.Object({ aircraft: requiredId('Id of the aircraft to fly it with') });

export const chooseAircraft: SessionRoute = {
  ...deskRoute,
  method: 'PATCH',
  path,
  params,
  summary: 'Choose the aircraft of a bid',
  description: 'An aircraft that the crew center lets this pilot take, such as one of `aircraft_choices`.',
  body: { kind: 'object', schema: changeSchema },
  answers: bidAnswers,
  refusals: ['bid-not-found', 'invalid', 'pilot-not-allowed', 'crew-center-refused', ...deskRefusals],
  async handle({ desk }, session, request) {
    const id = decodeId(bodyAs(params, request.params).id) ?? '';
    const aircraft = decodeId(bodyAs(changeSchema, request.body).aircraft) ?? '';
    const bid = await desk.chooseAircraft(session, id, aircraft);
    return { status: 200, body: { success: true, bid: encodeBid(bid) } };
  },
};
