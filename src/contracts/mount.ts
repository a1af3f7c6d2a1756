import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readJsonBodies } from '../http/body.ts';
import { readFormBodies } from '../http/form.ts';
import { sendPreflight, sendText } from '../http/reply.ts';
import { originOf } from '../http/state.ts';
import type { Clock } from '../lib/clock.ts';
import type { CrewCenterSettings } from '../platform/port.ts';
import type { Calls, Session } from '../tracking/calls.ts';
import { isRefusal, Refusal } from '../tracking/refusals.ts';
import { checkClientToken, headerToken } from './access.ts';
import { bodyObject, compileBody, invalid } from './body.ts';
import type { Contract, Route, WireAnswer, WireObject, WireRequest } from './contract.ts';
import { compileShape } from './shape.ts';

export interface MountParts {
  readonly contract: Contract;
  readonly calls: Calls;
  /** The crew center's settings as they are now; asked on every request. */
  readonly settings: () => CrewCenterSettings;
  readonly clock: Clock;
  /** Sends a refusal, or reports a bug and answers 500. */
  readonly refuse: (contract: Contract, error: unknown, request: FastifyRequest, reply: FastifyReply) => void;
}

const sessions = 'trackerSession';
type WithSession = { [sessions]: Session | null };

/** Turns a contract into one encapsulated scope of a Fastify instance. */
export function mountContract(fastify: FastifyInstance, parts: MountParts): void {
  const { contract } = parts;
  void fastify.register(
    (scope, _options, done) => {
      readJsonBodies(scope);
      if (contract.bodyFormats.includes('form')) readFormBodies(scope);
      scope.decorateRequest(sessions, null);
      const methodsByPath = mountDocuments(scope, contract);
      const routes = Object.values(contract.routes).flat();
      for (const route of routes) {
        note(methodsByPath, route.path, route.method);
        mountRoute(scope, route, parts);
      }
      answerOtherPaths(scope, methodsByPath, parts);
      scope.setErrorHandler((error, request, reply) => parts.refuse(contract, error, request, reply));
      done();
    },
    { prefix: contract.base },
  );
}

function mountRoute(scope: FastifyInstance, route: Route, parts: MountParts): void {
  const { contract, calls } = parts;
  const limits = calls.status().limits;
  const readBody = compileBody(route.body, contract, limits.positionsPerCall);
  const readQuery = compileQuery(route);

  scope.route({
    method: route.method,
    url: route.path,
    bodyLimit: route.bodyLimit === 'finish' ? limits.finishBodyBytes : limits.bodyBytes,
    onRequest: (request, _reply, done) => {
      try {
        admit(request);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    handler: (request, reply) => {
      void answer(request, reply);
    },
  });

  /** Everything that can be refused before the body is read. */
  function admit(request: FastifyRequest): void {
    const settings = parts.settings();
    if (!settings.enabled && !route.servesWhenDisabled) throw moduleDisabled();
    if (route.access === 'open') return;
    checkClientToken(settings, request.headers);
    if (route.access === 'client') return;
    const token = headerToken(request.headers);
    if (token === null && contract.tokenField !== null) return;
    (request as unknown as WithSession)[sessions] = calls.authenticate(token);
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    try {
      const sent = bodyObject(request.body);
      const session = route.access === 'session' ? sessionOf(request, sent) : null;
      const { body, items, refused, places } = readBody(sent);
      const wire: WireRequest = {
        body,
        items,
        refused,
        places,
        query: readQuery(request.query),
        address: originOf(request).address,
        holdsWorker: originOf(request).viaEdge === true,
        now: parts.clock.now(),
        isEnabled: parts.settings().enabled,
      };
      sendAnswer(request, reply, await ask(session, wire));
    } catch (error) {
      parts.refuse(contract, error, request, reply);
    }
  }

  function sessionOf(request: FastifyRequest, sent: WireObject): Session {
    const session = (request as unknown as WithSession)[sessions];
    if (session !== null) return session;
    const token = contract.tokenField === null ? null : sent[contract.tokenField];
    return calls.authenticate(typeof token === 'string' && token !== '' ? token : null);
  }

  async function ask(session: Session | null, wire: WireRequest): Promise<WireAnswer> {
    try {
      if (route.access !== 'session') return await route.handle(calls, wire);
      return await route.handle(calls, session as Session, wire);
    } catch (error) {
      // Nothing begins while the module is off; what was open then may go on.
      if (!wire.isEnabled && isRefusal(error, 'no-open-flight')) throw moduleDisabled();
      throw error;
    }
  }
}

function sendAnswer(request: FastifyRequest, reply: FastifyReply, { status, body }: WireAnswer): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  sendText(request, reply, { status, contentType: 'application/json; charset=utf-8', text });
}

function compileQuery(route: Route): (query: unknown) => Readonly<Record<string, string>> {
  const nothing = {};
  if (route.query === null) return () => nothing;
  const shape = compileShape(route.query);
  return (query) => {
    const faults = shape.check(query as object);
    if (faults !== null) throw invalid(faults);
    return query as Record<string, string>;
  };
}

function mountDocuments(scope: FastifyInstance, contract: Contract): Map<string, Set<string>> {
  const methodsByPath = new Map<string, Set<string>>();
  for (const document of contract.documents) {
    const text = document.render(contract);
    note(methodsByPath, document.path, 'GET');
    scope.get(document.path, (request, reply) => {
      sendText(request, reply, { status: 200, contentType: document.contentType, headers: document.headers, text });
    });
  }
  return methodsByPath;
}

function note(methodsByPath: Map<string, Set<string>>, path: string, method: Route['method']): void {
  const methods = methodsByPath.get(path) ?? new Set();
  methodsByPath.set(path, methods.add(method));
  if (method === 'GET') methods.add('HEAD');
}

/** Preflights, wrong methods (405 with `Allow`), protected paths (403), and what does not exist (404). */
function answerOtherPaths(scope: FastifyInstance, methodsByPath: ReadonlyMap<string, Set<string>>, parts: MountParts) {
  const { contract } = parts;
  scope.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done();
    const path = pathBelow(contract.base, request.url);
    const methods = methodsByPath.get(path);
    const allowed = [...(methods ?? []), 'OPTIONS'];
    if (contract.isProtected(path)) return done(new Refusal('forbidden', { message: 'This path is not served.' }));
    if (request.method === 'OPTIONS' && methods !== undefined) return sendPreflight(reply, allowed);
    if (methods === undefined) return done(new Refusal('not-found', { message: 'There is nothing at this path.' }));
    reply.header('allow', allowed.join(', '));
    return done(new Refusal('method-not-allowed', { message: `Use ${[...methods].join(' or ')}.` }));
  });
  // The hook has answered; the handler is what makes Fastify run it for paths of this scope.
  scope.setNotFoundHandler(() => {});
}

function pathBelow(base: string, url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  const below = path.slice(path.indexOf(base) + base.length).replace(/\/{2,}/g, '/');
  return below.length > 1 && below.endsWith('/') ? below.slice(0, -1) : below;
}

function moduleDisabled(): Refusal {
  return new Refusal('module-disabled', { message: 'The crew center has switched the tracker off; ask its staff.' });
}
