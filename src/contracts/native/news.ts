import { Type } from 'typebox';
import { bodyAs, type SessionRoute } from '../contract.ts';
import { nullableInstant, optionalInteger } from '../fields.ts';
import { formatInstantOrNull } from '../instant.ts';
import { plainText } from '../markup.ts';
import { deskRefusals, deskRoute } from './desk-route.ts';
import { success } from './success.ts';

const newsQuery = Type.Object({
  limit: optionalInteger('Most entries; the default is 10', { minimum: 1, maximum: 50 }),
});

export const newsSchema = Type.Object(
  {
    title: Type.String({ description: 'Title' }),
    body: Type.String({ description: 'The news as plain text, without markup' }),
    author: Type.String({ description: 'Who wrote it' }),
    posted_at: nullableInstant('When it was posted'),
  },
  { title: 'NewsItem' },
);

export const news: SessionRoute = {
  ...deskRoute,
  method: 'GET',
  path: '/news',
  summary: 'News of the crew center',
  description: 'Newest first.',
  query: newsQuery,
  answers: { 200: Type.Object({ success, news: Type.Array(newsSchema) }) },
  refusals: deskRefusals,
  async handle({ desk }, _session, request) {
    const { limit } = bodyAs(newsQuery, request.query);
    const items = (await desk.news(limit ?? 10)).map(({ title, body, author, postedAt }) => {
      return { title, body: plainText(body), author, posted_at: formatInstantOrNull(postedAt) };
    });
    return { status: 200, body: { success: true, news: items } };
  },
};
