import type { FastifyReply, FastifyRequest } from 'fastify';
import { releaseBody } from '../http/body.ts';
import { answerElsewhere, type Elsewhere, type Place } from '../http/elsewhere.ts';
import { headerToken } from './access.ts';
import { bodyObject } from './body.ts';
import type { Contract } from './contract.ts';

/** The requests of one contract that other servers of ours answer, in a cluster. */
export class SentOn {
  readonly #contract: Contract;
  readonly #elsewhere: Elsewhere;
  readonly #places = new WeakMap<FastifyRequest, Place>();
  readonly #bodies = new WeakMap<FastifyRequest, Buffer>();

  constructor(contract: Contract, elsewhere: Elsewhere) {
    this.#contract = contract;
    this.#elsewhere = elsewhere;
  }

  /** Notes the server that answers this request, if its headers name a pilot of another one. Returns whether they do. */
  note(request: FastifyRequest): boolean | Promise<boolean> {
    const place = this.#placeOf(request);
    if (place instanceof Promise) return place.then((found) => this.#noteFound(request, found));
    return this.#noteFound(request, place);
  }

  /** Who answers a request with these headers, if they have a token that tells it at once; else null. */
  holderOf(headers: FastifyRequest['headers']): 'here' | Place | null {
    const token = this.#contract.readApiKey === null ? headerToken(headers) : null;
    return token === null ? null : this.#elsewhere.holderOf(token);
  }

  /** Whether another server answers this request: it decides whether the body is too large. */
  has(request: FastifyRequest): boolean {
    return this.#places.has(request);
  }

  /** Keeps the body as it was sent, in case that it is sent on. */
  keepBody(request: FastifyRequest, bytes: Buffer): void {
    this.#bodies.set(request, bytes);
  }

  /** Whether a token that came in a body may be that of a pilot of another server. */
  mayBeElsewhere(token: string): boolean {
    const place = this.#elsewhere.ofToken(token);
    return place !== null;
  }

  /** Sends the request on if another server answers it; returns whether it did. */
  async answer(request: FastifyRequest, reply: FastifyReply, isTokenInBody: boolean): Promise<boolean> {
    const place = this.#places.get(request) ?? (isTokenInBody ? await this.#placeOfBody(request) : null);
    if (place === null) return false;
    try {
      await answerElsewhere(place, request, reply, this.#bodies.get(request) ?? null);
    } finally {
      releaseBody(request);
    }
    return true;
  }

  #placeOf({ headers }: FastifyRequest): Place | null | Promise<Place | null> {
    const { readApiKey } = this.#contract;
    if (readApiKey !== null) {
      const key = readApiKey(headers);
      return key === null || key === '' ? null : this.#elsewhere.ofKey(key);
    }
    const token = headerToken(headers);
    return token === null ? null : this.#elsewhere.ofToken(token);
  }

  async #placeOfBody(request: FastifyRequest): Promise<Place | null> {
    const { tokenField } = this.#contract;
    const token = tokenField === null ? null : bodyObject(request.body)[tokenField];
    return typeof token === 'string' && token !== '' ? this.#elsewhere.ofToken(token) : null;
  }

  #noteFound(request: FastifyRequest, place: Place | null): boolean {
    if (place !== null) this.#places.set(request, place);
    return place !== null;
  }
}
