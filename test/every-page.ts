import type { ServedRoute } from '../prove/served/routes.ts';
import type { Server } from '../src/server/app.ts';

/** How a server answered somebody who asked for a path. */
export interface Answered {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

export interface FoundPage extends Answered {
  /** As the server has it: `/tracker/operator/staff/:id`. */
  readonly route: string;
  /** One address of it: `/tracker/operator/staff/3`. */
  readonly path: string;
}

/** Addresses that no page links to: mails and messages of staff do. */
const fromOutside = [
  '/tracker/embed',
  '/tracker/operator/enter',
  '/tracker/operator/sign-in/code',
  '/tracker/operator/welcome',
];

/** It leads on to its address with a slash. */
const mapPage = '/tracker';

const isPage = ({ method, url }: ServedRoute) =>
  method === 'GET' &&
  /^\/(?:tracker|update)(?:\/|$)/.test(url) &&
  !/\/(?:assets|live|api\/v1\/.+|[^/]*[.*][^/]*)/.test(url);

/**
 * Asks for one page of every route that the server has: those without parameters by their route, the others by the first link to
 * one on another page. A new page is found by itself; one that no page links to is in `unlinked`.
 */
export async function everyPage(
  routes: readonly ServedRoute[],
  ask: (path: string) => Promise<Answered>,
): Promise<{ readonly pages: readonly FoundPage[]; readonly unlinked: readonly string[] }> {
  const urls = [...new Set(routes.filter(isPage).map(({ url }) => url))];
  const waiting = new Map(urls.filter((url) => url.includes(':')).map((url) => [url, shapeOf(url)]));
  const queue = urls
    .filter((url) => !url.includes(':'))
    .map((url) => ({ route: url, path: url === mapPage ? `${url}/` : url }));
  const pages: FoundPage[] = [];
  const linked = new Map<string, string>();
  for (const { route, path } of queue) {
    const answered = await ask(path);
    if (!answered.type.startsWith('text/html')) continue;
    pages.push({ route, path, ...answered });
    for (const link of linksOf(answered.body, path)) {
      linked.set(link.split('?')[0] ?? '', link);
      const [found] = [...waiting].find(([, shape]) => shape.test(link.split('?')[0] ?? '')) ?? [];
      if (found === undefined) continue;
      waiting.delete(found);
      queue.push({ route: found, path: link });
    }
  }
  // Some say nothing without the query that links to them have.
  for (const [at, { route, path, status }] of pages.entries()) {
    const link = linked.get(path);
    if (status === 404 && link !== undefined) pages[at] = { route, path: link, ...(await ask(link)) };
  }
  return { pages, unlinked: [...waiting.keys()].filter((url) => !fromOutside.includes(url)) };
}

/** Adds what some pages are about: a webhook, a set of rules, and a trial of it on no flight. */
export async function addSubjects({ tracker }: Server): Promise<void> {
  const { operator } = tracker;
  const webhook = { kind: 'webhook', name: 'Website', url: 'https://site.example/hook', events: [], options: {} };
  await operator.addWebhook('test', webhook);
  const rules = [{ id: 'any', detector: 'every-flight', follows: ['review'] }];
  await operator.saveRuleSet('test', { name: 'Ours', rules });
  await operator.startTrial('test', 1, tracker.clock.now());
}

const shapeOf = (url: string) =>
  new RegExp(`^${url.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll(/:\w+/g, '[^/]+')}$`);

function linksOf(body: string, path: string): readonly string[] {
  const origin = 'http://here.example';
  return [...body.matchAll(/<a\b[^>]*\bhref="([^"#]+)/g)].flatMap(([, href = '']) => {
    const link = URL.parse(href.replaceAll('&amp;', '&'), origin + path);
    return link?.origin === origin ? [link.pathname + link.search] : [];
  });
}

/** Queries that the list of a page offers: every order, a search by several words, its last page. */
export function queriesOf({ body }: FoundPage): readonly string[] {
  if (!/<form class="list-tools" role="search"/.test(body)) return [];
  const orders = /<select name="sort"[^>]*>(.*?)<\/select>/s.exec(body)?.[1] ?? '';
  const names = [...orders.matchAll(/<option value="([^"]*)"/g)].map(([, name = '']) => `?sort=${name}`);
  return [...names, '?q=odon+lszh', '?page=100000'];
}
