import type { PirepDetail } from '../../tracking/desk-model.ts';
import type { FiveHost } from './host.ts';
import { findFiledPirep, instantOf, toSummary } from './logbook.ts';
import { readableText } from './readable-text.ts';
import { textOf } from './rows.ts';

/** A filed PIREP of this pilot with all that the crew center keeps of it; it keeps no track. */
export async function readPirep(host: FiveHost, pilotId: string, pirepId: string): Promise<PirepDetail | null> {
  const row = await findFiledPirep(host, pilotId, pirepId);
  if (row === undefined) return null;
  const { notes, comments } = await readComments(host, pilotId, pirepId);
  return {
    ...toSummary(host, row),
    notes,
    log: linesOf(textOf(row.log)),
    fields: await readFields(host, pirepId),
    fares: [],
    comments,
    track: [],
  };
}

/** Its pages end a line at `*`. Lines begin with a time of day at most, which is no instant. */
function linesOf(log: string): PirepDetail['log'] {
  const lines = log.split('*').flatMap((line) => readableText(line).split('\n'));
  return lines.map((line) => ({ at: null, text: line.trim() })).filter(({ text }) => text !== '');
}

/** The pilot's first comment is what came with the PIREP (PIREPData::fileReport). */
async function readComments(host: FiveHost, pilotId: string, pirepId: string) {
  const { pirepcomments, pilots } = host.tables;
  if (pirepcomments === null) return { notes: null, comments: [] };
  const date = pirepcomments.columns.has('postdate') ? 'UNIX_TIMESTAMP(c.postdate)' : 'NULL';
  const rows = await host.mysql.rows(
    `SELECT c.pilotid, c.comment, ${date} AS postedAt, w.firstname, w.lastname FROM ${pirepcomments.quoted} c
      LEFT JOIN ${pilots.quoted} w ON w.pilotid = c.pilotid WHERE c.pirepid = ? ORDER BY c.id`,
    [pirepId],
  );
  const own = rows.find((row) => textOf(row.pilotid) === pilotId);
  const comments = rows
    .filter((row) => row !== own)
    .map((row) => ({
      at: instantOf(row.postedAt),
      author: `${textOf(row.firstname)} ${textOf(row.lastname)}`.trim(),
      text: readableText(textOf(row.comment)),
    }));
  return { notes: own === undefined ? null : readableText(textOf(own.comment)) || null, comments };
}

/** Values of its custom PIREP fields, by title. */
async function readFields(host: FiveHost, pirepId: string): Promise<PirepDetail['fields']> {
  const { pirepfields, pirepvalues } = host.tables;
  if (pirepfields === null || pirepvalues === null) return {};
  const rows = await host.mysql.rows(
    `SELECT f.title, v.value FROM ${pirepvalues.quoted} v JOIN ${pirepfields.quoted} f ON f.fieldid = v.fieldid
      WHERE v.pirepid = ? ORDER BY f.fieldid`,
    [pirepId],
  );
  const entries = rows.map((row) => [readableText(textOf(row.title)), readableText(textOf(row.value))] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}
