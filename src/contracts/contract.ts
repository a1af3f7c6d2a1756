import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { Calls } from '../tracking/calls.ts';
import type { Refusal, RefusalCode } from '../tracking/refusals.ts';

/**
 * How one family of clients writes the calls on the wire. A contract is a value: `mount.ts` turns it into one
 * encapsulated Fastify scope. A new call or refusal does not compile until every contract has a line for it.
 */
export interface Contract {
  readonly name: string;
  /** Path that every route lies under, `/api/tracker` or `/acars`. */
  readonly base: string;
  /** For every call its routes; an empty list says out loud that the contract lacks the call. */
  readonly routes: Readonly<Record<keyof Omit<Calls, 'authenticate'>, readonly Route[]>>;
  readonly refusals: Readonly<Record<RefusalCode, WireRefusal>>;
  /** Content types of bodies. */
  readonly accepts: readonly string[];
  /** JSON body of a refusal. */
  encodeRefusal(refusal: Refusal, wire: WireRefusal): { readonly contentType: string; readonly body: unknown };
}

export interface WireRefusal {
  readonly status: number;
  readonly title: string;
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly summary: string;
  /** Whether a session is needed, and the client token when it is enforced. */
  readonly access: 'open' | 'client' | 'session';
  readonly body: TSchema | null;
  readonly query: TSchema | null;
  /** By status, for the check of the answer and for OpenAPI. */
  readonly answers: Readonly<Record<number, TSchema>>;
  readonly bodyLimit: 'normal' | 'finish';
  /** Decode, call, encode. */
  handle(calls: Calls, request: WireRequest): Promise<WireAnswer>;
}

export interface WireRequest {
  readonly body: unknown;
  readonly query: Readonly<Record<string, string>>;
  readonly session: import('../tracking/calls.ts').Session | null;
  readonly address: string;
  readonly now: number;
}

export interface WireAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export type { FastifyReply, FastifyRequest };
