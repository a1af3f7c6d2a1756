import { type Row, textOf, textOrNull } from '../../lib/row.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { findAirport } from './airports.ts';
import type { CrewCenter } from './crew-center.ts';
import { type AircraftListing, listAircraft, maxAircraftName } from './fleet-admin.ts';
import { requireNoOpenFlight } from './open-flight.ts';
import { noAirport } from './unknown-names.ts';

/** Statuses that an operator can set (app/Models/Enums/AircraftStatus.php). */
export const aircraftStatuses = { active: 'A', maintenance: 'M', stored: 'S', retired: 'R' } as const;

/** Fields to change; null leaves one as it is. */
export interface AircraftEdit {
  readonly registration: string | null;
  /** ICAO code of its type. */
  readonly type: string | null;
  readonly name: string | null;
  /** Id of a subfleet. */
  readonly subfleet: string | null;
  readonly airport: string | null;
  readonly status: string | null;
}

/** Changes nothing. */
export const noAircraftEdit: AircraftEdit = {
  registration: null,
  type: null,
  name: null,
  subfleet: null,
  airport: null,
  status: null,
};

/** @throws Refusal `not-found`, `flight-open`, `invalid` naming the fields */
export function editAircraft(
  crewCenter: CrewCenter,
  registration: string,
  edit: AircraftEdit,
): Promise<AircraftListing> {
  return crewCenter.write(() => {
    const id = textOf(requireAircraft(crewCenter, registration), 'id');
    requireNoOpenFlight(crewCenter, 'aircraft', id, registration.toUpperCase());
    for (const [column, value] of Object.entries(columnsOf(crewCenter, id, edit)))
      crewCenter.run(
        `UPDATE aircraft SET ${column} = ?, updated_at = ? WHERE id = ?`,
        value,
        crewCenter.now(),
        Number(id),
      );
    const changed = listAircraft(crewCenter).find((each) => each.id === id);
    if (changed === undefined) throw new Error(`aircraft ${id} is missing after it was changed`);
    return changed;
  });
}

/**
 * Removes an aircraft; like in version 7 its row stays, marked as deleted, for its PIREPs. Adding the registration again
 * restores it. @throws Refusal `not-found`, `flight-open`, `crew-center-refused` when bids reserve it
 */
export function removeAircraft(crewCenter: CrewCenter, registration: string): Promise<void> {
  return crewCenter.write(() => takeAway(crewCenter, registration));
}

/** Removes an aircraft within a transaction. @throws as `removeAircraft` */
export function takeAway(crewCenter: CrewCenter, registration: string): void {
  const id = textOf(requireAircraft(crewCenter, registration), 'id');
  const name = registration.toUpperCase();
  requireNoOpenFlight(crewCenter, 'aircraft', id, name);
  const bids = crewCenter.all('SELECT id FROM bids WHERE aircraft_id = ? ORDER BY id', Number(id));
  if (bids.length > 0) {
    const ids = bids.map((bid) => textOf(bid, 'id')).join(', ');
    throw new Refusal('crew-center-refused', {
      message: `${name} is reserved by bids: ${ids}. Remove them first, or give them another aircraft.`,
    });
  }
  const now = crewCenter.now();
  crewCenter.run('UPDATE aircraft SET deleted_at = ?, updated_at = ? WHERE id = ?', now, now, Number(id));
}

function requireAircraft(crewCenter: CrewCenter, registration: string): Row {
  const row = crewCenter.get(
    'SELECT * FROM aircraft WHERE registration = ? AND deleted_at IS NULL',
    registration.trim(),
  );
  if (row === null) throw new Refusal('not-found', { message: `There is no aircraft ${registration}.` });
  return row;
}

/** ICAO code of a type of aircraft. */
export const typeCode = /^[A-Z0-9]{2,4}$/;

function columnsOf(crewCenter: CrewCenter, id: string, edit: AircraftEdit): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {};
  const columns: Record<string, string> = {};
  const registration = edit.registration?.trim().toUpperCase();
  if (registration !== undefined) {
    columns.registration = registration;
    const other = crewCenter.get(
      'SELECT deleted_at FROM aircraft WHERE registration = ? AND id <> ?',
      registration,
      Number(id),
    );
    if (!/^[A-Z0-9-]{1,10}$/.test(registration))
      fields.registration = 'Registration: enter 1 to 10 letters, digits and hyphens.';
    else if (other !== null)
      fields.registration = `Registration: ${registration} belongs to ${textOrNull(other, 'deleted_at') === null ? 'another' : 'a removed'} aircraft. Enter another one.`;
  }
  const icao = edit.type?.trim().toUpperCase();
  if (icao !== undefined) columns.icao = icao;
  if (icao !== undefined && !typeCode.test(icao)) fields.type = 'Type: enter 2 to 4 letters and digits, such as A320.';
  const subfleet = edit.subfleet?.trim();
  if (subfleet !== undefined) columns.subfleet_id = subfleet;
  if (
    subfleet !== undefined &&
    crewCenter.get('SELECT 1 FROM subfleets WHERE id = ? AND deleted_at IS NULL', subfleet) === null
  )
    fields.subfleet = 'Subfleet: choose one of the list.';
  if (edit.name !== null) columns.name = edit.name.trim();
  if (columns.name === '' || (columns.name?.length ?? 0) > maxAircraftName)
    fields.name = `Name: enter 1 to ${maxAircraftName} characters.`;
  if (edit.airport !== null) {
    const found = findAirport(crewCenter, { icao: edit.airport.trim() });
    if (found === null) fields.airport = `Location: ${noAirport(crewCenter, edit.airport)}`;
    else columns.airport_id = found.icao;
  }
  if (edit.status !== null) {
    const [, status] = Object.entries(aircraftStatuses).find(([name]) => name === edit.status) ?? [];
    if (status === undefined) fields.status = `Status: choose one of ${Object.keys(aircraftStatuses).join(', ')}.`;
    else columns.status = status;
  }
  if (Object.keys(fields).length > 0)
    throw new Refusal('invalid', { message: Object.values(fields).join(' '), fields });
  return columns;
}
