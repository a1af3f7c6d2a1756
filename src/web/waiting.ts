import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FairTurns } from '../lib/fair-turns.ts';
import { networksOf } from '../lib/network.ts';
import { Refusal } from '../tracking/refusals.ts';

/** Resolves at the next turn of a visitor's network. */
export type Turn = () => Promise<void>;

/** A visitor whose turns these are. */
export interface Asker {
  /** Narrowest first; see `networksOf`. */
  readonly networks: readonly [string, ...string[]];
  /** @throws Refusal `too-many-requests` when too many wait, most of them from there */
  readonly turn: Turn;
}

export function askerOf({ turns, originOf }: TurnParts, request: FastifyRequest): Asker {
  const networks = networksOf(originOf(request).address);
  const turn = async () => {
    if (!(await turns.take(networks))) throw tooManyWait();
  };
  return { networks, turn };
}

/** For a visitor who gets no turn. */
export function tooManyWait(): Refusal {
  return new Refusal('too-many-requests', {
    message: 'Too many requests from your network are waiting. Try again in a moment.',
    retryAfterS: 10,
  });
}

/** Lets requests wait for their turn, and takes those back whose client has left meanwhile. */
export function waitForTurn(parts: TurnParts): (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> {
  return async (request, reply) => {
    await askerOf(parts, request).turn();
    return request.raw.socket.destroyed ? reply.hijack() : undefined;
  };
}

interface TurnParts {
  readonly turns: FairTurns;
  /** Where a request comes from. */
  readonly originOf: (request: FastifyRequest) => { readonly address: string };
}
