import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerElsewhere, type Elsewhere } from './elsewhere.ts';
import { sentOnFrom } from './sent-on.ts';

/** Everything that is for people and other programs, not for clients. */
const isPage = ({ url }: FastifyRequest) => /^\/(?:$|\?|tracker(?:[/?]|$)|update(?:[/?]|$))/.test(url);

/** Lets one server of a cluster answer all pages: operators sign in there, and the map's feed has one numbering. */
export function sendPagesOn(fastify: FastifyInstance, elsewhere: Elsewhere): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const place = isPage(request) && sentOnFrom(request.raw) === null ? elsewhere.ofPages() : null;
    if (place === null) return done();
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
    answerElsewhere(place, request, reply, hasBody ? request.raw : null).catch(done);
  });
}
