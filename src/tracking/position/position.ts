/**
 * The position report as one table. Name, unit, range, storage and wire name of each field are defined only here;
 * the type, the wire schema, decoding, the journal's rows and chunks, and the exports are derived from it. To add a
 * field: add a line at the end and run `npm run generate`.
 */
export interface PositionField {
  /** Name in the core, with its unit. */
  readonly name: string;
  /** Name on the wire of every contract, and in CSV files. */
  readonly wire: string;
  /** `code` is a short text that repeats and is stored once; `clock` a text that is usually a time of day. */
  readonly kind: 'integer' | 'number' | 'instant' | 'boolean' | 'code' | 'clock';
  readonly description: string;
  /** Unit for display, added to the CSV header. Absent where there is none. */
  readonly unit?: string;
  /** Precision of the journal: stored as an integer multiple of `1/scale` of the unit. Numbers only. */
  readonly scale?: number;
  /** Never written with three decimals: `12,000` in a form is twelve thousand. */
  readonly isWhole?: true;
  readonly minimum?: number;
  readonly maximum?: number;
  /** The maximum is stored as 0: a full circle. */
  readonly wraps?: true;
  /** Further JSON types that are accepted; stored as text. */
  readonly accepts?: readonly ('integer' | 'boolean')[];
  readonly maxLength?: number;
  readonly isRequired?: true;
  /** Title under which the flight page lists it as a reading. */
  readonly reading?: string;
  /** The first storage format that has it (`formats.ts`). */
  readonly since: 1 | 2;
}

const altitude = { unit: 'ft', scale: 10, isWhole: true, minimum: -10_000, maximum: 1_000_000 } as const;
const pounds = { minimum: 0, maximum: 10_000_000, scale: 10, isWhole: true } as const;
const circle = { unit: 'deg', scale: 10, minimum: 0, maximum: 360, wraps: true } as const;
const percent = { unit: 'pct', scale: 10, minimum: -200, maximum: 200 } as const;

export const positionFields = [
  {
    name: 'seq',
    wire: 'seq',
    kind: 'integer',
    scale: 1,
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description:
      'Sequence number of this report within the flight, increasing. A report with a known `seq` is a duplicate and is ignored. Positions and events are numbered separately.',
    since: 1,
  },
  {
    name: 'recordedAt',
    wire: 'recorded_at',
    kind: 'instant',
    description:
      'Time of the report, by the client; at most 5 minutes ahead of the server (`server_time` in `status`). The default is the time of receipt. Without `seq`, a report with a known `recorded_at` is a duplicate',
    since: 1,
  },
  {
    name: 'lat',
    wire: 'lat',
    kind: 'number',
    scale: 1e7,
    minimum: -90,
    maximum: 90,
    isRequired: true,
    description: 'Latitude, degrees, north positive',
    since: 1,
  },
  {
    name: 'lon',
    wire: 'lon',
    kind: 'number',
    scale: 1e7,
    minimum: -180,
    maximum: 180,
    isRequired: true,
    description: 'Longitude, degrees, east positive',
    since: 1,
  },
  {
    name: 'headingDeg',
    wire: 'heading',
    kind: 'number',
    ...circle,
    description: 'True heading, degrees; 360 is stored as 0',
    since: 1,
  },
  {
    name: 'altitudeMslFt',
    wire: 'altitude_msl',
    kind: 'number',
    ...altitude,
    description: 'Altitude above mean sea level, feet',
    since: 1,
  },
  {
    name: 'altitudeAglFt',
    wire: 'altitude_agl',
    kind: 'number',
    ...altitude,
    description: 'Height above the ground, feet',
    since: 1,
  },
  {
    name: 'groundSpeedKt',
    wire: 'gs',
    kind: 'number',
    unit: 'kt',
    scale: 10,
    isWhole: true,
    minimum: 0,
    maximum: 50_000,
    description: 'Ground speed, knots',
    since: 1,
  },
  {
    name: 'indicatedAirspeedKt',
    wire: 'ias',
    kind: 'number',
    unit: 'kt',
    scale: 10,
    isWhole: true,
    minimum: -500,
    maximum: 50_000,
    description: 'Indicated airspeed, knots (a tailwind at the stand may make it negative)',
    since: 1,
  },
  {
    name: 'verticalSpeedFpm',
    wire: 'vs',
    kind: 'number',
    unit: 'fpm',
    scale: 10,
    isWhole: true,
    minimum: -500_000,
    maximum: 500_000,
    description: 'Vertical speed, feet per minute, up positive',
    since: 1,
  },
  {
    name: 'fuelLb',
    wire: 'fuel',
    kind: 'number',
    unit: 'lb',
    ...pounds,
    description: 'Fuel on board, pounds',
    since: 1,
  },
  {
    name: 'fuelFlowLbPerHour',
    wire: 'fuel_flow',
    kind: 'number',
    unit: 'lb_h',
    ...pounds,
    description: 'Fuel flow of all engines, pounds per hour',
    since: 1,
  },
  {
    name: 'distanceNm',
    wire: 'distance',
    kind: 'number',
    unit: 'nm',
    scale: 100,
    minimum: 0,
    maximum: 100_000,
    description: 'Distance flown so far, nautical miles',
    since: 1,
  },
  {
    name: 'phase',
    wire: 'phase',
    kind: 'code',
    maxLength: 64,
    description: 'Phase of flight: one of the phases of this contract, a code of the platform, or other text',
    since: 1,
  },
  {
    name: 'transponder',
    wire: 'transponder',
    kind: 'code',
    accepts: ['integer'],
    maxLength: 16,
    minimum: 0,
    maximum: 9999,
    description: 'Transponder code',
    since: 1,
  },
  {
    name: 'autopilot',
    wire: 'autopilot',
    kind: 'code',
    accepts: ['boolean'],
    maxLength: 64,
    description: 'Autopilot: true, false, or its mode as text',
    since: 1,
  },
  {
    name: 'onGround',
    wire: 'on_ground',
    kind: 'boolean',
    description: 'Whether the aircraft is on the ground',
    since: 1,
  },
  {
    name: 'simTime',
    wire: 'sim_time',
    kind: 'clock',
    maxLength: 64,
    description: 'Time in the simulator, as text',
    since: 1,
  },
  {
    name: 'outsideTemperatureC',
    wire: 'oat',
    kind: 'number',
    unit: 'c',
    scale: 10,
    minimum: -150,
    maximum: 150,
    description: 'Outside air temperature, degrees Celsius',
    reading: 'Outside temperature',
    since: 2,
  },
  {
    name: 'windDirectionDeg',
    wire: 'wind_dir',
    kind: 'number',
    ...circle,
    description: 'Direction that the wind blows from, true degrees; 360 is stored as 0',
    reading: 'Wind direction',
    since: 2,
  },
  {
    name: 'windSpeedKt',
    wire: 'wind_speed',
    kind: 'number',
    unit: 'kt',
    scale: 10,
    isWhole: true,
    minimum: 0,
    maximum: 1_000,
    description: 'Wind speed, knots',
    reading: 'Wind speed',
    since: 2,
  },
  {
    name: 'gForce',
    wire: 'g_force',
    kind: 'number',
    unit: 'g',
    scale: 1_000,
    minimum: -100,
    maximum: 100,
    description: 'Load factor, g; 1 at rest',
    reading: 'Load factor',
    since: 2,
  },
  {
    name: 'pitchDeg',
    wire: 'pitch',
    kind: 'number',
    unit: 'deg',
    scale: 100,
    minimum: -180,
    maximum: 180,
    description: 'Pitch, degrees, nose up positive',
    reading: 'Pitch',
    since: 2,
  },
  {
    name: 'bankDeg',
    wire: 'bank',
    kind: 'number',
    unit: 'deg',
    scale: 100,
    minimum: -180,
    maximum: 180,
    description: 'Bank, degrees, right wing down positive',
    reading: 'Bank',
    since: 2,
  },
  {
    name: 'simRate',
    wire: 'sim_rate',
    kind: 'number',
    scale: 1_000,
    minimum: 0,
    maximum: 1_000,
    description: 'Simulation rate; 1 is real time',
    reading: 'Simulation rate',
    since: 2,
  },
  {
    name: 'isPaused',
    wire: 'paused',
    kind: 'boolean',
    description: 'Whether the simulation is paused',
    reading: 'Paused',
    since: 2,
  },
  {
    name: 'isSlewing',
    wire: 'slew',
    kind: 'boolean',
    description: 'Whether slew mode is active',
    reading: 'Slew',
    since: 2,
  },
  // Named and in units as the columns of phpVMS 8's `acars`; those that it has no column for, in the same way.
  {
    name: 'isGearUp',
    wire: 'gear_up',
    kind: 'boolean',
    description: 'Whether the landing gear is up',
    reading: 'Gear up',
    since: 2,
  },
  {
    name: 'flaps',
    wire: 'flaps',
    kind: 'number',
    scale: 100,
    minimum: -32_768,
    maximum: 32_767,
    description: 'Position of the flaps: notch or degrees, as the aircraft has it; 0 is up',
    reading: 'Flaps',
    since: 2,
  },
  {
    name: 'headingMagneticDeg',
    wire: 'heading_mag',
    kind: 'number',
    ...circle,
    description: 'Magnetic heading, degrees; 360 is stored as 0',
    reading: 'Magnetic heading',
    since: 2,
  },
  {
    name: 'throttlePct',
    wire: 'throttle_pct',
    kind: 'number',
    ...percent,
    description: 'Throttle, percent, the mean of all engines; below 0 in reverse',
    reading: 'Throttle',
    since: 2,
  },
  {
    name: 'n1Pct',
    wire: 'eng_n1_avg_pct',
    kind: 'number',
    ...percent,
    description: 'N1, percent, the mean of all engines',
    reading: 'N1',
    since: 2,
  },
  {
    name: 'spoilersPct',
    wire: 'spoilers_pct',
    kind: 'number',
    ...percent,
    description: 'Spoilers, percent of fully extended',
    reading: 'Spoilers',
    since: 2,
  },
  {
    name: 'areNavLightsOn',
    wire: 'nav_lights',
    kind: 'boolean',
    description: 'Whether the navigation lights are on',
    reading: 'Navigation lights',
    since: 2,
  },
  {
    name: 'isBeaconOn',
    wire: 'beacon_lights',
    kind: 'boolean',
    description: 'Whether the beacon is on',
    reading: 'Beacon',
    since: 2,
  },
  {
    name: 'areStrobeLightsOn',
    wire: 'strobe_lights',
    kind: 'boolean',
    description: 'Whether the strobe lights are on',
    reading: 'Strobe lights',
    since: 2,
  },
  {
    name: 'areLandingLightsOn',
    wire: 'landing_lights',
    kind: 'boolean',
    description: 'Whether the landing lights are on',
    reading: 'Landing lights',
    since: 2,
  },
  {
    name: 'areTaxiLightsOn',
    wire: 'taxi_lights',
    kind: 'boolean',
    description: 'Whether the taxi lights are on',
    reading: 'Taxi lights',
    since: 2,
  },
  {
    name: 'areLogoLightsOn',
    wire: 'logo_lights',
    kind: 'boolean',
    description: 'Whether the logo lights are on',
    reading: 'Logo lights',
    since: 2,
  },
  {
    name: 'areWingLightsOn',
    wire: 'wing_lights',
    kind: 'boolean',
    description: 'Whether the wing lights are on',
    reading: 'Wing lights',
    since: 2,
  },
  {
    name: 'isStallWarning',
    wire: 'stall_warning',
    kind: 'boolean',
    description: 'Whether the aircraft warns of a stall',
    reading: 'Stall warning',
    since: 2,
  },
  {
    name: 'isOverspeedWarning',
    wire: 'overspeed_warning',
    kind: 'boolean',
    description: 'Whether the aircraft warns of overspeed',
    reading: 'Overspeed warning',
    since: 2,
  },
] as const satisfies readonly PositionField[];

type Field = (typeof positionFields)[number];

/** Type of a decoded field; `null` means unknown, never 0. */
type Held<F> = F extends { readonly kind: 'instant' } | { readonly isRequired: true }
  ? number
  : F extends { readonly kind: 'number' | 'integer' }
    ? number | null
    : F extends { readonly kind: 'boolean' }
      ? boolean | null
      : string | null;

/** One position report. Instants are milliseconds since the Unix epoch, UTC. */
export type Position = { readonly [F in Field as F['name']]: Held<F> } & {
  /** True when the client sent `recordedAt`; else it equals `receivedAt`. */
  readonly isDated: boolean;
  readonly receivedAt: number;
};

/** A position as a client may send it. */
type Sent<F> = F extends { readonly isRequired: true }
  ? number
  : F extends { readonly kind: 'number' | 'integer' }
    ? number | null
    : F extends { readonly kind: 'boolean' }
      ? boolean | null
      : F extends { readonly accepts: readonly ['integer'] }
        ? string | number | null
        : F extends { readonly accepts: readonly ['boolean'] }
          ? string | boolean | null
          : string | null;

/** A position on the wire, after it was checked. */
export type WirePosition = {
  readonly [F in Field as F extends { readonly isRequired: true } ? F['wire'] : never]: Sent<F>;
} & {
  readonly [F in Field as F extends { readonly isRequired: true } ? never : F['wire']]?: Sent<F> | undefined;
};

/** A position in a response, with every field. */
export type WirePositionAnswer = {
  readonly [F in Field as F['wire']]: Held<F> extends number
    ? F extends { readonly kind: 'instant' }
      ? string
      : number
    : Held<F>;
};

const nothingKnown = Object.fromEntries(positionFields.map(({ name }) => [name, null]));

/** Reads a position that an older version stored as JSON; newer fields are `null`. */
export function completePosition(stored: Partial<Position>): Position {
  return { ...nothingKnown, ...stored } as Position;
}
