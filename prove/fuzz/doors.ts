import fc from 'fast-check';
import type { TObject } from 'typebox';
import type { Contract, Route } from '../../src/contracts/contract.ts';
import { routesOf } from '../../src/contracts/contract.ts';
import { frameworkPath } from '../../src/contracts/paths.ts';
import { type Break, breaksOf, objectOf } from '../../test/wire/arbitrary.ts';
import { contractsOf, type Version } from '../served/contracts.ts';
import type { ServedRoute } from '../served/routes.ts';

/** Valid objects of a schema, and single breaks of its rules. */
export interface Pool {
  readonly valid: readonly Readonly<Record<string, unknown>>[];
  readonly breaks: readonly Break[];
}

/** A route to attack, with what its table says of bodies and queries. */
export interface Door extends ServedRoute {
  /** Which credentials its callers have. */
  readonly caller: 'session' | 'key' | 'program' | 'operator' | 'pilot';
  readonly body: (Pool & { readonly list: string | null }) | null;
  readonly query: Pool | null;
}

const poolSize = 40;

/** Every route that the server has, with the schemas of the contracts that it belongs to. */
export function doorsOf(routes: readonly ServedRoute[], version: Version, seed: number): readonly Door[] {
  const tables = new Map<string, { readonly contract: Contract; readonly route: Route }>();
  for (const contract of contractsOf[version]) {
    for (const route of routesOf(contract))
      tables.set(`${route.method} ${withoutSlash(contract.base + frameworkPath(route.path))}`, { contract, route });
  }
  const doors = routes.map((served): Door => {
    const key = `${served.method} ${withoutSlash(served.url)}`;
    const found = tables.get(key) ?? null;
    tables.delete(key);
    const isLenient = found?.contract.coerce != null;
    const schema = found === null ? null : bodySchema(found.route);
    const query = found?.route.query ?? null;
    return {
      ...served,
      caller: callerOf(served.url),
      body: schema && { ...poolOf(schema.schema, seed, isLenient), list: schema.list },
      query: query && poolOf(query, seed, isLenient),
    };
  });
  if (tables.size > 0) throw new Error(`routes of contracts that are not served: ${[...tables.keys()].join(', ')}`);
  return doors;
}

function bodySchema({ body }: Route): { readonly schema: TObject; readonly list: string | null } | null {
  if (body === null) return null;
  return body.kind === 'object' ? { schema: body.schema, list: null } : { schema: body.item, list: body.list };
}

function poolOf(schema: TObject, seed: number, isLenient: boolean): Pool {
  return {
    valid: fc.sample(objectOf(schema), { numRuns: poolSize, seed }),
    breaks: breaksOf(schema, isLenient),
  };
}

function callerOf(url: string): Door['caller'] {
  if (url.startsWith('/tracker/api/')) return 'program';
  if (/^\/tracker\/my(?:\/|$)/.test(url)) return 'pilot';
  if (url.startsWith('/tracker')) return 'operator';
  return /^\/api\/(?:tracker\/core\/|(?!tracker|stratos))/.test(url) ? 'key' : 'session';
}

const withoutSlash = (url: string) => (url.length > 1 ? url.replace(/\/$/, '') : url);
