import { type TSchema, Type } from 'typebox';
import { maxPerPage, type Page, type PageRequest } from '../../tracking/desk-model.ts';
import type { RefusalCode } from '../../tracking/refusals.ts';
import { optionalInteger, requiredId } from '../fields.ts';
import { success } from './success.ts';

/** What the routes have in common by which pilots look up and book. */
export const deskRoute = {
  access: 'session',
  body: null,
  query: null,
  bodyLimit: 'normal',
  servesWhenDisabled: false,
} as const;

/** A crew center that has no such call refuses it with 501 `not-offered` and the reason. */
export const deskRefusals: readonly RefusalCode[] = ['not-offered', 'crew-center-unavailable'];

export const idParams = (description: string) => Type.Object({ id: requiredId(description) });

const perPageByDefault = 20;

/** Members of a query that asks for one page of a list. */
export const pageFields = {
  page: optionalInteger('Page, counted from 1; the default is 1', { minimum: 1, maximum: 1_000_000 }),
  per_page: optionalInteger(`Entries of a page; the default is ${perPageByDefault}`, {
    minimum: 1,
    maximum: maxPerPage,
  }),
};

interface WirePage {
  readonly page?: number | null | undefined;
  readonly per_page?: number | null | undefined;
}

export function decodePage({ page, per_page }: WirePage): PageRequest {
  return { page: page ?? 1, perPage: per_page ?? perPageByDefault };
}

/** Schema of a response with one page; `list` names the member with the entries. */
export function pageSchema(list: string, item: TSchema) {
  return Type.Object({
    success,
    [list]: Type.Array(item),
    page: Type.Integer({ description: 'This page' }),
    per_page: Type.Integer({ description: 'Most entries of a page' }),
    total: Type.Integer({ description: 'Entries of all pages' }),
  });
}

export function encodePage<T>(list: string, page: Page<T>, encode: (item: T) => object) {
  const { items, page: number, perPage, total } = page;
  return { success: true, [list]: items.map(encode), page: number, per_page: perPage, total };
}
