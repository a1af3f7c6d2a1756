import { textOf } from '../../lib/row.ts';
import type { CrewCenter } from './crew-center.ts';

/** How a stranger becomes a pilot. */
export const registrations = ['closed', 'open', 'invitation', 'application'] as const;
export type Registration = (typeof registrations)[number];

/** The settings that decide who may be a pilot, what one may fly, and how a PIREP is treated; most are version 7's. */
export interface HostSettings {
  readonly liveTimeH: number;
  readonly duplicateCheckMin: number;
  readonly restrictAircraftToRank: boolean;
  readonly onlyAircraftAtDeparture: boolean;
  readonly handleDiversion: boolean;
  readonly onlyFlightsFromCurrent: boolean;
  readonly countTransferHours: boolean;
  readonly idLength: number;
  readonly idCode: string;
  readonly disableFlightOnBid: boolean;
  readonly allowMultipleBids: boolean;
  readonly blockAircraft: boolean;
  readonly onlyCompanyAircraft: boolean;
  readonly allowCharters: boolean;
  readonly allowUnaddedAirports: boolean;
  readonly showsHomePage: boolean;
  readonly registration: Registration;
  /** What an applicant is asked. */
  readonly questions: readonly string[];
}

const idLength = 4;

/** The ident of the pilot in `users u` of the airline `ua`, in SQL, by the function that `CrewCenter` adds. */
export const pilotIdentSql = `pilot_ident((SELECT value FROM settings WHERE "key" = 'pilots.id_code'),
  coalesce((SELECT value FROM settings WHERE "key" = 'pilots.id_length'), ${idLength}), ua.icao, coalesce(u.pilot_id, u.id))`;

/** What an ident is made with. */
export type IdentSettings = Pick<HostSettings, 'idLength' | 'idCode'>;

/** Reads these two of the current settings, without the others: for what is asked of each pilot every half minute. */
export function readIdentSettings(crewCenter: CrewCenter): IdentSettings {
  return identSettingsOf(readValues(crewCenter, ` WHERE "key" IN ('pilots.id_length', 'pilots.id_code')`));
}

function identSettingsOf(values: Values): IdentSettings {
  return { idLength: numberIn(values, 'pilots.id_length', idLength), idCode: values.get('pilots.id_code') ?? '' };
}

type Values = ReadonlyMap<string, string>;

function readValues(crewCenter: CrewCenter, condition = ''): Values {
  const rows = crewCenter.all(`SELECT "key", value FROM settings${condition}`);
  return new Map(rows.map((row) => [textOf(row, 'key'), textOf(row, 'value')]));
}

function numberIn(values: Values, key: string, otherwise: number): number {
  const value = Number.parseInt(values.get(key) ?? '', 10);
  return Number.isNaN(value) ? otherwise : value;
}

/** Reads the current settings; a missing key has version 7's default. */
export function readHostSettings(crewCenter: CrewCenter): HostSettings {
  const values = readValues(crewCenter);
  const flag = (key: string, otherwise: boolean) => {
    const value = values.get(key);
    return value === undefined ? otherwise : value === 'true' || value === '1';
  };
  return {
    liveTimeH: numberIn(values, 'acars.live_time', 12),
    duplicateCheckMin: numberIn(values, 'pireps.duplicate_check_time', 10),
    restrictAircraftToRank: flag('pireps.restrict_aircraft_to_rank', true),
    onlyAircraftAtDeparture: flag('pireps.only_aircraft_at_dpt_airport', false),
    handleDiversion: flag('pireps.handle_diversion', true),
    onlyFlightsFromCurrent: flag('pilots.only_flights_from_current', false),
    countTransferHours: flag('pilots.count_transfer_hours', false),
    ...identSettingsOf(values),
    disableFlightOnBid: flag('bids.disable_flight_on_bid', true),
    allowMultipleBids: flag('bids.allow_multiple_bids', true),
    blockAircraft: flag('bids.block_aircraft', true),
    onlyCompanyAircraft: flag('flights.only_company_aircraft', false),
    allowCharters: flag('flights.allow_charters', true),
    allowUnaddedAirports: flag('general.allow_unadded_airports', false),
    showsHomePage: flag('general.home_page', true),
    registration: registrations.find((each) => each === values.get('pilots.registration')) ?? 'closed',
    questions: (values.get('pilots.questions') ?? '').split('\n').filter((line) => line !== ''),
  };
}
