import { addNews, listNews, removeNews } from '../platform/embedded/news.ts';
import { commandOf } from './command-of.ts';
import { withCrewCenter } from './crew-center/open.ts';
import { printList } from './crew-center/print.ts';
import { form } from './form.ts';
import type { About } from './help.ts';

const about: About = {
  name: 'news',
  summary: 'post, list and remove news for pilots',
  text: 'Manages the news of the embedded crew center, which pilots read in their clients. The text is plain text.',
  examples: ['tracker news add "New route" "Zurich to Cancun flies daily from June."', 'tracker news list'],
};

const maxListed = 100;

const add = form({
  name: 'add',
  positionals: ['TITLE', 'TEXT'],
  done: (given) => ['news-add', given.positional(0), null],
  async run(given, io) {
    const [title, body] = [given.positional(0), given.positional(1)];
    const { id } = await withCrewCenter(io, (crewCenter) => addNews(crewCenter, { title, body }));
    io.out(io.json ? JSON.stringify({ id, title }) : `Posted news ${id}: ${title}.`);
    return 0;
  },
});

const list = form({
  name: 'list',
  async run(_given, io) {
    const news = await withCrewCenter(io, (crewCenter) => listNews(crewCenter, maxListed));
    printList(io, news, {
      titles: ['NEWS', 'POSTED', 'TITLE'],
      row: ({ id, postedAt, title }) => [id, postedAt === null ? null : new Date(postedAt).toISOString(), title],
      none: 'There is no news yet. Post some: tracker news add TITLE TEXT',
    });
    return 0;
  },
});

const remove = form({
  name: 'remove',
  positionals: ['NEWS'],
  done: (given) => ['news-remove', given.positional(0), null],
  async run(given, io) {
    await withCrewCenter(io, (crewCenter) => removeNews(crewCenter, given.positional(0)));
    io.out(io.json ? JSON.stringify({ id: given.positional(0) }) : `Removed news ${given.positional(0)}.`);
    return 0;
  },
});

/** News of the embedded crew center. */
export const command = commandOf(about, [list, add, remove]);
