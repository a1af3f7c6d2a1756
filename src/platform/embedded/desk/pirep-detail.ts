import { textOf, textOrNull } from '../../../lib/row.ts';
import type { PirepDetail } from '../../../tracking/desk-model.ts';
import { fromSqlTime } from '../../seven/sql-time.ts';
import type { CrewCenter } from '../crew-center.ts';
import { readSettings } from '../settings.ts';
import { filedPirepRow, toSummary } from './logbook.ts';

/** Rows of `acars` that are lines of a log (app/Models/Enums/AcarsType.php, LOG). */
const logType = 2;

/** A filed PIREP of this pilot with all that is kept of it; its track is the journal's. */
export function readFiledPirep(crewCenter: CrewCenter, pilotId: string, pirepId: string): PirepDetail | null {
  const row = filedPirepRow(crewCenter, pilotId, pirepId);
  if (row === null) return null;
  const fields = crewCenter.all('SELECT name, value FROM pirep_field_values WHERE pirep_id = ? ORDER BY id', pirepId);
  const log = crewCenter.all(
    'SELECT log, created_at FROM acars WHERE pirep_id = ? AND type = ? ORDER BY "order", id',
    pirepId,
    logType,
  );
  return {
    ...toSummary(row),
    notes: textOrNull(row, 'notes') || null,
    log: log.map((line) => ({ at: fromSqlTime(textOrNull(line, 'created_at')), text: textOrNull(line, 'log') ?? '' })),
    fields: Object.fromEntries(fields.map((field) => [textOf(field, 'name'), textOrNull(field, 'value') ?? ''])),
    fares: [],
    comments: commentsOf(crewCenter, pirepId),
    track: [],
  };
}

/** The operator's: an operator is no user of the crew center, so the airline signs. */
function commentsOf(crewCenter: CrewCenter, pirepId: string): PirepDetail['comments'] {
  const rows = crewCenter.all('SELECT comment, created_at FROM pirep_comments WHERE pirep_id = ? ORDER BY id', pirepId);
  const author = readSettings(crewCenter).name;
  return rows.map((row) => ({
    at: fromSqlTime(textOrNull(row, 'created_at')),
    author,
    text: textOf(row, 'comment'),
  }));
}
