import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Eta } from 'eta';

/** Query parameters of a list: `?q=…&sort=…&page=…`. */
export interface ListQuery {
  readonly q?: unknown;
  readonly sort?: unknown;
  readonly page?: unknown;
}

export interface ListSort<T> {
  /** Label: `Name`. */
  readonly title: string;
  readonly by: (item: T) => string | number | null;
  /** Whether the largest comes first. */
  readonly isDescending?: boolean;
}

/** How a list is searched and sorted. */
export interface ListShape<T> {
  /** The searchable texts of an item. */
  readonly words: (item: T) => readonly (string | null)[];
  /** By their name in the URL; the first one is the default. */
  readonly sorts: Readonly<Record<string, ListSort<T>>>;
}

/** One page of a list, with the data of its search form and its pager. */
export interface ListPage<T> {
  readonly items: readonly T[];
  /** Number of items that match the search, and of all items. */
  readonly found: number;
  readonly total: number;
  /** Numbers of the first and the last item on the page; 0 when there are none. */
  readonly from: number;
  readonly to: number;
  readonly page: number;
  readonly pages: number;
  readonly search: string;
  readonly sort: string;
  readonly sorts: readonly { readonly name: string; readonly title: string }[];
}

export const pageSize = 50;
const maxSearchLength = 100;

/** Returns the requested page, or the last one if the number is too high. Sorting is stable. */
export function listPage<T>(all: readonly T[], query: unknown, { words, sorts }: ListShape<T>): ListPage<T> {
  const { q, sort, page } = (query ?? {}) as ListQuery;
  const search = textOf(q).trim().slice(0, maxSearchLength);
  const found = search === '' ? all : all.filter((item) => isFound(search, words(item)));
  const names = Object.keys(sorts);
  const wanted = textOf(sort);
  const name = names.includes(wanted) ? wanted : (names[0] ?? '');
  const pages = Math.max(1, Math.ceil(found.length / pageSize));
  const number = Math.min(pages, Math.max(1, Math.floor(Number(textOf(page))) || 1));
  const items = sorted(found, sorts[name]).slice((number - 1) * pageSize, number * pageSize);
  const from = items.length === 0 ? 0 : (number - 1) * pageSize + 1;
  return {
    items,
    found: found.length,
    total: all.length,
    from,
    to: from === 0 ? 0 : from + items.length - 1,
    page: number,
    pages,
    search,
    sort: name,
    sorts: Object.entries(sorts).map(([each, { title }]) => ({ name: each, title })),
  };
}

/** Registers the templates `@list-head` (search and sort order) and `@list-foot` (counts and pages). */
export function addListViews(eta: Eta): void {
  for (const name of ['list-head', 'list-foot']) {
    eta.loadTemplate(`@${name}`, readFileSync(join(import.meta.dirname, `${name}.eta`), 'utf8'));
  }
}

/** Returns whether the item contains every word of the search. */
function isFound(search: string, words: readonly (string | null)[]): boolean {
  const text = words.join(' ').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function sorted<T>(items: readonly T[], sort: ListSort<T> | undefined): readonly T[] {
  if (sort === undefined) return items;
  const sign = sort.isDescending === true ? -1 : 1;
  return items.toSorted((a, b) => compare(sort.by(a), sort.by(b), sign));
}

/** Compares two values; null comes last in both directions. */
function compare(a: string | number | null, b: string | number | null, sign: number): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  if (typeof a === 'number' && typeof b === 'number') return (a - b) * sign;
  return String(a).localeCompare(String(b), 'en', { numeric: true }) * sign;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
