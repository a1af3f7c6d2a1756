import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageFrame } from '../../pages.ts';
import type { CrewCenter } from '../crew-center.ts';
import { readList } from '../list-reading.ts';
import { addNews, editNews, type NewsListing, newsList, readNews, removeNews } from '../news.ts';
import { type EditPage, registerEditing } from './edit-page.ts';
import { type AdminList, registerExport } from './table.ts';
import { attempt, doneOf, showAdmin } from './views.ts';

const section = 'admin/news';
const done = { added: 'news.added', edited: 'news.edited', removed: 'news.removed' };

const news: AdminList<NewsListing> = {
  path: 'news',
  table: newsList,
  read: readNews,
  columns: {
    title: ({ title }) => title,
    body: ({ body }) => body,
    pinned: ({ isPinned }) => (isPinned ? 'yes' : 'no'),
    posted: ({ postedAt }) => (postedAt === null ? null : new Date(postedAt).toISOString()),
  },
};

const yesOrNo = [
  ['yes', 'is.yes'],
  ['no', 'is.no'],
] as const;

function newsPage(crewCenter: CrewCenter): EditPage {
  return {
    path: 'news',
    what: 'news',
    fields: [
      { name: 'title', label: 'news.title' },
      { name: 'body', label: 'news.text', hint: 'news.text-hint', isLong: true },
      { name: 'pinned', label: 'news.pinned', hint: 'news.pinned-hint', choices: yesOrNo },
    ],
    aboutRemoval: 'news.about-removal',
    read(id) {
      const { title, body, isPinned } = readNews(crewCenter, id);
      return { title: 'menu.news', subject: title, values: { title, body, pinned: isPinned ? 'yes' : 'no' } };
    },
    save(id, changes) {
      const { title, body, isPinned } = readNews(crewCenter, id);
      return editNews(crewCenter, id, {
        title: changes.title ?? title,
        body: changes.body ?? body,
        isPinned: changes.pinned === undefined ? isPinned : changes.pinned === 'yes',
      });
    },
    remove: (id) => removeNews(crewCenter, id),
  };
}

/** What pilots read in their clients. */
export function registerNews(frame: PageFrame, crewCenter: CrewCenter): void {
  const { scope } = frame;
  registerExport(frame, crewCenter, news);
  registerEditing(frame, newsPage(crewCenter));
  scope.get('/admin/news', async (request, reply) => show(request, reply, null));
  scope.post('/admin/news', async (request, reply) => {
    const form = frame.formOf(request);
    const [title = '', body = ''] = ['title', 'body'].map((name) => form.get(name) ?? '');
    let isNew = false;
    const failed = await attempt(frame.wordsOf(request), async () => {
      ({ isNew } = await addNews(crewCenter, { title, body }));
    });
    if (failed !== null) return show(request, reply, failed.problem, { title, body });
    if (isNew) await frame.audit(request, 'news-add', title.trim(), null);
    return reply.redirect('news?done=added', 303);
  });

  function show(request: FastifyRequest, reply: FastifyReply, problem: string | null, typed = { title: '', body: '' }) {
    return showAdmin(frame, request, reply, {
      title: 'menu.news',
      view: 'news',
      section,
      data: { list: readList(crewCenter, news, request.query), typed },
      done: doneOf(request, done),
      problem,
    });
  }
}
