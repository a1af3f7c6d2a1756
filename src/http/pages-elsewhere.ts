import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerElsewhere, type Elsewhere, type Place } from './elsewhere.ts';
import { sentOnFrom } from './sent-on.ts';

/** Everything that is for people and other programs, not for clients. */
const isPage = ({ url }: FastifyRequest) => /^\/(?:$|\?|tracker(?:[/?]|$)|update(?:[/?]|$))/.test(url);

/**
 * Lets one server of a cluster answer all pages: operators sign in there, and the map's feed has one numbering. Pages of a pilot who
 * is signed in are answered by the server that answers the pilot's clients.
 * @param pilotTokenOf - the token of the pilot whose own page is asked for; null for every other request
 */
export function sendPagesOn(
  fastify: FastifyInstance,
  elsewhere: Elsewhere,
  pilotTokenOf: (request: FastifyRequest) => string | null,
): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    if (!isPage(request) || sentOnFrom(request.raw) !== null) return done();
    const answerAt = (place: Place | null): void => {
      const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
      if (place === null) done();
      else answerElsewhere(place, request, reply, hasBody ? request.raw : null).catch(done);
    };
    const token = pilotTokenOf(request);
    const place = token === null ? elsewhere.ofPages() : elsewhere.ofToken(token);
    if (place instanceof Promise) place.then(answerAt, done);
    else answerAt(place);
  });
}
