import { type Static, Type } from 'typebox';
import { nullable } from '../../contracts/fields.ts';
import {
  encodeAircraft,
  encodeAirport,
  encodeReceipt,
  encodeView,
  receiptSchema,
  viewFields,
} from '../../contracts/flight-wire.ts';
import { formatInstant } from '../../contracts/instant.ts';
import type { FlightView } from '../../tracking/figures/flight-view.ts';
import { isPhase } from '../../tracking/figures/phase.ts';
import type { Flight } from '../../tracking/model.ts';
import type { ShownName } from '../live/shown-name.ts';

/** A flight for other programs: as clients read it, without what concerns only its pilot or comes from a client as free text. */

const { bid_id: _bid, reason: _reason, last_seq: _seq, next_interval: _next, receipt: _receipt, ...shown } = viewFields;

export const apiFlightSchema = Type.Object({
  ...shown,
  pilot: nullable<string>('string', {
    description: 'Ident of the pilot; null without a key that has the scope `flights`',
  }),
  last_report_at: Type.String({ format: 'date-time', description: 'When its newest report arrived, UTC' }),
});

/** What a reader may see of pilots. */
export interface ShownOfPilots {
  readonly showsIdent: boolean;
  readonly nameOf: ShownName;
}

/** A flight under way, as everybody may read it. */
export const liveFlightSchema = Type.Object({
  ...apiFlightSchema.properties,
  pilot_name: nullable<string>('string', {
    description: 'Name of the pilot, where the pilot chose to show it and the airline allows it; else null',
  }),
});

export const apiPirepSchema = Type.Object({
  pilot: Type.String({ description: 'Ident of the pilot' }),
  flight_number: shown.flight_number,
  ident: shown.ident,
  callsign: shown.callsign,
  departure: shown.departure,
  arrival: shown.arrival,
  aircraft: shown.aircraft,
  network: shown.network,
  ...receiptSchema.properties,
});

export function encodeApiFlight(view: FlightView, showsPilot: boolean): Static<typeof apiFlightSchema> {
  const { phase, lastPosition } = view;
  const ours = (text: string | null) => (text !== null && isPhase(text) ? text : null);
  const { bid_id, reason, last_seq, next_interval, receipt, ...wire } = encodeView({
    ...view,
    phase: ours(phase),
    lastPosition: lastPosition && {
      ...lastPosition,
      phase: ours(lastPosition.phase),
      transponder: null,
      autopilot: null,
      simTime: null,
    },
  });
  return {
    ...wire,
    pilot: showsPilot ? view.flight.pilot.ident : null,
    last_report_at: formatInstant(view.lastReportAt),
  };
}

export function encodeLiveFlight(
  view: FlightView,
  { showsIdent, nameOf }: ShownOfPilots,
): Static<typeof liveFlightSchema> {
  return { ...encodeApiFlight(view, showsIdent), pilot_name: nameOf(view.flight.pilot) };
}

/** Returns the PIREP of a filed flight; null for any other. */
export function encodeApiPirep({
  plan,
  pilot,
  aircraft,
  network,
  receipt,
}: Flight): Static<typeof apiPirepSchema> | null {
  if (receipt === null) return null;
  const { departure, arrival } = plan;
  return {
    pilot: pilot.ident,
    flight_number: plan.flightNumber,
    ident: plan.ident,
    callsign: plan.callsign,
    departure: encodeAirport(departure),
    arrival: encodeAirport(arrival),
    aircraft: aircraft && encodeAircraft(aircraft),
    network,
    ...encodeReceipt(receipt),
  };
}
