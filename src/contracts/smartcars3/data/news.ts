import { Type } from 'typebox';
import type { SessionRoute } from '../../contract.ts';
import { nullable } from '../../fields.ts';
import { formatInstantOrNull } from '../../instant.ts';
import { plainText } from '../../markup.ts';
import { reading } from '../../params.ts';

export const news: SessionRoute = {
  ...reading,
  method: 'GET',
  path: '/data/news',
  summary: 'The latest news',
  description: 'One item as plain text; an empty one when there is none.',
  body: null,
  query: null,
  answers: {
    200: Type.Object({
      title: Type.String({ description: 'Title' }),
      body: Type.String({ description: 'Text, without markup' }),
      postedAt: nullable<string>('string', { description: 'When, UTC' }),
      postedBy: Type.String({ description: 'By whom' }),
    }),
  },
  async handle({ desk }) {
    const [item] = desk.offers('news') ? await desk.news(1) : [];
    const body = {
      title: plainText(item?.title ?? ''),
      body: plainText(item?.body ?? ''),
      postedAt: formatInstantOrNull(item?.postedAt ?? null),
      postedBy: plainText(item?.author ?? ''),
    };
    return { status: 200, body };
  },
};
