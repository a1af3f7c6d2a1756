import type { Aircraft, Plan } from '../../tracking/model.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { isKey } from '../five/host.ts';
import { readAircraft } from '../five/rows.ts';
import { readPilotCodes } from '../five/schedule-rules.ts';
import type { Host } from './host.ts';

/** The aircraft of this id, registration or type that the pilot's rank allows; without a wish the plan's own. */
export async function findAircraft(
  host: Host,
  pilotId: string,
  plan: Plan,
  wanted: { readonly aircraft: string | null; readonly registration: string | null },
): Promise<Aircraft> {
  if (wanted.aircraft === null && wanted.registration === null && plan.aircraft !== null) return plan.aircraft;
  return chooseAircraft(host, (await readPilotCodes(host, pilotId)).rankLevel, wanted);
}

/** The aircraft of this id, registration or type that this rank may fly. */
export async function chooseAircraft(
  host: Host,
  rankLevel: number,
  wanted: { readonly aircraft: string | null; readonly registration: string | null },
): Promise<Aircraft> {
  const field = wanted.registration === null ? 'aircraft' : 'registration';
  const text = (wanted.registration ?? wanted.aircraft ?? '').trim();
  if (text === '') throw invalid('aircraft', 'Say which aircraft is flown.');
  const { quoted, columns } = host.tables.aircraft;
  const isId = wanted.registration === null && isKey(text);
  const match =
    wanted.registration === null ? `${isId ? 'id = ? OR' : ''} registration = ? OR icao = ?` : 'registration = ?';
  const values = wanted.registration === null ? [...(isId ? [text] : []), text, text] : [text];
  const rank = host.settings.restrictsAircraftByRank && columns.has('ranklevel') ? 'AND ranklevel <= ?' : '';
  const isPossible = await host.mayHold('aircraft', 'registration', text);
  const rows = !isPossible
    ? []
    : await host.mysql.rows(
        `SELECT id AS aircraftId, icao AS aircraftIcao, name AS aircraftName, registration FROM ${quoted}
      WHERE (${match}) AND enabled = 1 ${rank} ORDER BY registration = ? DESC, id LIMIT 1`,
        rank === '' ? [...values, text] : [...values, rankLevel, text],
      );
  const aircraft = rows[0] === undefined ? null : readAircraft(rows[0]);
  if (aircraft === null) throw invalid(field, 'The crew center has no such aircraft in service for this pilot.');
  return aircraft;
}

function invalid(field: string, message: string): Refusal {
  return new Refusal('invalid', { message, fields: { [field]: message } });
}
