import type { FlightName } from '../../tracking/calls.ts';
import type { Flight } from '../../tracking/model.ts';

/** What differs between the two servers that smartCARS 3 was written for: the phpVMS 7 module and the phpVMS 5 API. */
export interface Flavour {
  /** As the handshake names it. */
  readonly handler: 'phpvms7' | 'phpvms5';
  /** Version of the public API, as returned by the handshake. */
  readonly apiVersion: string;
  /** Path that every route lies under. */
  readonly base: string;
  /** Value for an unknown figure. */
  readonly unknown: null | 0;
  /** `session` alone, or with the instant at which it ends. */
  readonly saysExpiry: boolean;
  /** Whether a password may also be the pilot's API key. */
  readonly takesApiKeys: boolean;
  /** What `start` returns as `trackingID` and clients send back as `uuid`. */
  trackingId(flight: Flight): string;
  /** The flight that a `uuid` names. */
  nameOf(uuid: string): FlightName;
  /** Id of a PIREP in the JSON type that its clients know. */
  pirepId(id: string): string | number;
  /** `P`, `C` or another letter of the host's. */
  kindOf(flightType: string | null): string | null;
  /** Distance of a PIREP in the unit that its clients expect. */
  pirepDistance(nauticalMiles: number): number;
  /** Name and registration of an aircraft as a list shows them. */
  nameAircraft(name: string, registration: string | null): { readonly name: string; readonly registration?: string };
}

const milesPerNauticalMile = 1.150_779;
/** Letters of phpVMS 7's FlightType: those that carry passengers, and those that carry cargo or nobody. */
const passengerTypes = 'JCEGOSBDN';
const otherTypes = 'AFHIKMPTWXQRL';

/** Responses like those of `SmartCARS3phpVMS7Api` 1.0.3. */
export const seven: Flavour = {
  handler: 'phpvms7',
  apiVersion: '1.0.3',
  base: '/api/tracker/smartcars',
  unknown: null,
  saysExpiry: false,
  takesApiKeys: true,
  trackingId: ({ pirepId, id }) => pirepId ?? id,
  nameOf: (pirepId) => ({ pirepId }),
  pirepId: (id) => id,
  kindOf(flightType) {
    const letter = flightType?.trim().toUpperCase() ?? '';
    if (letter === '') return null;
    return passengerTypes.includes(letter) ? 'P' : otherTypes.includes(letter) ? 'C' : null;
  },
  pirepDistance: (nauticalMiles) => Math.round(nauticalMiles * milesPerNauticalMile * 100) / 100,
  nameAircraft: (name, registration) => ({ name: registration === null ? name : `${name} (${registration})` }),
};

/** Responses like those of `smartcars-3-phpvms5-api` 1.0.2, which has `flights/start`. */
export const five: Flavour = {
  handler: 'phpvms5',
  apiVersion: '1.0.2',
  base: '/acars/smartcars.php',
  unknown: 0,
  saysExpiry: true,
  takesApiKeys: false,
  trackingId: ({ id }) => id,
  nameOf: (flightId) => ({ flightId }),
  pirepId: (id) => (/^\d{1,15}$/.test(id) ? Number(id) : id),
  kindOf: (flightType) => flightType,
  pirepDistance: (nauticalMiles) => Math.round(nauticalMiles * 100) / 100,
  nameAircraft: (name, registration) => ({ name, ...(registration === null ? {} : { registration }) }),
};
