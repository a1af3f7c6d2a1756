import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WireObject } from '../../contracts/contract.ts';
import { readQuery } from '../../contracts/query.ts';
import { compileShape } from '../../contracts/shape.ts';
import { Refusal } from '../../tracking/refusals.ts';
import type { WebParts } from '../parts.ts';
import { isThroughHost } from '../place.ts';
import type { Views } from '../views.ts';
import { askerOf } from '../waiting.ts';
import { ApiLimit, requireKey } from './access.ts';
import { apiAddress } from './address.ts';
import { ChangeStreams } from './changes.ts';
import { flightRoutes } from './flights.ts';
import type { ApiKey } from './keys.ts';
import { liveRoutes } from './live.ts';
import { describeApi } from './openapi.ts';
import { pilotSafetyRoutes } from './pilot-safety.ts';
import { pilotRoutes } from './pilots.ts';
import { referenceOf } from './reference.ts';
import { sendDocument, sendError } from './reply.ts';
import type { ApiRoute } from './route.ts';

/** Every route that sends one document. The stream of changes is the only other one. */
export function apiRoutes(parts: WebParts): readonly ApiRoute[] {
  return [...liveRoutes(parts), ...flightRoutes(parts), ...pilotRoutes(parts), ...pilotSafetyRoutes(parts)];
}

/** A stream would hold one of the crew center's workers of PHP for as long as it lasts. */
const needsRule =
  'The stream of changes needs a rule of the web server, or the server’s own port: this request came through PHP.';

/** Registers the API for other programs below `/tracker/api/v1/`. It only reads. */
export function registerApi(parent: FastifyInstance, parts: WebParts, views: Views): void {
  const routes = apiRoutes(parts);
  const streams = new ChangeStreams(parts);
  const addressOf = (request: FastifyRequest) => parts.originOf(request).address;
  const needs = { keys: parts.api.keys, limit: new ApiLimit(), addressOf, clock: parts.clock };
  const admit = (access: ApiRoute['access'], request: FastifyRequest) => requireKey(needs, access, request);
  void parent.register(
    async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        allowOrigin(parts.api.origins, request, reply);
        if (request.method === 'OPTIONS') return reply.code(204).send();
      });
      scope.addHook('onClose', async () => streams[Symbol.dispose]());
      scope.setErrorHandler((error, _request, reply) => sendError(parts.onError, error, reply));
      registerReference(scope, routes, views);
      for (const route of routes) registerRoute(scope, parts, route, admit);
      scope.get('/changes', { exposeHeadRoute: false }, (request, reply) => {
        if (isThroughHost(request)) throw new Refusal('not-offered', { message: needsRule });
        const key = admit('changes', request);
        if (key === null) throw new Error('changes are not public');
        streams.open(request, reply, key);
      });
      const described = JSON.stringify(describeApi(routes));
      scope.get('/openapi.json', (request, reply) =>
        sendDocument(request, reply, 'application/json; charset=utf-8', { text: described }),
      );
      scope.options('/*', (_request, reply) => reply.code(204).send());
      // Answered by the hook above; without the route there is nothing for it to answer.
      scope.get('/*', { exposeHeadRoute: false }, () => {
        throw new Refusal('not-found', { message: `The API has no such address. See ${apiAddress}/openapi.json.` });
      });
    },
    { prefix: apiAddress.slice('/tracker'.length) },
  );
}

/** Registers the page that lists every call and tries it out. */
function registerReference(scope: FastifyInstance, routes: readonly ApiRoute[], views: Views): void {
  const calls = referenceOf(routes);
  scope.get('/', (request, reply) =>
    views.send(request, reply, {
      title: 'API for other programs',
      view: 'api/reference',
      styles: ['reference/reference.css'],
      scripts: ['reference/main.js'],
      data: { calls },
    }),
  );
}

function registerRoute(
  scope: FastifyInstance,
  parts: WebParts,
  route: ApiRoute,
  admit: (access: ApiRoute['access'], request: FastifyRequest) => ApiKey | null,
): void {
  const query = checked(route.query);
  const params = checked(route.params);
  scope.get(route.path.replaceAll(/\{(\w+)\}/g, ':$1'), async (request, reply) => {
    const key = admit(route.access, request);
    const answer = await route.handle({
      key,
      asker: askerOf(parts, request),
      query: query(request.query as WireObject),
      params: params(request.params as WireObject),
    });
    return sendDocument(request, reply, route.type, answer);
  });
}

/** Returns a function that checks a query or parameters. It throws Refusal `invalid` naming each member that is wrong. */
function checked(schema: ApiRoute['query']): (sent: WireObject) => WireObject {
  const nothing = {};
  if (schema === null) return () => nothing;
  const shape = compileShape(schema);
  return (sent) => {
    const read = readQuery(schema, sent);
    const fields = shape.check(read);
    if (fields === null) return read;
    throw new Refusal('invalid', {
      message: Object.entries(fields)
        .map((each) => each.join(': '))
        .join(' '),
      fields,
    });
  };
}

/** Lets pages of the named origins read the API in a browser; without cookies, so that a key has to be sent. */
function allowOrigin(origins: readonly string[], request: FastifyRequest, reply: FastifyReply): void {
  const { origin } = request.headers;
  if (origin === undefined || !(origins.includes('*') || origins.includes(origin))) return;
  void reply.headers({
    'access-control-allow-origin': origins.includes('*') ? '*' : origin,
    'access-control-allow-methods': 'GET, HEAD, OPTIONS',
    'access-control-allow-headers': 'authorization, x-api-key, if-none-match, last-event-id',
    'access-control-expose-headers': 'etag, retry-after',
    'access-control-max-age': '86400',
    // The pages' own policy would keep the response from scripts of other sites.
    'cross-origin-resource-policy': 'cross-origin',
  });
}
