import type { TableList } from '../../lib/lists/table-list.ts';
import { type Row, textOf, textOrNull } from '../../lib/row.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { fromSqlTime } from '../seven/sql-time.ts';
import type { CrewCenter } from './crew-center.ts';

/** A piece of news as an operator reads it in a list. */
export interface NewsListing {
  readonly id: string;
  readonly title: string;
  /** Plain text. */
  readonly body: string;
  readonly postedAt: number | null;
}

const maxTitle = 191;
const maxBody = 20_000;

/** News as a list for the operator. */
export const newsList: TableList = {
  key: 'n.id',
  from: 'news n',
  where: 'true',
  words: ['n.subject', 'n.body'],
  filters: {},
  sorts: { newest: { title: 'Newest first', sql: 'n.created_at DESC, n.id DESC' } },
};

/** Newest first. */
export function listNews(crewCenter: CrewCenter, limit: number): readonly NewsListing[] {
  const sql = 'SELECT * FROM news ORDER BY created_at DESC, id DESC LIMIT ?';
  return crewCenter.read(() => crewCenter.all(sql, limit)).map(toListing);
}

/** @throws Refusal `not-found` */
export function readNews(crewCenter: CrewCenter, id: string): NewsListing {
  const row = crewCenter.read(() => crewCenter.get('SELECT * FROM news WHERE id = ?', Number(id)));
  if (row === null) throw new Refusal('not-found', { message: 'There is no such news.' });
  return toListing(row);
}

function toListing(row: Row): NewsListing {
  return {
    id: textOf(row, 'id'),
    title: textOf(row, 'subject'),
    body: textOf(row, 'body'),
    postedAt: fromSqlTime(textOrNull(row, 'created_at')),
  };
}

/** Returns the id. @throws Refusal `invalid` naming `title` or `body` */
export async function addNews(
  crewCenter: CrewCenter,
  { title, body }: { readonly title: string; readonly body: string },
): Promise<string> {
  const fields: Record<string, string> = {};
  const [subject, text] = [title.trim(), body.trim()];
  if (subject === '' || subject.length > maxTitle) fields.title = `Title: enter 1 to ${maxTitle} characters.`;
  if (text === '' || text.length > maxBody) fields.body = `Text: enter 1 to ${maxBody} characters.`;
  if (Object.keys(fields).length > 0)
    throw new Refusal('invalid', { message: Object.values(fields).join(' '), fields });
  const now = crewCenter.now();
  const sql = 'INSERT INTO news (subject, body, created_at, updated_at) VALUES (?, ?, ?, ?)';
  return String(await crewCenter.write(() => crewCenter.insert(sql, subject, text, now, now)));
}

/** @throws Refusal `not-found` */
export async function removeNews(crewCenter: CrewCenter, id: string): Promise<void> {
  const sql = 'DELETE FROM news WHERE CAST(id AS TEXT) = ?';
  const removed = await crewCenter.write(() => crewCenter.run(sql, id));
  if (removed === 0) throw new Refusal('not-found', { message: 'There is no such news.' });
}
