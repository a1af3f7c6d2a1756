import type { Liar } from './liars.ts';
import { bodyOf, data, inward, isOf, type Json, pirep, points, rows, without } from './lies.ts';
import { changed, type Lie, type Told } from './lying-proxy.ts';

// Servers whose answers are as they should be, and which do something else: only who reads again finds them.

const named =
  (contract: string) =>
  (caughtBy: string, lie: string, tell: Lie): Liar => ({ contract, lie, caughtBy, tell });
const core = named('phpvms7-core');
const native = named('native');
const smartcars = named('smartcars3');

const update = /(?:POST|PUT|PATCH) .*pireps\/[^/]+(?:\/update)?$/;

/** Answers an update by what it says, and keeps nothing. */
const forgetfulUpdate: Lie = async (asked, honest) => {
  if (!isOf(update, asked) || asked.path.endsWith('prefile')) return honest();
  const told = await honest({ method: 'GET', path: asked.path.replace(/\/update$/, ''), body: '' });
  const json = JSON.parse(told.text) as { data?: Json };
  return { ...told, text: JSON.stringify({ data: { ...json.data, ...bodyOf(asked) } }) };
};

/** Lets a stranger do it, and says no. */
function openToStrangers(where: RegExp): Lie {
  let owner: string | undefined;
  return async (asked, honest) => {
    owner ??= asked.headers['x-api-key'];
    if (!isOf(where, asked) || owner === undefined || asked.headers['x-api-key'] === owner) return honest();
    await honest({ headers: { ...asked.headers, 'x-api-key': owner } });
    return { status: 404, text: '{"title":"Not found"}' };
  };
}

/** Bids that are said to be gone. */
const keptBids: Lie = async (asked, honest) => {
  if (!isOf(/DELETE .*user\/bids/, asked)) return honest();
  const told = await honest({ method: 'GET', body: '' });
  const { data: all } = JSON.parse(told.text) as { data: Json[] };
  return { ...told, text: JSON.stringify({ data: all.filter(({ id }) => id !== bodyOf(asked).bid_id) }) };
};

/** Opens the flight of a prefile that it refuses. */
function opensAndRefuses(): Lie {
  let aircraft: unknown;
  return async (asked, honest) => {
    const told = await honest();
    if (isOf(/GET .*user\/fleet/, asked)) aircraft = JSON.parse(told.text).data[0].aircraft[0].id;
    if (!isOf(/prefile/, asked) || told.status !== 400 || !asked.body.includes('"airline_id"')) return told;
    await honest({ body: JSON.stringify({ ...bodyOf(asked), aircraft_id: aircraft }) });
    return told;
  };
}

/** Says cancelled of a flight that goes on. */
function cancelsInWords(): Lie {
  const cancelled = new Set<string>();
  return async (asked, honest) => {
    const id = /pireps\/([^/?]+)/.exec(asked.path)?.[1] ?? '';
    if (isOf(/cancel$/, asked)) {
      cancelled.add(id);
      return { status: 200, text: '{"message":"cancelled"}' };
    }
    return cancelled.has(id) ? data(pirep, (row) => ({ ...row, state: 3 }))(asked, honest) : honest();
  };
}

/** Takes the figures of the second `file`. */
function refiles(): Lie {
  let last: Json = {};
  return async (asked, honest) => {
    const told = await honest();
    if (isOf(/\/file$/, asked)) last = bodyOf(asked);
    return isOf(pirep, asked) ? data(pirep, (row) => ({ ...row, ...last }))(asked, async () => told) : told;
  };
}

/** Acknowledges reports, counting repeats well, and stores none. */
function storesNothing(where: RegExp): Lie {
  const seen = new Set<number>();
  return async (asked, honest): Promise<Told> => {
    if (!isOf(where, asked)) return honest();
    const all = (bodyOf(asked).positions ?? bodyOf(asked).events ?? []) as { seq: number }[];
    const fresh = all.filter(({ seq }) => !seen.has(seq));
    for (const { seq } of all) seen.add(seq);
    const last = Math.max(...seen);
    const body = {
      success: true,
      stored: fresh.length,
      duplicate: all.length - fresh.length,
      last_seq: last,
      refused: [],
    };
    return { status: 200, text: JSON.stringify(body) };
  };
}

export const silentLiars: readonly Liar[] = [
  core('bids/made-and-removed', 'never removes a bid', keptBids),
  core(
    'position/own-time',
    'throws the times of points away',
    inward(/POST .*position/, points(without('created_at'))),
  ),
  core('position/same-id-once', 'throws the ids of points away', inward(/POST .*position/, points(without('id')))),
  core('position/queue-times', 'gives a queue one instant', inward(/POST .*position/, points(without('sim_time')))),
  core(
    'position/values',
    'rounds heights to thousands',
    inward(
      /POST .*position/,
      points((point) => ({ ...point, altitude_agl: 12_000 })),
    ),
  ),
  core(
    'position/other-id',
    'gives every point the same id',
    rows(/GET .*acars\/position/, (all) => all.map((row) => ({ ...row, id: 'x' }))),
  ),
  core(
    'position/geojson',
    'draws the newest point alone',
    data(/GET .*acars\/geojson/, (json) => ({ ...json, points: { features: [{}] } })),
  ),
  core(
    'logs/as-points',
    'puts lines of the log on the track',
    inward(
      /POST .*position/,
      points((point) => ({ ...without('type', 'log')(point), altitude: 1 })),
    ),
  ),
  core(
    'logs/kept',
    'acknowledges lines of the log, and loses them',
    rows(/GET .*acars\/logs/, () => []),
  ),
  core(
    'extra/acars-events',
    'acknowledges events, and loses them',
    rows(/GET .*acars\/[^/]+\/events/, () => []),
  ),
  core(
    'extra/pirep-acars',
    'shows points alone where a client resumes',
    rows(/GET .*pireps\/[^/]+\/acars$/, (all) => all.filter(({ log }) => log === null)),
  ),
  core('update/post-update', 'answers an update, and forgets it', forgetfulUpdate),
  core('update/arrival', 'ignores where the flight ends', inward(update, without('arr_airport_id'))),
  core('update/files', 'leaves a flight open that an update files', inward(update, without('state'))),
  core('file/arrival', 'ignores where the flight ended', inward(/\/file$/, without('arr_airport_id'))),
  core('file/again', 'takes the figures of a second file', refiles()),
  core(
    'prefile/in-lists',
    'hides the flight under way from the plain list',
    rows(/GET .*\/(?:user\/)?pireps$/, (all) => all.filter(({ state }) => state !== 0)),
  ),
  core(
    'prefile/decodable',
    'has no flight time of an open flight',
    data(pirep, (json) => ({ ...json, flight_time: null })),
  ),
  core(
    'prefile/units',
    'writes pounds for kilograms',
    data(pirep, (json) => ({ ...json, block_fuel: { kg: 9000, lbs: 9000 } })),
  ),
  core('prefile/missing-member', 'opens the flight that it refuses', opensAndRefuses()),
  core(
    'fields/kept',
    'keeps the newest field alone',
    data(/GET .*\/fields/, (json) => without('Conform first')(json)),
  ),
  core(
    'user/network-ids',
    'says an empty text for an unknown id',
    data(/GET \/api\/user$/, (json) => ({ ...json, ivao_id: '' })),
  ),
  core(
    'airports/distance',
    'gives nautical miles as kilometres',
    data(/distance/, (json) => ({ ...json, distance: { nmi: 100, km: 100, mi: 100 } })),
  ),
  core('cancel/put', 'says cancelled of a flight that goes on', cancelsInWords()),
  core('stranger/position', 'says no to a stranger, and stores the point', openToStrangers(/POST .*position/)),
  core('stranger/comment', 'says no to a stranger, and keeps the comment', openToStrangers(/POST .*comments/)),
  core('stranger/fields', 'says no to a stranger, and keeps the field', openToStrangers(/POST .*fields/)),
  native('position/stored-once', 'counts well and stores nothing', storesNothing(/POST \/position/)),
  native(
    'position/stored-once',
    'throws the times of reports away',
    inward(/POST \/position/, points(without('recorded_at'))),
  ),
  native('event/stored-once', 'counts events well and stores none', storesNothing(/POST \/event/)),
  native(
    'finish/files',
    'shows another receipt afterwards',
    changed(/GET \/flight/, (json: Json) =>
      json.flight === null ? json : { ...json, flight: { ...(json.flight as Json), receipt: {} } },
    ),
  ),
  smartcars(
    'complete/details',
    'keeps the last report alone',
    changed(/pireps\/details/, (json: Json) => ({ ...json, locationData: (json.locationData as Json[]).slice(-1) })),
  ),
  smartcars('flights/book-and-unbook', 'never removes a bid', (asked, honest) =>
    isOf(/flights\/unbook/, asked) ? { status: 200, text: '{"status":200}' } : honest(),
  ),
];
