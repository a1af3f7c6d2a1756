import { distanceNm } from '../../lib/geo.ts';
import type { MysqlSession } from '../../lib/mysql.ts';
import type { Pirep } from '../../tracking/model.ts';
import { hoursPointMinutes } from '../five/flight-words.ts';
import { distanceInUnits, fuelInUnits } from '../five/host-settings.ts';
import type { Serialisable } from '../five/php-serialised.ts';
import { logLine, plainIcao, plainLine, plainRoute } from '../five/plain-text.ts';
import { judgementComment } from '../judgement-text.ts';
import type { HostFlight } from '../port.ts';
import type { Host } from './host.ts';
import { client } from './live.ts';
import { rawdataOf } from './pirep-rows.ts';
import type { Column } from './tables.ts';
import { fitCharset, fitText, joinLog } from './text.ts';

/** A PIREP with the platform's names and units, for its FilePIREP and for prepared SQL. */
export interface Filing {
  readonly code: string;
  readonly flightnum: string;
  readonly depicao: string;
  readonly arricao: string;
  /** `aircraft.id`, `'0'` when there is none. */
  readonly aircraft: string;
  readonly route: string;
  /** `H.MM`. */
  readonly flighttime: string;
  readonly distance: number;
  readonly landingrate: number;
  readonly fuelused: number;
  /** Null: drawn as the platform does. */
  readonly load: number | null;
  readonly source: string;
  readonly log: string;
  readonly comment: string;
  readonly rawdata: Serialisable;
  /** Values of its custom PIREP fields, by `fieldid`. */
  readonly fields: ReadonlyMap<number, string>;
}

export interface CustomField {
  readonly id: number;
  readonly names: readonly string[];
}

/** Reads nothing but the charset of a column; what the pilot wrote comes out inert. */
export async function makeFiling(
  session: MysqlSession,
  host: Host,
  flight: HostFlight,
  pirep: Pirep,
  customFields: readonly CustomField[],
): Promise<Filing> {
  const { plan } = flight;
  const { columns } = host.tables.pireps;
  const { matched, unmatched } = matchFields(pirep.fields, customFields);
  const log = [...withoutTrack(pirep), ...pirep.log, ...unmatched].map(logLine);
  const [logColumn, commentColumn] = [columns.get('log'), host.tables.pirepcomments?.columns.get('comment')];
  const comment = commentOf(flight, pirep);
  return {
    code: (plan.airlineCode ?? '').toUpperCase(),
    flightnum: plan.flightNumber.toUpperCase(),
    depicao: plan.departure.icao,
    arricao: arrivalOf(plan, pirep),
    aircraft: (flight.aircraft ?? plan.aircraft)?.id ?? '0',
    route: plainRoute(pirep.route ?? ''),
    flighttime: hoursPointMinutes(pirep.flightTimeMin ?? 0),
    distance: distanceOf(host, flight, pirep),
    landingrate: Math.round((pirep.landingRateFpm ?? 0) * 10) / 10,
    fuelused: Math.round(fuelInUnits(host.settings, pirep.fuelUsedLb ?? 0) * 10) / 10,
    load: pirep.load === null || pirep.load <= 0 ? null : Math.round(pirep.load),
    source: client,
    log: logColumn === undefined ? '' : await logFor(session, logColumn, log),
    comment: commentColumn === undefined ? '' : await fitText(session, commentColumn, comment),
    rawdata: rawdataOf(flight.id, pirep.basis),
    fields: matched,
  };
}

/** Lines are joined by a letter that none of them holds, so that fitting the charset takes one question. */
async function logFor(session: MysqlSession, column: Column, lines: readonly string[]): Promise<string> {
  return lines.length === 0 ? '' : joinLog((await fitCharset(session, column, lines.join('*'))).split('*'), column);
}

function withoutTrack(pirep: Pirep) {
  return pirep.positionCount > 0 ? [] : [{ at: null, text: 'Filed without a track: no position reached the server.' }];
}

/** Where it ended; what is no code of an airport stands in the comment only. */
function arrivalOf(plan: HostFlight['plan'], { diversion }: Pirep): string {
  return (diversion === null ? null : plainIcao(diversion.icao)) ?? plan.arrival.icao;
}

/** What the pilot wrote, and where the flight ended when that was elsewhere. */
function commentOf({ plan }: HostFlight, pirep: Pirep): string {
  const diverted =
    pirep.diversion === null ? [] : [`Diverted to ${pirep.diversion.icao}; planned was ${plan.arrival.icao}.`];
  const judged = pirep.judgement === undefined ? null : judgementComment(pirep.judgement);
  const said = [pirep.notes, judged].filter((text) => text !== null);
  return plainLine([...diverted, ...said].join(' '));
}

/** By name or title, whatever their case; what the crew center has no field for goes into the log. */
function matchFields(fields: Readonly<Record<string, string>>, customFields: readonly CustomField[]) {
  const matched = new Map<number, string>();
  const unmatched: { at: null; text: string }[] = [];
  for (const [name, value] of Object.entries(fields)) {
    const field = customFields.find(({ names }) => names.includes(name.trim().toLowerCase()));
    if (field === undefined) unmatched.push({ at: null, text: plainLine(`${name}: ${value}`) });
    else matched.set(field.id, plainLine(value));
  }
  return { matched, unmatched };
}

/** As flown; unknown, the great circle, as the platform itself would put it. The column is a SMALLINT. */
function distanceOf(host: Host, { plan }: HostFlight, pirep: Pirep): number {
  const [from, to] = [plan.departure, pirep.diversion ?? plan.arrival];
  const isPlaced = from.lat !== null && from.lon !== null && to.lat !== null && to.lon !== null;
  const direct = isPlaced
    ? distanceNm({ lat: from.lat, lon: from.lon }, { lat: to.lat, lon: to.lon })
    : (plan.distanceNm ?? 0);
  return Math.min(32_767, Math.round(distanceInUnits(host.settings, pirep.distanceNm ?? direct)));
}
