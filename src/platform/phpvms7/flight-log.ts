import { textOf } from '../../lib/row.ts';
import type { LogLine, Pirep } from '../../tracking/model.ts';
import { type LogPlace, logInAcars } from '../seven/pirep-detail.ts';
import { fitLine, isOfReport, logRow } from './acars-rows.ts';
import type { Database } from './database.ts';
import type { Host } from './host.ts';
import type { Column } from './installation.ts';

/** Where the site keeps the log of a flight. */
export async function logOf(database: Database): Promise<LogPlace> {
  return (await database.columns('pirep_events')).size > 0 ? logInEvents : logInAcars;
}

const logInEvents: LogPlace = { table: 'pirep_events', isLine: '1 = 1', order: 'ORDER BY a.created_at, a.id' };

/** Writes the lines of a PIREP's log that its track does not hold: a line of a flight event is there since it was delivered. */
export async function writeLog(host: Host, pirepId: string, pirep: Pirep): Promise<void> {
  const now = host.clock.now();
  const { table } = await logOf(host.database);
  const column = (await host.database.columns(table)).get('log');
  const delivered = pirep.log.some(({ at }) => at !== null)
    ? await readDelivered(host, pirepId)
    : new Map<string, number>();
  const rows = pirep.log.flatMap((line, index) =>
    isDelivered(line, delivered, column) ? [] : [logRow(pirepId, index, line, now)],
  );
  await host.track.writeLines(rows);
}

/** How many events were delivered with each text. */
async function readDelivered({ database }: Host, pirepId: string): Promise<Map<string, number>> {
  const { table, isLine } = await logOf(database);
  const sql = `SELECT a.id, a.log FROM {${table}} a WHERE a.pirep_id = ? AND ${isLine} AND a.log IS NOT NULL`;
  const delivered = new Map<string, number>();
  for (const row of await database.rows(sql, [pirepId])) {
    const text = textOf(row, 'log');
    if (isOfReport(pirepId, textOf(row, 'id'))) delivered.set(text, (delivered.get(text) ?? 0) + 1);
  }
  return delivered;
}

/** Counts down, because the log has the events first: of more lines than events the last are the client's own. */
function isDelivered(line: LogLine, delivered: Map<string, number>, column: Column | undefined): boolean {
  const text = fitLine(line.text, column);
  const left = line.at === null ? 0 : (delivered.get(text) ?? 0);
  if (left > 0) delivered.set(text, left - 1);
  return left > 0;
}
