import type { Marker, SentMarker } from './sortie.ts';
import { type Exchange, member, readJson, type WireAnswer } from './wire.ts';

/** What a server promised by an answer. */
export type Promised =
  | {
      readonly kind: 'positions';
      readonly markers: readonly SentMarker[];
      readonly flightId: string | null;
      readonly isCounted: boolean;
      readonly stored: number;
    }
  /** `name` is the flight's, or in other programs' contracts what they call it. */
  | {
      readonly kind: 'finish';
      readonly name: string;
      readonly flightId: string | null;
      readonly receipt: string | null;
    }
  | { readonly kind: 'cancel'; readonly name: string };

/** Reads the promise in this answer, whichever contract it is of; null when there is none. */
export function promiseOf(exchange: Exchange, answer: WireAnswer): Promised | null {
  if (answer.status !== 200 && answer.status !== 202) return null;
  const path = exchange.request.path.replace(/\?.*$/, '');
  const reader = readers.find(([pattern]) => pattern.test(path));
  return reader?.[1](exchange, readJson(answer.text), path) ?? null;
}

type Reader = (exchange: Exchange, answer: unknown, path: string) => Promised | null;

const readers: readonly (readonly [RegExp, Reader])[] = [
  [/^\/(?:api\/tracker\/position|acars\/position\.php)$/, ownPositions],
  [/^\/(?:api\/tracker\/finish|acars\/submit_log\.php)$/, ownFinish],
  [/^\/api\/tracker\/cancel$/, (_, answer) => ({ kind: 'cancel', name: String(member(answer, 'flight_id')) })],
  [/smartcars(?:\.php)?\/flights\/update$/, smartcarsUpdate],
  [/smartcars(?:\.php)?\/flights\/complete$/, smartcarsComplete],
  [/smartcars(?:\.php)?\/flights\/cancel$/, smartcarsCancel],
  [/\/pireps\/[^/]+\/acars\/position$/, corePositions],
  [/\/pireps\/[^/]+\/file$/, coreFile],
  [/\/pireps\/[^/]+\/cancel$/, (_, __, path) => ({ kind: 'cancel', name: pirepIn(path) })],
];

function ownPositions({ sent }: Exchange, answer: unknown): Promised {
  const refused = new Set(listOf(member(answer, 'refused')).map((item) => member(item, 'index')));
  const markers = listOf(member(sent, 'positions')).filter((_, index) => !refused.has(index));
  return {
    kind: 'positions',
    isCounted: true,
    stored: Number(member(answer, 'stored')),
    markers: markers as readonly SentMarker[],
    flightId: String(member(answer, 'flight_id')),
  };
}

function ownFinish(_: Exchange, answer: unknown): Promised {
  const name = String(member(answer, 'flight_id'));
  const receipt = member(answer, 'receipt');
  return { kind: 'finish', name, flightId: name, receipt: receipt === undefined ? null : JSON.stringify(receipt) };
}

function smartcarsUpdate({ sent }: Exchange): Promised {
  const marker = { lat: Number(member(sent, 'latitude')), lon: Number(member(sent, 'longitude')) };
  return { kind: 'positions', markers: [marker], flightId: null, isCounted: false, stored: 1 };
}

function smartcarsComplete(_: Exchange, answer: unknown): Promised {
  return { kind: 'finish', name: String(member(answer, 'pirepID')), flightId: null, receipt: null };
}

/** A bid that is not flown is answered alike: there is nothing to cancel. */
function smartcarsCancel({ sent }: Exchange): Promised | null {
  const name = member(sent, 'uuid');
  return typeof name === 'string' ? { kind: 'cancel', name } : null;
}

function corePositions({ sent }: Exchange, answer: unknown): Promised | null {
  const markers = listOf(member(sent, 'positions')) as readonly Marker[];
  const count = Number(member(answer, 'count'));
  // After `file` it says that it has taken none.
  if (count !== markers.length) return null;
  return { kind: 'positions', markers, flightId: null, isCounted: true, stored: count };
}

function coreFile(_: Exchange, answer: unknown, path: string): Promised {
  const name = pirepIn(path);
  return { kind: 'finish', name, flightId: null, receipt: String(member(member(answer, 'data'), 'id')) };
}

function pirepIn(path: string): string {
  return /\/pireps\/([^/]+)\//.exec(path)?.[1] ?? '';
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
