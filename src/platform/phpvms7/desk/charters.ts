import { distanceNm } from '../../../lib/geo.ts';
import { minutesBetween } from '../../../lib/instant-text.ts';
import type { MysqlValue } from '../../../lib/mysql.ts';
import { textOf, textOrNull } from '../../../lib/row.ts';
import { newId } from '../../../lib/tokens.ts';
import type { Charter } from '../../../tracking/desk-model.ts';
import type { Bid, Plan } from '../../../tracking/model.ts';
import { Refusal } from '../../../tracking/refusals.ts';
import { charterOwner } from '../../seven/schedule-details.ts';
import { toSqlTime } from '../../seven/sql-time.ts';
import { fitNumber } from '../../site/fit-number.ts';
import { fitText } from '../fitting.ts';
import type { Host } from '../host.ts';
import type { Columns } from '../installation.ts';
import { planOwnFlight } from '../plans.ts';
import { readSiteRules } from '../site-settings.ts';
import { book, isInDoubt, placeBid, requirePilot } from './booking.ts';
import { charterPrefix, removeCharter, removeStrayCharters } from './charter-removal.ts';

/** app/Models/Enums/FlightType.php: CHARTER_PAX_ONLY and CHARTER_CARGO_MAIL. */
const flightTypes: Readonly<Record<Charter['kind'], string>> = { passenger: 'C', cargo: 'H' };

/**
 * A flight that only this pilot's bid shows: hidden, and owned by the pilot, which spares it from the site's lists and
 * nightly jobs. It is written by SQL because the platform's API makes no flights; its bid is made by the API, so that
 * the site's rules hold. A charter that gets no bid is removed again.
 * @throws Refusal `invalid` naming every field that is wrong, `crew-center-refused` with the rule that is against it
 */
export async function charterFlight(host: Host, pilotId: string, charter: Charter): Promise<Bid> {
  await requirePilot(host, pilotId);
  const plan = await planCharter(host, pilotId, charter);
  const bundleId = await readBundle(host);
  const columns = columnsOf(pilotId, charter, { plan, bundleId }, await host.database.columns('flights'));
  await removeStrayCharters(host, pilotId);
  const { aircraftId } = charter;
  const known = await findCharter(host, pilotId, columns, aircraftId);
  if (known?.isBooked === true) return book(host, { pilotId, scheduleId: known.id, aircraftId });
  const scheduleId = known?.id ?? (await insertCharter(host, pilotId, columns));
  try {
    return await placeBid(host, { pilotId, scheduleId, aircraftId });
  } catch (error) {
    if (!isInDoubt(host, { pilotId, scheduleId })) await removeCharter(host, scheduleId);
    throw error;
  }
}

/** The site knows both airports, whatever it allows in PIREPs: its pages of a flight need them. */
async function planCharter({ database, fleet }: Host, pilotId: string, charter: Charter): Promise<Plan> {
  const rules = { ...(await readSiteRules(database)), allowsUnknownAirports: false };
  const { aircraftId } = charter;
  const isNumeric = true;
  return planOwnFlight(database, rules, pilotId, { ...charter, isNumeric }, async (wish) =>
    aircraftId === null ? null : fleet.findChoice(aircraftId, wish, rules),
  );
}

type FlightColumns = Readonly<Record<string, MysqlValue>>;

/** Without what this release has no column for. */
function columnsOf(
  pilotId: string,
  charter: Charter,
  { plan, bundleId }: { readonly plan: Plan; readonly bundleId: string | null },
  columns: Columns,
): FlightColumns {
  const { departureTime, arrivalTime, cruiseAltitudeFt, route, kind } = charter;
  const text = (value: string | null, name: string) => (value === null ? null : fitText(value, columns.get(name)));
  const isOwnable = columns.has('owner_type');
  const all: FlightColumns = {
    airline_id: plan.airlineId,
    flight_number: plan.flightNumber,
    dpt_airport_id: plan.departure.icao,
    arr_airport_id: plan.arrival.icao,
    route: text(route, 'route'),
    // As a flight level: a number below 1,000 is read as one.
    level: Math.round((cruiseAltitudeFt ?? 0) / 100),
    distance: fitNumber(distanceOf(plan), columns.get('distance')),
    dpt_time: text(departureTime, 'dpt_time'),
    arr_time: text(arrivalTime, 'arr_time'),
    // As main has them beside.
    departure_time: departureTime,
    arrival_time: arrivalTime,
    bundle_id: bundleId,
    flight_time: minutesBetween(departureTime, arrivalTime),
    flight_type: flightTypes[kind],
    user_id: pilotId,
    owner_type: charterOwner,
    owner_id: pilotId,
    visible: 0,
    // Where flights have no owners, the nightly job shows all that are active (app/Cron/Nightly/SetActiveFlights.php); on main
    // it asks for no owner either (SetVisibleFlights.php).
    active: isOwnable ? 1 : 0,
    enabled: 0,
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => columns.has(name)));
}

/** On main every flight is of a bundle: one of the site's own stands for none. Null where there are none. @throws Refusal `crew-center-refused` */
async function readBundle({ database }: Host): Promise<string | null> {
  if ((await database.columns('flight_bundles')).size === 0) return null;
  const [row] = await database.rows('SELECT MIN(b.id) AS id FROM {flight_bundles} b WHERE b.deleted_at IS NULL');
  const id = row === undefined ? null : textOrNull(row, 'id');
  if (id !== null) return id;
  throw new Refusal('crew-center-refused', { message: 'The crew center has no bundle that a charter could be in.' });
}

function distanceOf({ departure, arrival }: Plan): number {
  if (departure.lat === null || departure.lon === null || arrival.lat === null || arrival.lon === null) return 0;
  const [from, to] = [departure, arrival].map(({ lat, lon }) => ({ lat: lat ?? 0, lon: lon ?? 0 }));
  return from === undefined || to === undefined ? 0 : distanceNm(from, to);
}

/** The pilot's charter that is the same in everything, booked with this aircraft or not yet with any. */
async function findCharter(
  { database }: Host,
  pilotId: string,
  columns: FlightColumns,
  aircraftId: string | null,
): Promise<{ readonly id: string; readonly isBooked: boolean } | null> {
  // The distance hangs on places that the staff may correct.
  const compared = Object.entries(columns).filter(([name]) => name !== 'distance');
  const [row] = await database.rows(
    `SELECT f.id, b.id AS bid_id FROM {flights} f LEFT JOIN {bids} b ON b.flight_id = f.id AND b.user_id = ?
     WHERE f.id LIKE ? AND {?f.flights.deleted_at} IS NULL AND ${compared.map(([name]) => `f.${name} <=> ?`).join(' AND ')}
       AND (? IS NULL OR {?b.bids.aircraft_id} IS NULL OR {?b.bids.aircraft_id} = ?)
     ORDER BY b.id IS NULL, f.id LIMIT 1`,
    [pilotId, `${charterPrefix(pilotId)}%`, ...compared.map(([, value]) => value), aircraftId, aircraftId],
  );
  return row === undefined ? null : { id: textOf(row, 'id'), isBooked: textOrNull(row, 'bid_id') !== null };
}

async function insertCharter({ database, clock }: Host, pilotId: string, columns: FlightColumns): Promise<string> {
  const id = `${charterPrefix(pilotId)}${newId().slice(0, 16)}`;
  const now = toSqlTime(clock.now());
  const row: FlightColumns = { id, ...columns, created_at: now, updated_at: now };
  const names = Object.keys(row);
  await database.run(
    `INSERT INTO {flights} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    Object.values(row),
  );
  return id;
}
