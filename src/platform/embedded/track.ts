import type { LogLine, Report } from '../../tracking/model.ts';
import type { HostFlight } from '../port.ts';
import { toSqlTime, toSqlTimeOrNull } from '../seven/sql-time.ts';
import type { CrewCenter } from './crew-center.ts';
import { openPirepRow } from './pirep-rows.ts';

/** Rows of `acars` that are lines of a log (app/Models/Enums/AcarsType.php, LOG). */
const logType = 2;

const insert = `INSERT OR IGNORE INTO acars (id, pirep_id, type, "order", log, lat, lon, created_at, updated_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** Stores flight events of a flight under way. Positions are not kept here: the journal has the whole track. */
export async function deliverTrack(
  crewCenter: CrewCenter,
  flight: HostFlight,
  reports: readonly Report[],
): Promise<void> {
  if (reports.every((report) => report.kind !== 'event')) return;
  await crewCenter.write(() => addEvents(crewCenter, String(openPirepRow(crewCenter, flight).id), reports));
}

function addEvents(crewCenter: CrewCenter, pirepId: string, reports: readonly Report[]): void {
  const now = crewCenter.now();
  for (const report of reports) {
    if (report.kind !== 'event') continue;
    const { kind, message, lat, lon, recordedAt } = report.event;
    const text = message === null || message === '' ? kind : kind === 'note' ? message : `${kind}: ${message}`;
    const id = `${pirepId}-${report.number.toString(36)}`;
    crewCenter.run(insert, id, pirepId, logType, report.number, text, lat, lon, toSqlTime(recordedAt), now);
  }
}

/** Replaces the events delivered under way by the whole log of a filed flight. */
export function saveLog(crewCenter: CrewCenter, pirepId: string, log: readonly LogLine[]): void {
  if (log.length === 0) return;
  const now = crewCenter.now();
  crewCenter.run('DELETE FROM acars WHERE pirep_id = ? AND type = ?', pirepId, logType);
  for (const [index, line] of log.entries()) {
    const id = `${pirepId}-log-${index.toString(36)}`;
    crewCenter.run(insert, id, pirepId, logType, index, line.text, null, null, toSqlTimeOrNull(line.at) ?? now, now);
  }
}
