import type { Static } from 'typebox';
import type { bidSchema } from '../contracts/bid-wire.ts';
import type { aircraftSchema, airportSchema, receiptSchema, viewSchema } from '../contracts/flight-wire.ts';
import type { positionSchema } from '../contracts/position-wire.ts';
import type { eventSchema, figuresSchema } from '../contracts/reports.ts';
import type { grantSchema, limitsSchema, statusFields } from '../contracts/status-wire.ts';

/**
 * What travels, as the schemas of the contracts say it: fields, units and ranges are described there. Both contracts answer in these shapes.
 */

export type AirportView = Static<typeof airportSchema>;
export type AircraftView = Static<typeof aircraftSchema>;
export type Bid = Static<typeof bidSchema>;
export type PilotView = Static<typeof grantSchema>['pilot'];

/** One position. `seq` and `recorded_at` are given by the SDK unless they are set. */
export type Position = Static<typeof positionSchema>;

/** One flight event, known to the server by `kind` and `recorded_at`. */
export type FlightEvent = Static<typeof eventSchema>;

/** Figures of a finish; what is left out the server computes from what was reported. */
export type FinishFigures = Static<typeof figuresSchema>;

/** What a filed flight leaves: the same for ever. `null` is unknown. */
export type Receipt = Static<typeof receiptSchema>;

/** A flight as its pilot sees it. After a report only what its answer tells is renewed. */
export type FlightView = Omit<Static<typeof viewSchema>, 'last_position'> & {
  readonly last_position: Position | null;
  /** After a start: it was open already. */
  readonly resumed?: boolean;
};

/** What discovery answers on both contracts. */
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

/** What is flown: a bid, or the flight's own fields where the crew center asks for no bid. */
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

/** Why a position (or event) of a batch was refused: one sentence a field. */
export interface RefusedReport {
  readonly index: number;
  readonly fields: Readonly<Record<string, string>>;
}
