import type { MysqlSession } from '../../lib/mysql.ts';
import { phpSerialise } from '../five/php-serialised.ts';
import type { HostFlight } from '../port.ts';
import type { Filing } from './filing-form.ts';
import { moneyColumns } from './finance.ts';
import type { Host } from './host.ts';
import { type ColumnValues, completeInsert, now } from './statements.ts';

/** The same rows as the platform's function leaves, under any `sql_mode`. */
export async function insertPirep(
  session: MysqlSession,
  host: Host,
  flight: HostFlight,
  filing: Filing,
): Promise<void> {
  const money = await moneyColumns(session, host, flight, filing);
  const { columns } = host.tables.pireps;
  const values: ColumnValues = {
    pilotid: flight.pilotId,
    code: filing.code,
    flightnum: filing.flightnum,
    depicao: filing.depicao,
    arricao: filing.arricao,
    route: filing.route,
    route_details: filing.route === '' ? '' : await routeDetails(session, host),
    aircraft: filing.aircraft,
    flighttime: filing.flighttime,
    flighttime_stamp: timeOf(filing.flighttime),
    distance: filing.distance,
    landingrate: filing.landingrate,
    submitdate: now,
    modifieddate: now,
    accepted: 0,
    log: filing.log,
    fuelused: filing.fuelused,
    source: filing.source,
    exported: 0,
    rawdata: phpSerialise(filing.rawdata),
    ...money,
  };
  const insert = await completeInsert(session, host.tables.pireps, [values]);
  if (!columns.has('rawdata')) throw new Error('pireps.rawdata is required to identify PIREPs');
  await session.run(insert.sql, insert.values);
}

/** `H.MM` as a TIME, which ends at 838:59:59; without a strict `sql_mode` the database itself stops there. */
function timeOf(flighttime: string): string {
  const [hours = '0', minutes = '00'] = flighttime.split('.');
  return Number(hours) > 838 ? '838:59:59' : `${hours}:${minutes}:00`;
}

/** Of a route. Empty, the platform makes it of the route when the PIREP is looked at (PIREPData::getReportDetails); without navigation data there are no points. */
async function routeDetails(session: MysqlSession, host: Host): Promise<string> {
  const { navdata } = host.tables;
  const rows = navdata === null ? [] : await session.rows(`SELECT 1 FROM ${navdata.quoted} LIMIT 1`);
  return rows.length > 0 ? '' : phpSerialise({});
}
