import { type TSchema, Type } from 'typebox';
import { maxPerPage, type Page, type PageRequest } from '../../tracking/desk-model.ts';
import type { WireObject } from '../contract.ts';
import { nullable, optionalText } from '../fields.ts';

const defaultPerPage = 20;

/** Texts, because phpVMS takes any: what is not a number counts as absent. */
export const pageQuery = {
  limit: optionalText(`Entries on a page, at most ${maxPerPage}; ${defaultPerPage} when absent`, 64),
  page: optionalText('Number of the page, from 1', 64),
};

/** The schema of a query with these texts and the page. */
export function listQuery(texts: Readonly<Record<string, string>>) {
  const members = Object.entries(texts).map(([name, description]) => [name, optionalText(description, 200)] as const);
  return Type.Object({ ...Object.fromEntries(members), ...pageQuery });
}

export function decodePage({ limit, page }: WireObject): PageRequest {
  return { perPage: Math.min(maxPerPage, countOf(limit) ?? defaultPerPage), page: countOf(page) ?? 1 };
}

/** Null for 0, for what is below, and for what is not a number. */
function countOf(text: unknown): number | null {
  return typeof text === 'string' && /^\s*0*[1-9]\d{0,8}\s*$/.test(text) ? Number(text) : null;
}

/** One page of a list that is there as a whole. */
export function pageOf<T>(all: readonly T[], { page, perPage }: PageRequest): Page<T> {
  return { items: all.slice((page - 1) * perPage, page * perPage), page, perPage, total: all.length };
}

/** One page of a list that begins with `first`, at most one entry, and continues with what `read` returns. */
export async function pageBehind<T>(
  first: readonly T[],
  request: PageRequest,
  read: (request: PageRequest) => Promise<Page<T>>,
): Promise<Page<T>> {
  const { page, perPage } = request;
  const here = await read(request);
  if (first.length === 0) return here;
  const before = page === 1 ? first : (await read({ page: page - 1, perPage })).items.slice(perPage - 1);
  return { ...here, items: [...before, ...here.items].slice(0, perPage), total: here.total + 1 };
}

const link = nullable<string>('string', { description: 'Always null, as there' });

/** Named after its entries: `BidPageAnswer`. */
export function listSchema(item: TSchema & { readonly title?: string }) {
  const title = `${item.title}PageAnswer`;
  return Type.Object(
    {
      data: Type.Array(item),
      links: Type.Object({ first: link, last: link, prev: link, next: link }, { title: 'PageLinks' }),
      meta: Type.Object(
        {
          current_page: Type.Integer({ description: 'Number of this page' }),
          from: nullable<number>('integer', { description: 'Number of the first entry on it' }),
          last_page: Type.Integer({ description: 'Number of the last page' }),
          path: Type.String({ description: 'Path of the list' }),
          per_page: Type.Integer({ description: 'Entries on a page' }),
          to: nullable<number>('integer', { description: 'Number of the last entry on it' }),
          total: Type.Integer({ description: 'All entries' }),
          prev_page: nullable<string>('string', { description: 'Path of the page before' }),
          next_page: nullable<string>('string', { description: 'Path of the page after' }),
        },
        { title: 'PageMeta' },
      ),
    },
    { title },
  );
}

/** A page as Laravel's paginator writes it. @param path - of the list, below `/api` */
export function listAnswer<T>(path: string, { items, page, perPage, total }: Page<T>, row: (item: T) => unknown) {
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  const from = items.length === 0 ? null : (page - 1) * perPage + 1;
  const to = items.length === 0 ? null : (page - 1) * perPage + items.length;
  const pathOf = (number: number) => `/api${path}?limit=${perPage}&page=${number}`;
  return {
    status: 200,
    body: {
      data: items.map(row),
      links: { first: null, last: null, prev: null, next: null },
      meta: {
        current_page: page,
        from,
        last_page: lastPage,
        path: `/api${path}`,
        per_page: perPage,
        to,
        total,
        prev_page: page > 1 ? pathOf(page - 1) : null,
        next_page: page < lastPage ? pathOf(page + 1) : null,
      },
    },
  };
}
