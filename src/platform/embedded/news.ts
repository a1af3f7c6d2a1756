import type { TableList } from '../../lib/lists/table-list.ts';
import { type Row, textOf, textOrNull } from '../../lib/row.ts';
import { sameFormSince } from '../../lib/sent-twice.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { fromSqlTime, toSqlTime } from '../seven/sql-time.ts';
import type { CrewCenter } from './crew-center.ts';

/** A piece of news as an operator reads it in a list. */
export interface NewsListing {
  readonly id: string;
  readonly title: string;
  /** Plain text. */
  readonly body: string;
  readonly postedAt: number | null;
  /** Whether it stays before all others. */
  readonly isPinned: boolean;
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
  sorts: { newest: { title: 'sort.newest-first', sql: 'n.is_pinned DESC, n.created_at DESC, n.id DESC' } },
};

/** Pinned ones first, then the newest. */
export function listNews(crewCenter: CrewCenter, limit: number): readonly NewsListing[] {
  const sql = 'SELECT * FROM news ORDER BY is_pinned DESC, created_at DESC, id DESC LIMIT ?';
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
    isPinned: row.is_pinned === 1,
  };
}

type NewsText = Pick<NewsListing, 'title' | 'body'>;

/** Returns its id, and whether it was added: a form that was sent twice is one piece of news. @throws Refusal `invalid` naming `title` or `body` */
export async function addNews(
  crewCenter: CrewCenter,
  news: NewsText,
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const { title, body } = checked(news);
  const since = toSqlTime(sameFormSince(crewCenter.clock.now()));
  return crewCenter.write(() => {
    const sent = 'SELECT id FROM news WHERE subject = ? AND body = ? AND created_at >= ?';
    const there = crewCenter.get(sent, title, body, since);
    if (there !== null) return { id: textOf(there, 'id'), isNew: false };
    const now = crewCenter.now();
    const sql = 'INSERT INTO news (subject, body, created_at, updated_at) VALUES (?, ?, ?, ?)';
    return { id: String(crewCenter.insert(sql, title, body, now, now)), isNew: true };
  });
}

/** Changes a piece of news, which keeps its time. @throws Refusal `not-found`, `invalid` naming `title` or `body` */
export async function editNews(
  crewCenter: CrewCenter,
  id: string,
  { isPinned, ...text }: NewsText & Pick<NewsListing, 'isPinned'>,
): Promise<void> {
  const { title, body } = checked(text);
  const sql = 'UPDATE news SET subject = ?, body = ?, is_pinned = ?, updated_at = ? WHERE CAST(id AS TEXT) = ?';
  const values = [title, body, isPinned ? 1 : 0, crewCenter.now(), id] as const;
  const changed = await crewCenter.write(() => crewCenter.run(sql, ...values));
  if (changed === 0) throw new Refusal('not-found', { message: 'There is no such news.' });
}

/** @throws Refusal `invalid` naming `title` or `body` */
function checked(news: NewsText): NewsText {
  const fields: Record<string, string> = {};
  const [title, body] = [news.title.trim(), news.body.trim()];
  if (title === '' || title.length > maxTitle) fields.title = `Title: enter 1 to ${maxTitle} characters.`;
  if (body === '' || body.length > maxBody) fields.body = `Text: enter 1 to ${maxBody} characters.`;
  if (Object.keys(fields).length > 0)
    throw new Refusal('invalid', { message: Object.values(fields).join(' '), fields });
  return { title, body };
}

/** @throws Refusal `not-found` */
export async function removeNews(crewCenter: CrewCenter, id: string): Promise<void> {
  const sql = 'DELETE FROM news WHERE CAST(id AS TEXT) = ?';
  const removed = await crewCenter.write(() => crewCenter.run(sql, id));
  if (removed === 0) throw new Refusal('not-found', { message: 'There is no such news.' });
}
