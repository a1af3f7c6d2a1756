import { type Asked, changed, type Lie } from './lying-proxy.ts';

// What lies are made of.

export type Json = Record<string, unknown>;
export type Change = (json: Json) => Json;

export const isOf = (where: RegExp, { method, path }: Asked) => where.test(`${method} ${path}`);
export const bodyOf = ({ body }: Asked) => JSON.parse(body) as Json;

/** Changes the body of these requests on their way to the server. */
export const inward =
  (where: RegExp, change: Change): Lie =>
  (asked, honest) =>
    isOf(where, asked) ? honest({ body: JSON.stringify(change(bodyOf(asked))) }) : honest();

/** Changes each point of a report. */
export const points =
  (change: (point: Json, index: number) => Json): Change =>
  (json) => ({
    ...json,
    positions: (json.positions as Json[]).map(change),
  });

export const without =
  (...names: string[]) =>
  (json: Json): Json =>
    Object.fromEntries(Object.entries(json).filter(([name]) => !names.includes(name)));

/** Changes the `data` of an answer. */
export const data = (where: RegExp, change: Change) =>
  changed(where, (json: { data?: Json }) => (json.data === undefined ? json : { ...json, data: change(json.data) }));

/** Changes the list of an answer. */
export const rows = (where: RegExp, change: (rows: Json[]) => Json[]) =>
  changed(where, (json: { data?: Json[] }) => (Array.isArray(json.data) ? { ...json, data: change(json.data) } : json));

/** Says what was last said to this request, however the world went on. */
export function cached(where: RegExp): Lie {
  const kept = new Map<string, Promise<{ status: number; text: string }>>();
  return (asked, honest) => {
    if (!isOf(where, asked)) return honest();
    const answer = kept.get(asked.path) ?? honest();
    kept.set(asked.path, answer);
    return answer;
  };
}

/** A PIREP of the core API. */
export const pirep = /GET .*\/pireps\/[A-Za-z0-9-]+$/;
