import { textOf, textOrNull } from '../../../lib/row.ts';
import type { NewsItem } from '../../../tracking/desk-model.ts';
import { shortName } from '../../seven/pilot-ident.ts';
import { fromSqlTime } from '../../seven/sql-time.ts';
import type { Database } from '../database.ts';

/** Newest first. By SQL, because the site's own API answers 503 while there is none. */
export async function listNews(database: Database, limit: number): Promise<readonly NewsItem[]> {
  const rows = await database.rows(
    `SELECT n.subject, n.body, n.created_at, u.name FROM {news} n LEFT JOIN {users} u ON u.id = n.user_id
     ORDER BY n.created_at DESC, n.id DESC LIMIT ?`,
    [String(limit)],
  );
  return rows.map((row) => ({
    title: textOf(row, 'subject'),
    body: textOf(row, 'body'),
    author: shortName(textOrNull(row, 'name') ?? ''),
    postedAt: fromSqlTime(textOrNull(row, 'created_at')),
  }));
}
