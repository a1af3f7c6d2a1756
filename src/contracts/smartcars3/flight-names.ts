import type { Flight, FlightName } from '../../tracking/model.ts';
import { isRefusal, type Refusal } from '../../tracking/refusals.ts';
import { invalid } from '../body.ts';
import { optionalId } from '../fields.ts';
import { decodeId } from '../reports.ts';
import type { Flavour } from './flavour.ts';

/** How a client names its flight: phpVMS 7's clients by what `start` returned, phpVMS 5's by the bid, some by both. */
export const flightFields = {
  uuid: optionalId('`trackingID` of `flights/start`'),
  bidID: optionalId('Id of the bid that is flown'),
};

interface WireNames {
  readonly uuid?: string | number | null | undefined;
  readonly bidID?: string | number | null | undefined;
}

/**
 * Makes a call with the first name that identifies a flight: the `uuid`, else the bid. A `uuid` may be from another server,
 * or of an abandoned flight that was started again with the same bid.
 * @throws Refusal `invalid` when the body names no flight
 */
export function withFlight<T>(flavour: Flavour, wire: WireNames, call: (name: FlightName) => Promise<T>): Promise<T> {
  const uuid = decodeId(wire.uuid);
  const bidId = decodeId(wire.bidID);
  const ofBid = bidId === null ? {} : { bidId };
  if (uuid === null) {
    if (bidId === null) throw invalid({ bidID: 'is required, or uuid' });
    return call(ofBid);
  }
  return call({ ...flavour.nameOf(uuid), ...ofBid }).catch((error: unknown) => {
    const other = isRefusal(error) ? otherName(error, bidId) : null;
    if (other === null) throw error;
    return call(other);
  });
}

function otherName({ code, detail }: Refusal, bidId: string | null): FlightName | null {
  if (code === 'flight-not-found') return bidId === null ? null : { bidId };
  const given = code === 'flight-ended' ? bidOfAbandoned(detail.flight) : null;
  return given === null ? null : { bidId: given };
}

function bidOfAbandoned(flight: Flight | undefined): string | null {
  return flight?.state === 'abandoned' ? flight.bidId : null;
}
