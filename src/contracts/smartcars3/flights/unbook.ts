import { Type } from 'typebox';
import type { Calls, Session } from '../../../tracking/calls.ts';
import { bodyAs, type SessionRoute } from '../../contract.ts';
import { requiredId } from '../../fields.ts';
import { doneSchema, writing } from '../../params.ts';
import { decodeId } from '../../reports.ts';

const unbookBody = Type.Object({ bidID: requiredId('Id of the bid') });

export const unbook: SessionRoute = {
  ...writing,
  path: '/flights/unbook',
  summary: 'Remove a bid',
  description:
    'A charter goes with its bid. A flight of this bid that is still open is cancelled: smartCARS offers this only for a flight that it does not fly itself.',
  body: { kind: 'object', schema: unbookBody },
  answers: { 200: doneSchema },
  refusals: [...writing.refusals, 'bid-not-found', 'flight-filing', 'crew-center-refused'],
  async handle(calls, session, request) {
    const bidId = decodeId(bodyAs(unbookBody, request.body).bidID) ?? '';
    await cancelOpenFlight(calls, session, bidId, request.holdsWorker);
    await calls.desk.unbook(session, bidId);
    return { status: 200, body: { status: 200 } };
  },
};

async function cancelOpenFlight(calls: Calls, session: Session, bidId: string, holdsWorker: boolean): Promise<void> {
  const open = await calls.readFlight(session, null);
  if (open?.flight.bidId !== bidId) return;
  await calls.cancel(session, { name: { flightId: open.flight.id }, reason: 'Its bid was removed.', holdsWorker });
}
