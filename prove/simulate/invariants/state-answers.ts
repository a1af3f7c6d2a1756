import type { Flight, FlightState } from '../../../src/tracking/model.ts';
import type { Generation } from '../front.ts';
import { type Exchange, member, readJson, type WireAnswer } from '../wire.ts';

/** What a call does with a flight. */
export type Deed = 'report' | 'cancel' | 'finish';
/** States that never end. */
export type Ended = Extract<FlightState, 'filed' | 'cancelled' | 'abandoned'>;
/** Whether it is done, or nothing is taken of it, or the code by which it is refused. */
export type Expected = 'done' | 'nothing-taken' | 'flight-filed' | 'flight-ended';

type Table = Readonly<Record<Deed, Readonly<Record<Ended, Expected>>>>;

/** What each call of a flight that has ended is answered, written down apart from the code that it judges. */
const table: Table = {
  report: { filed: 'flight-filed', cancelled: 'flight-ended', abandoned: 'flight-ended' },
  cancel: { filed: 'flight-filed', cancelled: 'done', abandoned: 'done' },
  finish: { filed: 'done', cancelled: 'flight-ended', abandoned: 'flight-ended' },
};

/** The calls of one contract that depend on the state of a flight. */
export interface StateContract {
  readonly deeds: readonly (readonly [RegExp, Deed])[];
  readonly table: Table;
  /** Whether this is the flight that the request names. */
  isNamed(flight: Flight, exchange: Exchange, answer: unknown, generation: Generation): boolean;
  /** The code by which this answer refuses; undefined when it does not. */
  codeOf(answer: WireAnswer): unknown;
}

const own: StateContract = {
  deeds: [
    [/^\/api\/tracker\/(?:position|event)$|^\/acars\/position\.php$/, 'report'],
    [/^\/api\/tracker\/cancel$/, 'cancel'],
    [/^\/api\/tracker\/finish$|^\/acars\/submit_log\.php$/, 'finish'],
  ],
  table,
  // A script of phpVMS 5 that names a flight that has ended, and its bid, may open another: its answer says which.
  isNamed: ({ id }, { sent, request }, answer) =>
    id ===
    ((request.path.startsWith('/acars/') ? member(answer, 'flight_id') : undefined) ?? member(sent, 'flight_id')),
  codeOf: ({ text }) => member(member(readJson(text), 'error'), 'code'),
};

/** What each refusal is called where it has a sentence and a status, and no code. */
const sentences: readonly (readonly [RegExp, number, string])[] = [
  [/^This flight has already ended\./, 404, 'flight-ended'],
  [/^This flight is filed\./, 409, 'flight-filed'],
  [/^This flight is being filed\./, 409, 'flight-filing'],
  [/^There is no open flight\./, 404, 'no-open-flight'],
  [/^You have no such flight\./, 404, 'flight-not-found'],
];

const smartcars: StateContract = {
  deeds: [
    [/\/smartcars(?:\.php)?\/flights\/update$/, 'report'],
    [/\/smartcars(?:\.php)?\/flights\/cancel$/, 'cancel'],
    [/\/smartcars(?:\.php)?\/flights\/complete$/, 'finish'],
  ],
  table,
  // Beside a phpVMS 7 it calls a flight by its PIREP.
  isNamed: ({ id, pirepId }, { sent }, _answer, generation) =>
    member(sent, 'uuid') === (generation === 7 ? (pirepId ?? id) : id),
  codeOf({ status, text }) {
    const message = String(member(readJson(text), 'message'));
    return sentences.find(([sentence, wanted]) => wanted === status && sentence.test(message))?.[2];
  },
};

/** As phpVMS 7 names its exceptions: one for a flight that is filed, and for one that is being filed. */
const slugs: Readonly<Record<string, string>> = {
  'pirep-cancelled': 'flight-ended',
  'pirep-error': 'flight-filed',
  'not-found': 'flight-not-found',
};

const core: StateContract = {
  deeds: [
    [/^\/api\/pireps\/[^/]+\/acars\/(?:position|logs|events)$/, 'report'],
    [/^\/api\/pireps\/[^/]+\/cancel$/, 'cancel'],
    [/^\/api\/pireps\/[^/]+\/file$/, 'finish'],
  ],
  // The last of a queue come after `file`.
  table: { ...table, report: { ...table.report, filed: 'nothing-taken' } },
  isNamed: ({ pirepId }, { request }) => /^\/api\/pireps\/([^/]+)\//.exec(request.path)?.[1] === pirepId,
  codeOf({ status, text }) {
    const slug = /\/([^/]+)$/.exec(String(member(readJson(text), 'type')))?.[1];
    return status === 200 || slug === undefined ? undefined : (slugs[slug] ?? slug);
  },
};

/** The contract and the deed of this request; null for one that depends on no state. */
export function deedOf({ request: { method, path } }: Exchange): (StateContract & { readonly deed: Deed }) | null {
  if (method === 'GET') return null;
  const bare = path.replace(/\?.*$/, '');
  for (const contract of [own, smartcars, core])
    for (const [pattern, deed] of contract.deeds) if (pattern.test(bare)) return { ...contract, deed };
  return null;
}
