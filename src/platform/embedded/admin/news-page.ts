import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageFrame } from '../../pages.ts';
import type { CrewCenter } from '../crew-center.ts';
import { addNews, type NewsListing, newsList, readNews, removeNews } from '../news.ts';
import { type AdminList, readList, registerExport } from './table.ts';
import { attempt, doneOf, showAdmin } from './views.ts';

const section = 'admin/news';
const done = { added: 'The news is posted.', removed: 'The news is removed.' };

const news: AdminList<NewsListing> = {
  path: 'news',
  table: newsList,
  read: readNews,
  columns: {
    title: ({ title }) => title,
    body: ({ body }) => body,
    posted: ({ postedAt }) => (postedAt === null ? null : new Date(postedAt).toISOString()),
  },
};

/** What pilots read in their clients. */
export function registerNews(frame: PageFrame, crewCenter: CrewCenter): void {
  const { scope } = frame;
  registerExport(frame, crewCenter, news);
  scope.get('/admin/news', async (request, reply) => show(request, reply, null));
  scope.post('/admin/news', async (request, reply) => {
    const form = frame.formOf(request);
    const [title = '', body = ''] = ['title', 'body'].map((name) => form.get(name) ?? '');
    const failed = await attempt(() => addNews(crewCenter, { title, body }));
    if (failed !== null) return show(request, reply, failed.problem, { title, body });
    await frame.audit(request, 'news-add', title.trim(), null);
    return reply.redirect('news?done=added', 303);
  });
  scope.post<{ Params: { id: string } }>('/admin/news/:id/remove', async (request, reply) => {
    const failed = await attempt(() => removeNews(crewCenter, request.params.id));
    if (failed !== null) return show(request, reply, failed.problem);
    await frame.audit(request, 'news-remove', request.params.id, null);
    return reply.redirect('../../news?done=removed', 303);
  });

  function show(request: FastifyRequest, reply: FastifyReply, problem: string | null, typed = { title: '', body: '' }) {
    return showAdmin(frame, request, reply, {
      title: 'News',
      view: 'news',
      section,
      data: { list: readList(crewCenter, news, request.query), typed },
      done: doneOf(request, done),
      problem,
    });
  }
}
