import type { Static } from 'typebox';
import type { bidSchema } from '../contracts/bid-wire.ts';
import type { aircraftSchema, airportSchema, receiptSchema, viewSchema } from '../contracts/flight-wire.ts';
import type { positionSchema } from '../contracts/position-wire.ts';
import type { eventSchema, figuresSchema } from '../contracts/reports.ts';
import type { grantSchema, limitsSchema, statusFields } from '../contracts/status-wire.ts';

/**
 * Types of the wire format from the contracts' schemas, which describe fields, units and ranges. Both contracts use these shapes.
 */

export type AirportView = Static<typeof airportSchema>;
export type AircraftView = Static<typeof aircraftSchema>;
export type Bid = Static<typeof bidSchema>;
export type PilotView = Static<typeof grantSchema>['pilot'];

/** One position. The SDK sets `seq` and `recorded_at` unless they are given. */
export type Position = Static<typeof positionSchema>;

/** One flight event, identified by `kind` and `recorded_at`. */
export type FlightEvent = Static<typeof eventSchema>;

/** Figures of a finish; the server computes missing ones from the reports. */
export type FinishFigures = Static<typeof figuresSchema>;

/** The receipt of a filed flight, which never changes. `null` means unknown. */
export type Receipt = Static<typeof receiptSchema>;

/** A flight as returned to its pilot. After a report only the members in its response are updated. */
export type FlightView = Omit<Static<typeof viewSchema>, 'last_position'> & {
  readonly last_position: Position | null;
  /** After a start: the flight was already open. */
  readonly resumed?: boolean;
};

/** The response of discovery in both contracts. */
export interface Hello {
  readonly mode: 'native_module' | 'legacy_patch';
  readonly platform: string;
  readonly name?: Static<typeof statusFields.name>;
  readonly version?: Static<typeof statusFields.version>;
  readonly branding?: Static<typeof statusFields.branding>;
  readonly server_time?: string;
  readonly limits?: Partial<Static<typeof limitsSchema>>;
  /** `offers`: the calls for lookups and bookings that this crew center has; absent on version 5. */
  readonly features?: Partial<Static<typeof statusFields.features>> & { readonly offers?: readonly string[] };
}

/** What is flown: a bid, or the fields of a free flight if the crew center does not require bids. */
export interface StartRequest {
  readonly bid_id?: string;
  readonly aircraft?: string;
  readonly registration?: string;
  readonly airline?: string;
  readonly flight_number?: string;
  readonly departure?: string;
  readonly arrival?: string;
  readonly route?: string;
}

/** An aircraft, by its id or ICAO type, or by its registration. */
export interface AircraftChoice {
  readonly aircraft?: string;
  readonly registration?: string;
}

/** Why a position (or event) of a batch was refused: one sentence per field. */
export interface RefusedReport {
  readonly index: number;
  readonly fields: Readonly<Record<string, string>>;
}
