import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FairTurns } from '../lib/fair-turns.ts';
import { networksOf } from '../lib/network.ts';
import { Refusal } from '../tracking/refusals.ts';
import type { WebParts } from './parts.ts';

/** Resolves at the next turn of a visitor's network. */
export type Turn = () => Promise<void>;

/** Returns what waits for the next turn of this visitor. @throws Refusal `too-many-requests` when too many wait, most of them from there */
export function turnOf({ turns, originOf }: TurnParts, request: FastifyRequest): Turn {
  const networks = networksOf(originOf(request).address);
  return async () => {
    if (await turns.take(networks)) return;
    throw new Refusal('too-many-requests', {
      message: 'Too many requests from your network are waiting. Try again in a moment.',
      retryAfterS: 10,
    });
  };
}

/** Lets requests wait for their turn, and takes those back whose client has left meanwhile. */
export function waitForTurn(parts: TurnParts): (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> {
  return async (request, reply) => {
    await turnOf(parts, request)();
    return request.raw.socket.destroyed ? reply.hijack() : undefined;
  };
}

type TurnParts = Pick<WebParts, 'originOf'> & { readonly turns: FairTurns };
