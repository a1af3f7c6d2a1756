import type { Static, TObject, TSchema } from 'typebox';
import type { WireRefusal } from '../http/refusal-answers.ts';
import { namesWith, objectOf } from '../lib/table.ts';
import { type ClientCall, type ClientDeskCall, deskCallTable } from '../tracking/call-table.ts';
import type { Calls, Session, Status } from '../tracking/calls.ts';
import type { Phase } from '../tracking/model.ts';
import type { Refusal, RefusalCode } from '../tracking/refusals.ts';
import type { FieldFaults } from './shape.ts';

/** Headers of a request as Node gives them. (Its own type would ask every importer of the SDK for Node's types.) */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * How one family of clients encodes the calls on the wire. A contract is a value: `mount.ts` turns it into one
 * encapsulated Fastify scope. A new call or refusal does not compile until every contract has a line for it.
 */
export interface Contract {
  readonly name: string;
  /** Documentation: where its calls are, and who makes them. */
  readonly about: string;
  /** Documentation: what a refusal looks like. */
  readonly refusalForm: string;
  /** Base path of all routes, `/api/tracker` or `/acars`. */
  readonly base: string;
  /** Whether a call may also be named in the query of the base: `…/base?/flights/search`. */
  readonly takesQueryPath: boolean;
  /** The routes of every call; an empty list states that the contract does not have the call. */
  readonly routes: Readonly<Record<ClientCall, readonly Route[]>>;
  /** The same for lookups and bookings. */
  readonly desk: Readonly<Record<ClientDeskCall, readonly Route[]>>;
  /** Texts that describe the contract itself, served without a session. */
  readonly documents: readonly ContractDocument[];
  /** Documentation: `examples.json`, calls in the order of a flight with their answers. */
  readonly examples: URL;
  readonly refusals: Readonly<Record<RefusalCode, WireRefusal>>;
  /** Documentation: the body of every refusal. */
  readonly refusalSchema: TObject;
  /** Other spellings of phases that its clients use, each mapped to the core's name. */
  readonly phaseSpellings: Readonly<Record<string, Phase>>;
  readonly bodyFormats: readonly BodyFormat[];
  /** Converts a body or a query to the types of its schema before it is checked; null where the wire is strict. */
  readonly coerce: ((schema: TObject, body: WireObject) => WireObject) | null;
  /** The body's member that may carry the session token; null where only headers do. */
  readonly tokenField: string | null;
  /** Reads the pilot's API key from the headers, for clients that send it with every request; null where they sign in. */
  readonly readApiKey: ((headers: RequestHeaders) => string | null) | null;
  /** Returns true for a path below `base` that is never served. */
  isProtected(path: string): boolean;
  readonly preflight: Preflight;
  /**
   * Checks the client before its session, by the client token if its clients can send one.
   * @throws Refusal `client-token`
   */
  checkClient(settings: Status['settings'], headers: RequestHeaders): void;
  /** JSON body of a refusal. */
  encodeRefusal(refusal: Refusal, wire: WireRefusal): { readonly contentType: string; readonly body: WireObject };
  /** JSON body of a 500. */
  encodeBug(message: string): WireObject;
}

/** Response to preflight requests, which has no body and needs no session. */
export interface Preflight {
  readonly methods: readonly ('OPTIONS' | 'HEAD')[];
  readonly status: 200 | 204;
  /** Request headers that a page may send. */
  readonly allowedHeaders: string;
}

/** `any`: bodies of any or no content type too, read as JSON or else as a form. */
export type BodyFormat = 'json' | 'form' | 'any';
export type WireObject = Readonly<Record<string, unknown>>;

export interface ContractDocument {
  readonly path: string;
  readonly summary: string;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Called once, when it is first asked for.
   * @param served - all contracts of this server
   */
  render(contract: Contract, served: readonly Contract[]): string;
}

export type Route = OpenRoute | SessionRoute;

interface RouteFace {
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  /** With its parameters in braces: `/bids/{id}`. */
  readonly path: string;
  readonly summary: string;
  /** What client authors need to know beyond the schemas. */
  readonly description: string;
  readonly body: BodyShape | null;
  readonly query: TObject | null;
  /** Schema of the path's parameters; absent where it has none. */
  readonly params?: TObject;
  /** Response schemas by status, for the response checks and for the documentation. */
  readonly answers: Readonly<Record<number, TSchema>>;
  /** Refusals of this call besides the common ones. */
  readonly refusals: readonly RefusalCode[];
  readonly bodyLimit: 'normal' | 'finish';
  /** False: 404 `module-disabled` while the host's admin has disabled the module. True: an open flight continues. */
  readonly servesWhenDisabled: boolean;
}

export interface OpenRoute extends RouteFace {
  /** `open`: for everyone. `client`: with the client token if it is required. */
  readonly access: 'open' | 'client';
  /** Decodes the request, makes the call and encodes the response. */
  handle(calls: Calls, request: WireRequest): Promise<WireAnswer> | WireAnswer;
}

export interface SessionRoute extends RouteFace {
  readonly access: 'session';
  handle(calls: Calls, session: Session, request: WireRequest): Promise<WireAnswer> | WireAnswer;
}

/**
 * Shape of a body: one object; or one item, or an envelope with a list of them. Valid items of a list are accepted and
 * invalid ones are reported, so that one bad item cannot block a client's queue for ever.
 */
export type BodyShape =
  | { readonly kind: 'object'; readonly schema: TObject }
  | { readonly kind: 'one-or-many'; readonly item: TObject; readonly list: string; readonly envelope: TObject };

export interface WireRequest {
  /** The checked object; for a list its envelope. */
  readonly body: WireObject;
  /** The body as it was sent, before it was checked. */
  readonly sent: WireObject;
  /** Checked items of a `one-or-many` body, in the order sent. */
  readonly items: readonly WireObject[];
  /** The rejected items, by index in the list; `places` has the index of each accepted item. */
  readonly refused: readonly RefusedItem[];
  readonly places: readonly number[] | null;
  readonly query: WireObject;
  /** The path's parameters, decoded and checked. */
  readonly params: WireObject;
  /** The client's address, as reported by trusted proxies. */
  readonly address: string;
  /** What the client's program calls itself; empty where it does not. */
  readonly userAgent: string;
  /** Whether it came through the crew center and occupies one of its workers until the response is sent. */
  readonly holdsWorker: boolean;
  readonly now: number;
  /** False while the host's admin has disabled the module. */
  readonly isEnabled: boolean;
}

export interface RefusedItem {
  readonly index: number;
  readonly fields: FieldFaults;
}

export interface WireAnswer {
  readonly status: number;
  /** An object, a list, or the JSON text of one. */
  readonly body: WireObject | readonly unknown[] | string;
}

/** Returns the body of a route as the type of its schema, against which it was already checked. */
export function bodyAs<S extends TObject>(_schema: S, body: WireObject): Static<S> {
  return body as Static<S>;
}

/** Lookups and bookings that a client can make. */
export const clientDeskCalls = namesWith(deskCallTable, 'by', 'client');

/** For a contract whose clients neither look up nor book. */
export const noDesk: Contract['desk'] = objectOf(clientDeskCalls, () => []);

/** Every route of a contract. */
export function routesOf({ routes, desk }: Contract): readonly Route[] {
  return [...Object.values(routes), ...Object.values(desk)].flat();
}
