import type { Liar } from './liars.ts';
import { changed, type Lie, unheard } from './lying-proxy.ts';

type Json = Record<string, unknown>;
type Data = { readonly data: Json };
const core = (caughtBy: string, lie: string, tell: Lie): Liar => ({ contract: 'phpvms7-core', lie, caughtBy, tell });
const withData = (where: RegExp, change: (data: Json) => object) =>
  changed(where, (json: Data) => ({ ...json, data: change(json.data) }));
const rows = (where: RegExp, change: (row: Json) => object) =>
  changed(where, (json: { readonly data: Json[] }) => ({ ...json, data: json.data.map(change) }));

/** The second and later answers to these requests are this. */
function afterwards(where: RegExp, status: number): Lie {
  let seen = 0;
  return (asked, honest) => {
    if (!where.test(`${asked.method} ${asked.path}`)) return honest();
    seen += 1;
    return seen === 1 ? honest() : { status, text: '{}' };
  };
}

/** The first of these requests is answered with 200, and not heard. */
function firstUnheard(where: RegExp): Lie {
  let seen = 0;
  return (asked, honest) => {
    if (!where.test(`${asked.method} ${asked.path}`)) return honest();
    seen += 1;
    return seen === 1 ? { status: 200, text: '{}' } : honest();
  };
}

/** The first answer to these requests is given ever again. */
function everTheSame(where: RegExp): Lie {
  let kept: { status: number; text: string } | null = null;
  return async (asked, honest) => {
    if (!where.test(`${asked.method} ${asked.path}`)) return honest();
    kept ??= await honest();
    return kept;
  };
}

/** Defects of servers of the phpVMS 7 API: many of them are those of a server that was seen. */
export const coreLiars: readonly Liar[] = [
  core('key/missing', 'lets everybody in', unheard(/GET \/api\/user$/, 200, { data: {} })),
  core('key/in-authorization', 'reads one header only', (asked, honest) =>
    'authorization' in asked.headers ? { status: 401, text: '{}' } : honest(),
  ),
  core('key/not-echoed', 'repeats a wrong key', (asked, honest) =>
    asked.headers['x-api-key']?.includes('wrong') === true
      ? { status: 401, text: JSON.stringify({ error: { message: `No ${asked.headers['x-api-key']}` } }) }
      : honest(),
  ),
  core(
    'user/shape',
    'gives numbers as texts',
    withData(/GET \/api\/user$/, (data) => ({ ...data, flights: '0' })),
  ),
  core(
    'flights/page',
    'gives a distance as a number',
    rows(/GET \/api\/flights$/, (row) => ({ ...row, distance: 100 })),
  ),
  core('page/limit', 'ignores the page', (asked, honest) => honest({ path: asked.path.replace('&page=2', '') })),
  core('flights/search', 'ignores what is searched', (asked, honest) =>
    honest({ path: asked.path.replace(/search\?.*/, 'search') }),
  ),
  core('bids/made-and-removed', 'ignores the body of a DELETE', (asked, honest) =>
    honest(asked.method === 'DELETE' ? { body: '{"bid_id":999999}' } : {}),
  ),
  core('path/doubled-slash', 'has no route with doubled slashes', unheard(/\/\//, 404)),
  core('prefile/repeat', 'opens a second PIREP', afterwards(/prefile/, 409)),
  core('prefile/not-a-filed-one', 'hands out a filed PIREP', everTheSame(/prefile/)),
  core('position/kept', 'says added, and stores nothing', unheard(/POST .*position/, 200, { count: 2 })),
  core(
    'position/same-id-once',
    'stores a repeat',
    changed(/GET .*acars\/position/, (json: { readonly data: Json[] }) => ({
      data: [...json.data, ...json.data],
    })),
  ),
  core('position/sim-time-ahead', 'judges the simulator’s clock', (asked, honest) =>
    asked.body.includes('sim_time') ? { status: 422, text: '{}' } : honest(),
  ),
  core(
    'position/distance-unused',
    'believes the distance of a point',
    withData(/GET .*pireps\/[^/]+$/, (data) => ({
      ...data,
      distance: { nmi: 7777 },
    })),
  ),
  core('position/unknown', 'takes points of any PIREP', unheard(/POST .*position/, 200, { count: 1 })),
  core(
    'file/filed',
    'computes its own landing rate',
    withData(/GET .*pireps\/[^/]+$/, (data) => ({ ...data, landing_rate: -100 })),
  ),
  core('file/again', 'refuses a second file', afterwards(/\/file$/, 400)),
  core('file/at-once', 'refuses all but the first of several', afterwards(/\/file$/, 400)),
  core('cancel/delete', 'cancels nothing', firstUnheard(/DELETE .*cancel/)),
  core('cancel/unknown', 'cancels what it does not know', unheard(/unknown\/cancel/, 200)),
  core(
    'stranger/position',
    'answers a stranger with an error of its own',
    changed(/POST .*position/, () => ({}), 503),
  ),
  core(
    'update/state-is-not-the-clients',
    'lets clients accept their PIREPs',
    withData(/GET .*pireps\/[^/]+$/, (data) => ({
      ...data,
      state: 2,
    })),
  ),
  core(
    'update/unset-times',
    'makes up times',
    withData(/prefile/, (data) => ({ ...data, submitted_at: '2026-01-31T12:00:00Z' })),
  ),
];
