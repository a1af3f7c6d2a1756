import type { MysqlRow } from '../../lib/mysql.ts';
import type { Page, PageRequest, PirepFilter, PirepSummary } from '../../tracking/desk-model.ts';
import { type Condition, joined, limitsOf } from './conditions.ts';
import { type FiveHost, isKey, keyOrNobody } from './host.ts';
import { distanceInNm, fuelInLb } from './host-settings.ts';
import { readableText } from './readable-text.ts';
import { numberOf, readAircraft, textOf } from './rows.ts';
import { presentColumns } from './schedule-rows.ts';

/** `accepted` (core/app.config.php, PIREP_PENDING …); PIREP_INPROGRESS is not filed. */
const states = { pending: 0, accepted: 1, rejected: 2 } as const;
const filedStates = Object.values(states).join(', ');

/** Filed PIREPs of this pilot, newest filed first. */
export async function listPireps(
  host: FiveHost,
  pilotId: string,
  filter: PirepFilter,
  request: PageRequest,
): Promise<Page<PirepSummary>> {
  const wanted = await conditionsOf(host, filter);
  if (wanted === null) return { items: [], ...request, total: 0 };
  const where = joined([...filedBy(pilotId), ...wanted]);
  const [count] = await host.mysql.rows(
    `SELECT COUNT(*) AS total FROM ${host.tables.pireps.quoted} p WHERE ${where.sql}`,
    where.values,
  );
  const items = await selectPireps(host, where, limitsOf(request));
  return { items: items.map((row) => toSummary(host, row)), ...request, total: numberOf(count?.total) ?? 0 };
}

/** The one filed last. */
export async function latestPirep(host: FiveHost, pilotId: string): Promise<PirepSummary | null> {
  const [row] = await selectPireps(host, joined(filedBy(pilotId)), ['1', '0']);
  return row === undefined ? null : toSummary(host, row);
}

/** A filed one of this pilot, as `toSummary` takes it. */
export async function findFiledPirep(host: FiveHost, pilotId: string, pirepId: string): Promise<MysqlRow | undefined> {
  const where = joined([...filedBy(pilotId), ['p.pirepid = ?', keyOrNobody(pirepId)]]);
  return (await selectPireps(host, where, ['1', '0']))[0];
}

/** Filed PIREPs `p` of this pilot. */
export function filedBy(pilotId: string): readonly Condition[] {
  return [['p.pilotid = ?', keyOrNobody(pilotId)], [`p.accepted IN (${filedStates})`]];
}

async function selectPireps(
  host: FiveHost,
  where: ReturnType<typeof joined>,
  limits: readonly [string, string],
): Promise<readonly MysqlRow[]> {
  const { pireps, aircraft } = host.tables;
  const names = ['pirepid', 'pilotid', 'code', 'flightnum', 'depicao', 'arricao', 'route', 'flighttype', 'accepted'];
  const figures = ['flighttime', 'flighttime_stamp', 'distance', 'fuelused', 'landingrate', 'aircraft', 'log'];
  return host.mysql.rows(
    `SELECT ${presentColumns(pireps, 'p', [...names, ...figures])}, UNIX_TIMESTAMP(p.submitdate) AS filedAt,
        a.id AS aircraftId, a.icao AS aircraftIcao, a.name AS aircraftName, a.registration
      FROM ${pireps.quoted} p LEFT JOIN ${aircraft.quoted} a ON a.id = p.aircraft
      WHERE ${where.sql} ORDER BY p.submitdate DESC, p.pirepid DESC LIMIT ? OFFSET ?`,
    [...where.values, ...limits],
  );
}

/** Null when nothing can match. */
async function conditionsOf(host: FiveHost, filter: PirepFilter): Promise<readonly Condition[] | null> {
  const codeOf = (code: string | null) => code?.trim().toUpperCase() ?? null;
  const [departure, arrival] = [codeOf(filter.departure), codeOf(filter.arrival)];
  for (const text of [departure, arrival]) if (!(await host.mayHold('pireps', 'depicao', text ?? ''))) return null;
  const all: readonly (Condition | null)[] = [
    departure === null ? null : ['p.depicao = ?', departure],
    arrival === null ? null : ['p.arricao = ?', arrival],
    filter.state === null ? null : ['p.accepted = ?', states[filter.state]],
    filter.aircraftId === null ? null : isKey(filter.aircraftId) ? ['p.aircraft = ?', filter.aircraftId] : ['1 = 0'],
    // The table keeps whole seconds.
    filter.from === null ? null : ['UNIX_TIMESTAMP(p.submitdate) >= ?', filter.from / 1000],
    filter.to === null ? null : ['UNIX_TIMESTAMP(p.submitdate) < ?', filter.to / 1000],
  ];
  return all.filter((each) => each !== null);
}

export function toSummary(host: FiveHost, row: MysqlRow): PirepSummary {
  const code = textOf(row.code);
  const flightNumber = textOf(row.flightnum);
  const distance = positive(row.distance);
  const fuel = positive(row.fuelused);
  return {
    id: textOf(row.pirepid),
    state: (['pending', 'accepted', 'rejected'] as const)[numberOf(row.accepted) ?? 0] ?? 'pending',
    filedAt: instantOf(row.filedAt),
    airlineCode: code || null,
    flightNumber,
    ident: code + flightNumber,
    departure: textOf(row.depicao).toUpperCase(),
    arrival: textOf(row.arricao).toUpperCase(),
    aircraft: aircraftOf(row),
    flightType: textOf(row.flighttype) || null,
    route: readableText(textOf(row.route)) || null,
    flightTimeMin: flightTimeOf(row),
    distanceNm: distance === null ? null : Math.round(distanceInNm(host.settings, distance) * 10) / 10,
    fuelUsedLb: fuel === null ? null : Math.round(fuelInLb(host.settings, fuel) * 10) / 10,
    // Its columns take no NULL: 0 is "not known".
    landingRateFpm: numberOf(row.landingrate) || null,
    score: null,
  };
}

/** Seconds of `UNIX_TIMESTAMP`, which is 0 for a zero date. */
export function instantOf(seconds: unknown): number | null {
  const value = numberOf(textOf(seconds).split('.')[0]);
  return value === null || value <= 0 ? null : value * 1000;
}

function positive(value: unknown): number | null {
  const number = numberOf(value);
  return number === null || number <= 0 ? null : number;
}

/** `flighttime_stamp` is what its totals count, up to 838 hours; `flighttime` is `H.MM`. */
function flightTimeOf(row: MysqlRow): number | null {
  const stamp = timeOf(textOf(row.flighttime_stamp));
  const text = timeOf(textOf(row.flighttime).replaceAll('.', ':'));
  return (stamp !== null && stamp > 0 && stamp < 838 * 60 ? stamp : text) || null;
}

function timeOf(text: string): number | null {
  const match = /^(\d+)(?::(\d{1,2}))?(?::|$)/.exec(text);
  return match === null ? null : Number(match[1]) * 60 + Number(match[2] ?? 0);
}

/** Its column holds the id as text; one that was deleted leaves no more than that, and some clients write a registration. */
function aircraftOf(row: MysqlRow): PirepSummary['aircraft'] {
  const id = textOf(row.aircraft);
  if (!isKey(id)) return null;
  return readAircraft(row) ?? { id, icao: null, name: null, registration: null };
}
