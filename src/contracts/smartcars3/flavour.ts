import type { Flight, FlightName } from '../../tracking/model.ts';
import { passengersOrCargo } from '../client-rows.ts';

/** What differs between the two servers that smartCARS 3 was written for: the phpVMS 7 module and the phpVMS 5 API. */
export interface Flavour {
  /** As the handshake names it. */
  readonly handler: 'phpvms7' | 'phpvms5';
  /** Version of the public API, as returned by the handshake. */
  readonly apiVersion: string;
  /** Path that every route lies under. */
  readonly base: string;
  /** Its calls with their answers, for the documentation. */
  readonly examples: URL;
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
  /** What is said of an aircraft where nobody knows it. */
  readonly unknownAircraft: {
    readonly serviceCeilingFt: number;
    readonly maxPassengers: number;
    readonly maxCargoLb: number;
  };
  /** The lowest rank that may fly an aircraft, in the type that its clients know. @param name - null: any */
  minimumRank(name: string | null): string | number | null;
  /** Name and registration of an aircraft as a list shows them. */
  nameAircraft(name: string, registration: string | null): { readonly name: string; readonly registration?: string };
}

const milesPerNauticalMile = 1.150_779;
/** Responses like those of `SmartCARS3phpVMS7Api` 1.0.3. */
export const seven: Flavour = {
  handler: 'phpvms7',
  apiVersion: '1.0.3',
  base: '/api/tracker/smartcars',
  examples: new URL('examples-phpvms7.json', import.meta.url),
  unknown: null,
  saysExpiry: false,
  takesApiKeys: true,
  trackingId: ({ pirepId, id }) => pirepId ?? id,
  nameOf: (pirepId) => ({ pirepId }),
  pirepId: (id) => id,
  kindOf: passengersOrCargo,
  pirepDistance: (nauticalMiles) => Math.round(nauticalMiles * milesPerNauticalMile * 100) / 100,
  // Its constants for every aircraft (Http/Controllers/Api/DataController.php), and plugins expect a number for the rank.
  unknownAircraft: { serviceCeilingFt: 40_000, maxPassengers: 300, maxCargoLb: 1_000 },
  minimumRank: () => 0,
  nameAircraft: (name, registration) => ({ name: registration === null ? name : `${name} (${registration})` }),
};

/** Responses like those of `smartcars-3-phpvms5-api` 1.0.2, which has `flights/start`. */
export const five: Flavour = {
  handler: 'phpvms5',
  apiVersion: '1.0.2',
  base: '/acars/smartcars.php',
  examples: new URL('examples-phpvms5.json', import.meta.url),
  unknown: 0,
  saysExpiry: true,
  takesApiKeys: false,
  trackingId: ({ id }) => id,
  nameOf: (flightId) => ({ flightId }),
  pirepId: (id) => (/^\d{1,15}$/.test(id) ? Number(id) : id),
  kindOf: (flightType) => flightType,
  pirepDistance: (nauticalMiles) => Math.round(nauticalMiles * 100) / 100,
  unknownAircraft: { serviceCeilingFt: 0, maxPassengers: 0, maxCargoLb: 0 },
  minimumRank: (name) => name,
  nameAircraft: (name, registration) => ({ name, ...(registration === null ? {} : { registration }) }),
};
