import { numberOf, numberOrNull, type Row, textOf } from '../../lib/row.ts';
import type { Pirep } from '../../tracking/model.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { judgementComment, judgementFields } from '../judgement-text.ts';
import type { HostFlight, HostPirep } from '../port.ts';
import { toSqlTimeOrNull } from '../seven/sql-time.ts';
import type { CrewCenter } from './crew-center.ts';
import { diversionField } from './diversion.ts';
import type { PirepFieldValues } from './pirep-fields.ts';
import { lost, ownPirep, readPirep, toHostPirep } from './pirep-rows.ts';
import { type PirepColumns, PirepService, type Verdict } from './pirep-service.ts';
import { saveLog } from './track.ts';
import type { Emit } from './write-queue.ts';

/**
 * Files and submits a PIREP; returns one that is already filed unchanged.
 * @throws Refusal `flight-not-found` (deleted), `flight-ended` (cancelled), `crew-center-refused` (pilot or aircraft gone).
 */
export function filePirep(crewCenter: CrewCenter, emit: Emit, flight: HostFlight, pirep: Pirep): HostPirep {
  const row = ownPirep(crewCenter, flight);
  if (row === null) throw lost();
  const found = toHostPirep(row);
  if (found.state === 'cancelled')
    throw new Refusal('flight-ended', { message: 'This PIREP is cancelled in the crew center.' });
  if (found.state !== 'open') return found;
  checkStillThere(crewCenter, row);
  const pirepId = textOf(row, 'id');
  const { judgement } = pirep;
  saveLog(crewCenter, pirepId, pirep.log);
  const said = judgement === undefined ? null : judgementComment(judgement);
  if (said !== null) comment(crewCenter, row, said);
  new PirepService(crewCenter, emit).file(pirepId, filingColumns(pirep), filingFields(pirep), verdictOf(pirep));
  const filed = readPirep(crewCenter, pirepId);
  if (filed === null) throw lost();
  return toHostPirep(filed);
}

/** Cancels an open PIREP; returns a filed one unchanged. */
export function cancelPirep(
  crewCenter: CrewCenter,
  emit: Emit,
  flight: HostFlight,
  reason: string | null,
): HostPirep | null {
  const row = ownPirep(crewCenter, flight);
  if (row === null) return null;
  const found = toHostPirep(row);
  if (found.state === 'cancelled') return null;
  if (found.state !== 'open') return found;
  new PirepService(crewCenter, emit).cancel(found.pirepId);
  if (reason !== null) comment(crewCenter, row, `Cancelled: ${reason}`);
  return null;
}

/** The harsher of what the rules and the client say. */
export function verdictOf({ isForReview, judgement }: Pick<Pirep, 'isForReview' | 'judgement'>): Verdict {
  const state = judgement?.state ?? null;
  if (state === 'reject') return 'reject';
  if (isForReview === true || state === 'review' || state === 'reason-needed') return 'review';
  return state ?? 'by-rank';
}

function comment(crewCenter: CrewCenter, pirep: Row, text: string): void {
  const now = crewCenter.now();
  crewCenter.run(
    'INSERT INTO pirep_comments (pirep_id, user_id, comment, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
    textOf(pirep, 'id'),
    numberOf(pirep, 'user_id'),
    text,
    now,
    now,
  );
}

function checkStillThere(crewCenter: CrewCenter, pirep: Row): void {
  const pilot = crewCenter.get('SELECT 1 FROM users WHERE id = ? AND deleted_at IS NULL', numberOf(pirep, 'user_id'));
  if (pilot === null)
    throw new Refusal('crew-center-refused', { message: 'The pilot of this PIREP is no longer in the crew center.' });
  const aircraftId = numberOrNull(pirep, 'aircraft_id');
  const aircraft = crewCenter.get('SELECT 1 FROM aircraft WHERE id = ? AND deleted_at IS NULL', aircraftId);
  if (aircraft === null)
    throw new Refusal('crew-center-refused', { message: 'The aircraft of this PIREP is no longer in the fleet.' });
}

/** Unknown figures stay null, or as they were. */
function filingColumns(pirep: Pirep): PirepColumns {
  return {
    flight_time: pirep.flightTimeMin === null ? null : Math.round(pirep.flightTimeMin),
    distance: pirep.distanceNm,
    fuel_used: pirep.fuelUsedLb,
    block_fuel: pirep.blockFuelLb,
    landing_rate: pirep.landingRateFpm,
    score: pirep.score === null ? null : Math.round(pirep.score),
    block_off_time: toSqlTimeOrNull(pirep.blockOffAt),
    block_on_time: toSqlTimeOrNull(pirep.blockOnAt),
    notes: pirep.notes,
    ...(pirep.route === null ? {} : { route: pirep.route.trim().toUpperCase() }),
    ...(pirep.cruiseLevel === undefined ? {} : { level: Math.round(pirep.cruiseLevel) }),
    ...(pirep.zeroFuelWeightLb === undefined ? {} : { zfw: pirep.zeroFuelWeightLb }),
    ...(pirep.isArrivalFiled === undefined ? {} : { arr_airport_id: pirep.diversion?.icao ?? null }),
  };
}

function filingFields(pirep: Pirep): PirepFieldValues {
  const ours: [string, string | null][] = [
    ['Takeoff Time', isoOrNull(pirep.takeoffAt)],
    ['Landing Time', isoOrNull(pirep.landingAt)],
    ['Load', pirep.load === null ? null : String(pirep.load)],
    ['Computed Figures', figuresOf(pirep, 'computed')],
    ['Estimated Figures', figuresOf(pirep, 'estimated')],
    [diversionField, pirep.isArrivalFiled === true ? null : (pirep.diversion?.icao ?? null)],
  ];
  const known = ours.filter((entry): entry is [string, string] => entry[1] !== null);
  const ofRules = pirep.judgement === undefined ? {} : judgementFields(pirep.judgement);
  return { ...pirep.fields, ...Object.fromEntries(known), ...ofRules };
}

/** Lists figures with this basis, as text: `block on, distance`. */
function figuresOf(pirep: Pirep, basis: string): string | null {
  const names = Object.entries(pirep.basis)
    .filter(([, each]) => each === basis)
    .map(([name]) =>
      name
        .replace(/(At|Min|Nm|Lb|Fpm)$/, '')
        .replace(/([A-Z])/g, ' $1')
        .toLowerCase(),
    );
  return names.length === 0 ? null : names.join(', ');
}

function isoOrNull(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
