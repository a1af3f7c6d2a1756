import { textOf, textOrNull } from '../../lib/row.ts';
import type { Database } from './database.ts';

/** The site's rules, as its own settings say them (app/Database/seeds/settings.yml), with the platform's defaults. */
export interface SiteRules {
  /** Hours without a change after which the platform removes a flight under way, and up to 7.0.10 its map forgets it; 0 for never. */
  readonly liveTimeH: number;
  /** What the site calls that. */
  readonly liveTimeSetting: 'acars.live_time' | 'pireps.tombstone_time';
  readonly duplicateCheckMin: number;
  readonly restrictToRank: boolean;
  readonly restrictToTypeRating: boolean;
  readonly onlyAircraftAtDeparture: boolean;
  readonly onlyFromCurrentAirport: boolean;
  readonly onlyCompanyAircraft: boolean;
  readonly onlyCompanyFlights: boolean;
  readonly bidBlocksAircraft: boolean;
  readonly briefingBlocksAircraft: boolean;
  readonly allowsUnknownAirports: boolean;
  /** Percent of the seats that are sold where a schedule does not say. */
  readonly loadFactorPercent: number;
  readonly loadFactorVariance: number;
  readonly weighsInKilograms: boolean;
  readonly identLength: number;
  readonly identCode: string | null;
}

const keys = [
  'acars.live_time',
  // Its name on main (database/migrations_data/2026_07_27_000001_live_map_settings.php).
  'pireps.tombstone_time',
  'pireps.duplicate_check_time',
  'pireps.restrict_aircraft_to_rank',
  'pireps.restrict_aircraft_to_typerating',
  'pireps.only_aircraft_at_dpt_airport',
  'pilots.only_flights_from_current',
  'pilots.restrict_to_company',
  'flights.only_company_aircraft',
  'bids.block_aircraft',
  'simbrief.block_aircraft',
  'general.allow_unadded_airports',
  'flights.default_load_factor',
  'flights.load_factor_variance',
  'units.weight',
  'pilots.id_length',
  'pilots.id_code',
] as const;

/** Read afresh each time: the platform's own cache of a setting is not ours to know. */
export async function readSiteRules(database: Database): Promise<SiteRules> {
  const rows = await database.rows(
    `SELECT \`key\` AS name, value FROM {settings} WHERE \`key\` IN (${keys.map(() => '?').join(', ')})`,
    keys,
  );
  const values = new Map(rows.map((row) => [textOf(row, 'name'), textOrNull(row, 'value')]));
  const text = (key: (typeof keys)[number]) => values.get(key) ?? '';
  const count = (key: (typeof keys)[number], standard: number) =>
    /^\d+$/.test(text(key).trim()) ? Number(text(key)) : standard;
  const liveTimeSetting =
    values.has('pireps.tombstone_time') && !values.has('acars.live_time') ? 'pireps.tombstone_time' : 'acars.live_time';
  // As app/Repositories/SettingRepository.php reads a boolean; a key that is absent counts as its default in the code, false.
  const flag = (key: (typeof keys)[number]) => text(key) === 'true' || text(key) === '1';
  return {
    liveTimeH: count(liveTimeSetting, 12),
    liveTimeSetting,
    duplicateCheckMin: count('pireps.duplicate_check_time', 10),
    restrictToRank: flag('pireps.restrict_aircraft_to_rank'),
    restrictToTypeRating: flag('pireps.restrict_aircraft_to_typerating'),
    onlyAircraftAtDeparture: flag('pireps.only_aircraft_at_dpt_airport'),
    onlyFromCurrentAirport: flag('pilots.only_flights_from_current'),
    onlyCompanyAircraft: flag('flights.only_company_aircraft'),
    onlyCompanyFlights: flag('pilots.restrict_to_company'),
    bidBlocksAircraft: flag('bids.block_aircraft'),
    briefingBlocksAircraft: flag('simbrief.block_aircraft'),
    allowsUnknownAirports: flag('general.allow_unadded_airports'),
    loadFactorPercent: count('flights.default_load_factor', 82),
    loadFactorVariance: count('flights.load_factor_variance', 5),
    weighsInKilograms: text('units.weight') === 'kg',
    identLength: count('pilots.id_length', 4),
    identCode: text('pilots.id_code').trim() || null,
  };
}
