import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Eta } from 'eta';

/** A filter of a list: one of its choices, a date, or a text. */
export interface ListFilter {
  /** Label, `State`, or the key of its text; choices likewise. */
  readonly title: string;
  /** By their name in the URL; null for a date, or for a text. */
  readonly choices: Readonly<Record<string, string>> | null;
  /** An example of the text that is typed, or the key of its text; absent for the others. */
  readonly example?: string;
}

export interface ListSort<T> {
  /** Label, `Name`, or the key of its text. */
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

/** What is asked of a list by the query of its page: `?q=…&sort=…&page=…`, and a parameter for each filter. */
export interface ListQuery {
  readonly search: string;
  readonly sort: string;
  readonly page: number;
  /** By name; those that are not set, or to what is no value of theirs, are absent. */
  readonly filters: Readonly<Record<string, string>>;
}

/** One page of a list, with the data of its search form and its pager. */
export interface ListPage<T> {
  readonly items: readonly T[];
  /** Number of items that match search and filters, and of all items. */
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
  /** Every filter, with its value; empty when it is not set. */
  readonly filters: readonly (ListFilter & { readonly name: string; readonly value: string })[];
  /** The query of this page, but for its number. */
  readonly query: Readonly<Record<string, string>>;
}

export const pageSize = 50;
const maxSearchLength = 100;

/** What of a list its query depends on. */
export interface ListOptions {
  readonly sorts: Readonly<Record<string, { readonly title: string }>>;
  readonly filters?: Readonly<Record<string, ListFilter>>;
}

/** Reads the query of a page. What is no text, or no value of its parameter, counts as absent. */
export function readQuery(query: unknown, { sorts, filters = {} }: ListOptions): ListQuery {
  const given = (query ?? {}) as Readonly<Record<string, unknown>>;
  const wanted = textOf(given.sort);
  return {
    search: textOf(given.q).trim().slice(0, maxSearchLength),
    sort: Object.hasOwn(sorts, wanted) ? wanted : (Object.keys(sorts)[0] ?? ''),
    page: Math.max(1, Math.floor(Number(textOf(given.page))) || 1),
    filters: Object.fromEntries(
      Object.entries(filters).flatMap(([name, filter]) => {
        const value = textOf(given[name]).trim().slice(0, maxSearchLength);
        return isValue(filter, value) ? [[name, value]] : [];
      }),
    ),
  };
}

function isValue({ choices, example }: ListFilter, value: string): boolean {
  if (choices !== null) return Object.hasOwn(choices, value);
  return example === undefined ? /^\d{4}-\d\d-\d\d$/.test(value) : value !== '';
}

/** Returns the requested page, or the last one if the number is too high. Sorting is stable. */
export function listPage<T>(all: readonly T[], query: unknown, { words, sorts }: ListShape<T>): ListPage<T> {
  const asked = readQuery(query, { sorts });
  const found = listFound(all, query, { words, sorts });
  const first = firstOf(asked, found.length);
  const items = found.slice(first, first + pageSize);
  return toPage(asked, { sorts }, { items, found: found.length, total: all.length });
}

/** Returns all that is found, in the requested order. */
export function listFound<T>(all: readonly T[], query: unknown, { words, sorts }: ListShape<T>): readonly T[] {
  const { search, sort } = readQuery(query, { sorts });
  const found = search === '' ? all : all.filter((item) => isFound(search, words(item)));
  return sorted(found, sorts[sort]);
}

/** Returns the position of the first item of the requested page, or of the last page. */
export function firstOf({ page }: ListQuery, found: number): number {
  return (Math.min(pagesOf(found), page) - 1) * pageSize;
}

/** Returns the page with these items. */
export function toPage<T>(
  asked: ListQuery,
  { sorts, filters = {} }: ListOptions,
  { items, found, total }: Pick<ListPage<T>, 'items' | 'found' | 'total'>,
): ListPage<T> {
  const from = items.length === 0 ? 0 : firstOf(asked, found) + 1;
  const { search, sort } = asked;
  return {
    items,
    found,
    total,
    from,
    to: from === 0 ? 0 : from + items.length - 1,
    page: Math.min(pagesOf(found), asked.page),
    pages: pagesOf(found),
    search,
    sort,
    sorts: Object.entries(sorts).map(([name, { title }]) => ({ name, title })),
    filters: Object.entries(filters).map(([name, filter]) => ({ name, ...filter, value: asked.filters[name] ?? '' })),
    query: { ...(search === '' ? {} : { q: search }), ...asked.filters, sort },
  };
}

function pagesOf(found: number): number {
  return Math.max(1, Math.ceil(found / pageSize));
}

/**
 * Registers the templates `@list-head` (search and sort order) and `@list-foot` (counts and pages). They take the page's `say`,
 * which returns the text of a key, and what is no key as it is.
 */
export function addListViews(eta: Eta): void {
  for (const name of ['list-head', 'list-foot']) {
    eta.loadTemplate(`@${name}`, readFileSync(join(import.meta.dirname, `${name}.eta`), 'utf8'));
  }
}

/** Returns whether the words of an item contain every word of the search. */
export function isFound(search: string, words: readonly (string | null)[]): boolean {
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
