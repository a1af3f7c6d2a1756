import type { ServedRoute } from '../served/routes.ts';
import type { Known } from './protocol.ts';

/** Names and values of a form's fields, by the route that takes it: `POST /tracker/admin/pilots`. */
export type PageForms = ReadonlyMap<string, Readonly<Record<string, string>>>;

/** Reads the forms of every page, as the operator and a pilot see them: their fields need no list of ours. Of pages with an id one of each, that a page before it links to. */
export async function readForms(origin: string, known: Known, routes: readonly ServedRoute[]): Promise<PageForms> {
  const forms = new Map<string, Record<string, string>>();
  const takers = routes.filter(({ method }) => method === 'POST').map(({ url }) => ({ url, shape: shapeOf(url) }));
  const pages = routes.filter(
    ({ method, url }) => method === 'GET' && /^\/tracker[^:*]*$/.test(url) && !/live|changes/.test(url),
  );
  const others = routes
    .filter(({ method, url }) => method === 'GET' && /^\/tracker\/(?:operator|admin|my)\/.*:/.test(url))
    .map(({ url }) => shapeOf(url));
  const cookie = `${known.operator.cookie}; ${known.pilot.cookie}`;
  const addresses = pages.map(({ url }) => new URL(url, origin));
  for (const page of addresses) {
    const answer = await fetch(page, { headers: { cookie, accept: 'text/html' } });
    const html = await answer.text();
    for (const [, href = ''] of html.matchAll(/\bhref="([^"#]+)"/g)) {
      const linked = new URL(href, answer.url);
      const at = others.findIndex((shape) => shape.test(linked.pathname));
      if (at >= 0) addresses.push(...others.splice(at, 1).map(() => linked));
    }
    for (const [, attributes = '', content = ''] of html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)) {
      const action = new URL(attributeOf(attributes, 'action') ?? '', answer.url).pathname;
      const taker = (takers.find(({ url }) => url === action) ?? takers.find(({ shape }) => shape.test(action)))?.url;
      if (taker !== undefined) forms.set(`POST ${taker}`, { ...forms.get(`POST ${taker}`), ...fieldsOf(content) });
    }
  }
  return forms;
}

const shapeOf = (url: string) =>
  new RegExp(`^${url.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/:\w+/g, '[^/]+')}$`);

function fieldsOf(form: string): Record<string, string> {
  const fields = [...form.matchAll(/<(?:input|select|textarea|button)\b([^>]*)>/g)].flatMap(([, attributes = '']) => {
    const name = attributeOf(attributes, 'name');
    return name === null ? [] : [[name, attributeOf(attributes, 'value') ?? ''] as const];
  });
  return Object.fromEntries(fields);
}

function attributeOf(attributes: string, name: string): string | null {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? null;
}
