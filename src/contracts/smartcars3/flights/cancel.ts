import { Type } from 'typebox';
import type { Calls, Session } from '../../../tracking/calls.ts';
import type { FlightName } from '../../../tracking/model.ts';
import { isRefusal } from '../../../tracking/refusals.ts';
import { bodyAs, type SessionRoute } from '../../contract.ts';
import { doneSchema, writing } from '../../params.ts';
import { decodeId } from '../../reports.ts';
import type { Flavour } from '../flavour.ts';
import { flightFields, withFlight } from '../flight-names.ts';

const cancelBody = Type.Object(flightFields);

export function cancel(flavour: Flavour): SessionRoute {
  return {
    ...writing,
    path: '/flights/cancel',
    summary: 'Cancel the flight',
    description:
      'Cancels its PIREP too; the bid stays. A bid that is not being flown also returns 200: there is nothing to cancel. A filed flight stays filed.',
    body: { kind: 'object', schema: cancelBody },
    answers: { 200: doneSchema },
    refusals: ['flight-not-found', 'flight-filing', 'flight-filed', 'crew-center-unavailable', 'journal-full'],
    servesWhenDisabled: true,
    async handle(calls, session, request) {
      const body = bodyAs(cancelBody, request.body);
      const { holdsWorker } = request;
      const cancelled = (name: FlightName) => calls.cancel(session, { name, reason: null, holdsWorker });
      try {
        await withFlight(flavour, body, cancelled);
      } catch (error) {
        const isUnknown = isRefusal(error, 'flight-not-found') || isRefusal(error, 'no-open-flight');
        if (!isUnknown || !(await isBid(calls, session, decodeId(body.bidID)))) throw error;
      }
      return { status: 200, body: { status: 200 } };
    },
  };
}

async function isBid(calls: Calls, session: Session, bidId: string | null): Promise<boolean> {
  return bidId !== null && (await calls.listBids(session)).some(({ id }) => id === bidId);
}
