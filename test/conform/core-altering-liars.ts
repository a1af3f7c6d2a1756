import type { Liar } from './liars.ts';
import { bodyOf, cached, data, inward, isOf, type Json, pirep, points, rows, without } from './lies.ts';
import { changed, type Lie, unheard } from './lying-proxy.ts';

// Servers of the phpVMS 7 API that drop one member, or alter what they give back: everything else is as it should be.

const core = (caughtBy: string, lie: string, tell: Lie): Liar => ({ contract: 'phpvms7-core', lie, caughtBy, tell });
const readPoints = /GET .*\/acars\/position$/;
const everyPoint = (change: (point: Json) => Json) => rows(readPoints, (all) => all.map(change));
const hourLater = (at: unknown) => new Date(Date.parse(String(at)) + 3_600_000).toISOString();

/** Cancels the flight that it says it has filed. */
const cancelsInstead: Lie = async (asked, honest) => {
  if (!isOf(/\/file$/, asked)) return honest();
  const told = await honest({ method: 'GET', path: asked.path.replace(/\/file$/, ''), body: '' });
  if (told.status !== 200) return honest();
  await honest({ method: 'DELETE', path: asked.path.replace(/file$/, 'cancel'), body: '' });
  const json = JSON.parse(told.text) as { data: Json };
  return { ...told, text: JSON.stringify({ data: { ...json.data, state: 1 } }) };
};

/** The value that a field had first. */
function keepsFirstFields(): Lie {
  const first = new Map<string, unknown>();
  const where = /POST .*\/fields$/;
  return inward(where, ({ fields }) => {
    for (const [name, value] of Object.entries(fields as Json)) if (!first.has(name)) first.set(name, value);
    return { fields: Object.fromEntries(Object.keys(fields as Json).map((name) => [name, first.get(name)])) };
  });
}

export const coreAlteringLiars: readonly Liar[] = [
  core('file/filed', 'cancels the flight that is filed', cancelsInstead),
  core('position/kept', 'drops the last point of several', async (asked, honest) => {
    if (!isOf(/POST .*acars\/position/, asked)) return honest();
    const all = bodyOf(asked).positions as Json[];
    if (all.length < 2) return honest();
    const told = await honest({ body: JSON.stringify({ positions: all.slice(0, -1) }) });
    return { ...told, text: JSON.stringify({ ...(JSON.parse(told.text) as Json), count: all.length }) };
  }),
  core(
    'position/values',
    'swaps latitude and longitude',
    everyPoint((point) => ({ ...point, lat: point.lon, lon: point.lat })),
  ),
  core(
    'position/values',
    'gives heights in metres',
    everyPoint((point) => ({ ...point, altitude_msl: Math.round(Number(point.altitude_msl) * 0.3048) })),
  ),
  core('update/post-update', 'reads a PIREP from a cache', cached(pirep)),
  core('file/filed', 'reads a PIREP from a cache', cached(pirep)),
  core('cancel/put', 'reads a PIREP from a cache', cached(pirep)),
  core('position/kept', 'reads a track from a cache', cached(readPoints)),
  core(
    'position/own-time',
    'gives the times of points an hour late',
    everyPoint((point) => ({ ...point, created_at: hourLater(point.created_at) })),
  ),
  core(
    'prefile/in-lists',
    'leaves the newest PIREP out of the list',
    rows(/GET .*\/(?:user\/)?pireps(?:\?limit=\d+)?$/, (all) => all.slice(1)),
  ),
  core(
    'flights/has-bid',
    'says of every flight that nobody has a bid on it',
    data(/GET .*\/flights\/[^/?]+$/, (flight) => ({ ...flight, has_bid: false })),
  ),
  core('fields/kept', 'keeps the first value of a field', keepsFirstFields()),
  core(
    'logs/kept',
    'cuts lines of the log to ten characters',
    rows(/GET .*acars\/logs/, (all) => all.map((row) => ({ ...row, log: String(row.log).slice(0, 10) }))),
  ),
  core('error/shape', 'says 200 of what does not exist', async (_asked, honest) => {
    const told = await honest();
    return { ...told, status: told.status === 404 ? 200 : told.status };
  }),
  core(
    'file/filed',
    'loses the sign of a landing rate',
    data(pirep, (row) => ({ ...row, landing_rate: Math.abs(Number(row.landing_rate)) })),
  ),
  core(
    'prefile/whose',
    'gives the PIREP of another pilot',
    data(pirep, (row) => ({ ...row, user_id: Number(row.user_id) + 1 })),
  ),
  core('flights/search', 'ignores where a flight that is searched goes', (asked, honest) =>
    honest({ path: asked.path.replace(/&?arr_airport_id=[^&]*/, '') }),
  ),
  core('flights/search', 'finds one flight too few', (asked, honest) =>
    rows(/GET .*flights\/search/, (all) => all.slice(0, -1))(asked, async () => honest()),
  ),
  core('comments/kept', 'acknowledges comments, and loses them', unheard(/POST .*\/comments$/, 201, { data: {} })),
  core(
    'map/shows-flight',
    'leaves flights out of the list of those under way',
    changed(/GET \/api\/acars$/, () => ({ data: [] })),
  ),
  core(
    'cancel/put',
    'shows a cancelled PIREP as under way',
    data(pirep, (row) => (row.state === 3 ? { ...row, state: 0 } : row)),
  ),
  core(
    'file/filed',
    'gives flight times in seconds',
    data(pirep, (row) => ({ ...row, flight_time: Number(row.flight_time) * 60 })),
  ),
  core('prefile/values', 'drops the alternate of a prefile', inward(/prefile$/, without('alt_airport_id'))),
  core('prefile/values', 'drops the level of a prefile', inward(/prefile$/, without('level'))),
  core('prefile/values', 'drops the route of a prefile', inward(/prefile$/, without('route'))),
  core('update/values', 'drops the notes of an update', inward(/\/update$/, without('notes'))),
  core('file/values', 'drops the block fuel of a filed flight', inward(/\/file$/, without('block_fuel'))),
  core(
    'file/values',
    'shifts block times by an hour',
    inward(/\/file$/, (json) =>
      json.block_off_time === undefined ? json : { ...json, block_off_time: hourLater(json.block_off_time) },
    ),
  ),
  core(
    'page/whole',
    'loses a row between two pages',
    rows(/GET .*\/flights\?limit=2&page=1$/, (all) => all.slice(0, 1)),
  ),
  core(
    'position/values',
    'drops the airspeed of points',
    inward(
      /POST .*acars\/position/,
      points((point) => ({ ...point, ias: null })),
    ),
  ),
];
