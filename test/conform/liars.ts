import { changed, type Lie, unheard } from './lying-proxy.ts';

/** A defect of a server, and the check that must find it. */
export interface Liar {
  readonly contract: string;
  readonly lie: string;
  readonly caughtBy: string;
  readonly tell: Lie;
}

type Json = Record<string, unknown>;
const liar = (contract: string) => (caughtBy: string, lie: string, tell: Lie) => ({ contract, lie, caughtBy, tell });
const native = liar('native');
const legacy = liar('legacy');
const smartcars = liar('smartcars3');
const stratos = liar('stratos');

let last = 0;
function next(): number {
  last += 1;
  return last;
}

/** Sends this request with another text in its body each time, so that a repeat is none. */
const forgetful =
  (where: RegExp, from: RegExp, to: () => string): Lie =>
  (asked, honest) =>
    where.test(`${asked.method} ${asked.path}`) ? honest({ body: asked.body.replaceAll(from, to()) }) : honest();

export const liars: readonly Liar[] = [
  native(
    'auth/wrong-password',
    'tells which pilots there are',
    changed(/POST \/auth/, (json: Json, { body }) =>
      body.includes('nobody')
        ? { ...json, error: { ...(json.error as Json), message: 'There is no such pilot.' } }
        : json,
    ),
  ),
  native('auth/log-out', 'keeps a session that was ended', unheard(/DELETE \/auth/, 200)),
  native('auth/both-headers', 'takes one header only', async (asked, honest) =>
    'x-tracker-token' in asked.headers ? { status: 401, text: '{}' } : honest(),
  ),
  native(
    'error/token-not-echoed',
    'repeats a wrong token',
    changed(/GET \/bids/, (json: Json, { headers }) => ({ ...json, said: headers.authorization })),
  ),
  native(
    'start/again-resumes',
    'does not say that a flight goes on',
    changed(/POST \/start/, (json: Json) => ({ ...json, resumed: false })),
  ),
  native(
    'position/stored-once',
    'stores a repeat',
    changed(/POST \/position/, (json: Json) => ({ ...json, stored: 3, duplicate: 0 })),
  ),
  native(
    'position/stored-once',
    'says stored, and stores nothing',
    unheard(/POST \/position/, 200, { stored: 3, duplicate: 0, last_seq: 3 }),
  ),
  native('position/one-bad-item', 'refuses a list for one bad item', (asked, honest) =>
    asked.path === '/position' && asked.body.includes('95') ? { status: 422, text: '{}' } : honest(),
  ),
  native('cancel/ends', 'cancels nothing', (asked, honest) =>
    asked.path === '/cancel' && asked.body.includes('flight_id') ? { status: 200, text: '{}' } : honest(),
  ),
  native(
    'finish/files',
    'computes its own landing rate',
    changed(/POST \/finish/, (json: Json) => ({
      ...json,
      receipt: { ...(json.receipt as Json), landing_rate: -100 },
    })),
  ),
  native(
    'finish/again',
    'changes a receipt',
    changed(/POST \/finish/, (json: Json) => ({
      ...json,
      receipt: { ...(json.receipt as Json), filed_at: String(next()) },
    })),
  ),
  native(
    'finish/at-once',
    'files more than one PIREP',
    changed(/POST \/finish/, (json: Json) => ({
      ...json,
      receipt: { ...(json.receipt as Json), pirep_id: String(next()) },
    })),
  ),
  native(
    'finish/in-logbook',
    'lists no PIREPs',
    changed(/GET \/pireps/, (json: Json) => ({ ...json, pireps: [] })),
  ),
  legacy('session/in-body', 'reads the token of a header only', (asked, honest) =>
    asked.body.includes('"token"') ? { status: 401, text: '{}' } : honest(),
  ),
  legacy('files/private', 'shows its configuration', unheard(/va_config/, 200)),
  legacy(
    'position/opens-and-stores',
    'counts a repeat as new',
    changed(/position\.php/, (json: Json) => ({ ...json, stored: 3, duplicate: 0 })),
  ),
  legacy('position/decimal-comma', 'cuts a number at its comma', (asked, honest) =>
    honest({ body: asked.body.replace(/"47,\d+"/, '47') }),
  ),
  legacy('position/invalid', 'takes any latitude', (asked, honest) =>
    honest({ body: asked.body.replace('"lat":95', '"lat":45') }),
  ),
  legacy(
    'submit/files-once',
    'files again',
    changed(/submit_log/, (json: Json) => ({
      ...json,
      receipt: { ...(json.receipt as Json), pirep_id: String(next()) },
    })),
  ),
  smartcars('handshake/direct', 'redirects', unheard(/^GET \/$/, 301)),
  smartcars(
    'data/airports',
    'leaves out an airport of a bid',
    changed(/data\/airports/, (json: Json[]) => json.filter(({ code }) => code !== 'LSZH')),
  ),
  smartcars(
    'data/aircraft',
    'leaves out an aircraft',
    changed(/data\/aircraft/, (json: Json[]) => json.slice(1)),
  ),
  smartcars(
    'flights/search',
    'gives a route as a text',
    changed(/flights\/search/, (json: Json[]) => json.map((row) => ({ ...row, route: 'DCT' }))),
  ),
  smartcars(
    'flights/book-and-unbook',
    'gives the id of a bid as a text',
    changed(/flights\/book$/, (json: Json) => ({ bidID: String(json.bidID) })),
  ),
  smartcars(
    'start/again',
    'opens a flight anew',
    changed(/flights\/start/, () => ({ trackingID: String(next()) })),
  ),
  smartcars(
    'update/empty-200',
    'says something to an update',
    changed(/flights\/update/, () => ({ status: 200 })),
  ),
  smartcars(
    'complete/files-once',
    'files again',
    changed(/flights\/complete/, () => ({ pirepID: String(next()) })),
  ),
  smartcars(
    'complete/bid-goes',
    'keeps the bid',
    (() => {
      let kept: string | null = null;
      return async (asked, honest) => {
        const told = await honest();
        if (!asked.path.includes('bookings')) return told;
        kept = kept === null || told.text.length > kept.length ? told.text : kept;
        return { ...told, text: kept };
      };
    })() satisfies Lie,
  ),
  stratos(
    'pilot/statistics',
    'counts flights in numbers',
    changed(/pilot\/statistics/, (json: Json) => ({ ...json, flights_flown: Number(json.flights_flown) })),
  ),
  stratos(
    'token/verify',
    'gives the token away again',
    changed(/pilot\/verify/, (json: Json) => ({ ...json, token: 'x' })),
  ),
  stratos(
    'token/wrong',
    'says nothing of a wrong token',
    changed(/GET \/pilot\/verify/, () => ({ message: 'Unauthenticated.' })),
  ),
  stratos(
    'bookings/shape',
    'gives the id of a bid as a text',
    changed(/flights\/bookings$/, (json: Json[]) => json.map((row) => ({ ...row, bid_id: String(row.bid_id) }))),
  ),
  stratos('change-aircraft/stays', 'keeps the aircraft of a bid', async (asked, honest) => {
    if (!asked.path.endsWith('/change-aircraft')) return honest();
    const { bid_id, aircraft_id } = JSON.parse(asked.body) as Json;
    const { text } = await honest({ method: 'GET', path: '/flights/bookings', body: '' });
    const bid = (JSON.parse(text) as Json[]).find((each) => each.bid_id === bid_id);
    return { status: 200, text: JSON.stringify({ ...bid, aircraft: aircraft_id }) };
  }),
  stratos('change-aircraft/started', 'changes the aircraft in the air', unheard(/change-aircraft/, 200)),
  stratos(
    'start/again',
    'opens a flight anew',
    changed(/flights\/start/, () => ({ tracking_id: String(next()) })),
  ),
  stratos(
    'update/empty-200',
    'says something to an update',
    changed(/flights\/update/, () => ({ status: 200 })),
  ),
  stratos('cancel/ends', 'cancels nothing', unheard(/flights\/cancel/, 200, { status: 200 })),
  stratos(
    'cancel/ends',
    'does not say what became of a PIREP',
    changed(/flights\/update/, (json: Json) => ({ error: json.error })),
  ),
  stratos(
    'flight/stranger',
    'cancels the flight of another pilot',
    (() => {
      let owner: string | undefined;
      return (asked, honest) => {
        if (asked.path.endsWith('/start')) owner = asked.headers.authorization;
        const theirs = { headers: { ...asked.headers, authorization: owner ?? '' } };
        return honest(asked.path.endsWith('/cancel') ? theirs : {});
      };
    })() satisfies Lie,
  ),
  stratos(
    'complete/files-once',
    'files again',
    changed(/flights\/complete/, (json: Json) => ({ ...json, pirep_id: String(next()) })),
  ),
  native(
    'event/stored-once',
    'takes a repeated event for a new one',
    forgetful(/POST \/event/, /"seq":1/g, () => `"seq":${next()}`),
  ),
];
