import { Type } from 'typebox';
import type { NewsItem } from '../../../tracking/desk-model.ts';
import type { OpenRoute } from '../../contract.ts';
import { reading } from '../face.ts';
import { hostFirstOpen } from '../host-first.ts';
import { decodePage, listAnswer, listQuery, listSchema, pageOf } from '../paging.ts';
import { rowTimes } from '../rows/times.ts';

const newsSchema = Type.Object(
  {
    id: Type.Integer({ description: 'Number of the piece in the list' }),
    user_id: Type.Integer({ description: 'Id of who wrote it' }),
    subject: Type.String({ description: 'Title' }),
    body: Type.String({ description: 'Text' }),
    ...rowTimes,
    user: Type.Object(
      { id: Type.Integer({ description: 'Id of who wrote it' }), name: Type.String({ description: 'Name' }) },
      { title: 'Author' },
    ),
  },
  { title: 'NewsItem' },
);

/** How many pieces of news are read: clients show the first ones. */
const maxNews = 100;

export const news: OpenRoute = hostFirstOpen({
  ...reading,
  access: 'open',
  path: '/news',
  summary: 'News, newest first',
  description: 'Needs no key.',
  query: listQuery({}),
  answers: { 200: listSchema(newsSchema) },
  async handle({ desk }, { query }) {
    const all = await desk.news(maxNews);
    const rows = all.map((item, index) => newsRow(item, all.length - index));
    return listAnswer('/news', pageOf(rows, decodePage(query)), (row) => row);
  },
});

function newsRow({ title, body, author, postedAt }: NewsItem, id: number) {
  const at = postedAt === null ? null : new Date(postedAt).toISOString();
  const user = { id: 0, name: author };
  return { id, user_id: 0, subject: title, body, created_at: at, updated_at: null, user };
}
