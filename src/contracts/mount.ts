import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readBodies, releaseBody } from '../http/body.ts';
import type { BodyBudget } from '../http/body-budget.ts';
import type { BodyAllowance } from '../http/collect-body.ts';
import { parseForm } from '../http/form.ts';
import { parseJson } from '../http/json.ts';
import { sendJson, sendText } from '../http/reply.ts';
import { originOf } from '../http/state.ts';
import type { Clock } from '../lib/clock.ts';
import { Secret } from '../lib/secret.ts';
import type { CrewCenterSettings } from '../platform/port.ts';
import type { Calls, Session } from '../tracking/calls.ts';
import { isRefusal, Refusal } from '../tracking/refusals.ts';
import { headerToken } from './access.ts';
import { bodyObject, compileBody } from './body.ts';
import { BodyAllowances } from './body-allowance.ts';
import { type Contract, type OpenRoute, type Route, routesOf, type WireObject, type WireRequest } from './contract.ts';
import { answerOtherPaths } from './other-paths.ts';
import { frameworkPath, Paths } from './paths.ts';
import { compileParams, compileQuery } from './query.ts';

export interface MountParts {
  readonly contract: Contract;
  readonly calls: Calls;
  /** Returns the crew center's current settings; called on every request. */
  readonly settings: () => CrewCenterSettings;
  readonly clock: Clock;
  readonly bodies: BodyBudget;
  /** Sends a refusal, or logs a bug and sends 500. */
  readonly refuse: (contract: Contract, error: unknown, request: FastifyRequest, reply: FastifyReply) => void;
}

const contentTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded', any: '*' } as const;
const parsers = { json: parseJson, form: parseForm, any: parseAny } as const;

const sessions = 'trackerSession';
/** `in-body`: the call needs a session, whose token may be in the body. */
type WithSession = { [sessions]: Session | 'in-body' | null };

/** Turns a contract into one encapsulated scope of a Fastify instance. */
export function mountContract(fastify: FastifyInstance, parts: MountParts): void {
  const { contract } = parts;
  void fastify.register(
    (scope, _options, done) => {
      scope.removeAllContentTypeParsers();
      scope.decorateRequest(sessions, null);
      const allowances = new BodyAllowances(parts.calls, contract.tokenField);
      const rules = { budget: parts.bodies, clock: parts.clock, allowanceOf };
      for (const format of contract.bodyFormats) readBodies(scope, contentTypes[format], rules, parsers[format]);
      const paths = new Paths();
      mountDocuments(scope, contract, paths);
      const routes = routesOf(contract);
      for (const route of routes) {
        paths.add(route.path, route.method);
        mountRoute(scope, route, { ...parts, allowances });
      }
      answerOtherPaths(scope, contract, paths);
      scope.setErrorHandler((error, request, reply) => parts.refuse(contract, error, request, reply));
      done();

      function allowanceOf(request: FastifyRequest): BodyAllowance {
        const session = (request as unknown as WithSession)[sessions];
        const { address } = originOf(request);
        const limit = request.routeOptions.bodyLimit ?? 0;
        return session === 'in-body' || session === null
          ? allowances.allow(null, limit, session === 'in-body', address)
          : allowances.allow(session, limit, false, address);
      }
    },
    { prefix: contract.base },
  );
}

interface RouteParts extends MountParts {
  readonly allowances: BodyAllowances;
}

function mountRoute(scope: FastifyInstance, route: Route, parts: RouteParts): void {
  const { limits } = parts.calls.status();
  const admit = createAdmission(route, parts);
  const answer = createAnswer(route, parts, limits.positionsPerCall);
  scope.route({
    method: route.method,
    url: frameworkPath(route.path),
    exposeHeadRoute: answersHead(parts.contract),
    bodyLimit: route.bodyLimit === 'finish' ? limits.finishBodyBytes : limits.bodyBytes,
    onRequest: (request, _reply, done) => {
      try {
        const checked = admit(request);
        if (checked === undefined) done();
        else checked.then(() => done(), done);
      } catch (error) {
        done(error as Error);
      }
    },
    handler: (request, reply) => {
      void answer(request, reply);
    },
  });
}

/** Returns every check of a route that needs no body. It notes the session, or that the token may be in the body. */
function createAdmission(route: Route, { contract, calls, settings: readSettings }: RouteParts) {
  const { readApiKey } = contract;
  return (request: FastifyRequest): Promise<void> | undefined => {
    const settings = readSettings();
    if (!settings.enabled && !route.servesWhenDisabled) throw moduleDisabled();
    if (route.access === 'open') return undefined;
    contract.checkClient(settings, request.headers);
    if (route.access === 'client') return undefined;
    if (readApiKey !== null) return noteKeySession(request, readApiKey(request.headers), calls);
    const token = headerToken(request.headers);
    const isInBody = token === null && contract.tokenField !== null;
    (request as unknown as WithSession)[sessions] = isInBody ? 'in-body' : calls.authenticate(token);
    return undefined;
  };
}

/** Notes the session of this API key. Only the first request in a while waits for the crew center. */
function noteKeySession(request: FastifyRequest, key: string | null, calls: Calls): Promise<void> | undefined {
  const session = calls.authenticateKey(key === null ? null : new Secret(key), originOf(request).address);
  const note = (found: Session): void => {
    (request as unknown as WithSession)[sessions] = found;
  };
  if (session instanceof Promise) return session.then(note);
  note(session);
  return undefined;
}

/** Returns what answers the requests of a route once their body is there. */
function createAnswer(route: Route, parts: RouteParts, maxItems: number) {
  const { contract, calls } = parts;
  const readBody = compileBody(route.body, contract, maxItems);
  const queryOf = compileQuery(route, contract);
  const paramsOf = compileParams(route);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    let isEnabled = true;
    try {
      const sent = bodyObject(request.body);
      const session = route.access === 'session' ? sessionOf(request, sent, parts) : null;
      if (session !== null) parts.allowances.note(originOf(request).address, session);
      isEnabled = parts.settings().enabled;
      const wire: WireRequest = {
        ...readBody(sent),
        sent,
        query: queryOf(request.query),
        params: paramsOf(request.params),
        address: originOf(request).address,
        holdsWorker: originOf(request).viaEdge === true,
        now: parts.clock.now(),
        isEnabled,
      };
      const { status, body } = await (session === null || route.access !== 'session'
        ? (route as OpenRoute).handle(calls, wire)
        : route.handle(calls, session, wire));
      sendJson(request, reply, status, typeof body === 'string' ? body : JSON.stringify(body));
    } catch (error) {
      // While the module is disabled no flight can be started, but open ones continue.
      const isOff = !isEnabled && isRefusal(error, 'no-open-flight');
      parts.refuse(contract, isOff ? moduleDisabled() : error, request, reply);
    } finally {
      releaseBody(request);
    }
  };
}

function sessionOf(request: FastifyRequest, sent: WireObject, { contract, calls }: RouteParts): Session {
  const session = (request as unknown as WithSession)[sessions];
  if (session !== null && session !== 'in-body') return session;
  const token = contract.tokenField === null ? null : sent[contract.tokenField];
  return calls.authenticate(typeof token === 'string' && token !== '' ? token : null);
}

/** A `HEAD` is answered as the `GET` would be, unless it counts as a preflight. */
const answersHead = ({ preflight }: Contract) => !preflight.methods.includes('HEAD');

function mountDocuments(scope: FastifyInstance, contract: Contract, paths: Paths): void {
  for (const document of contract.documents) {
    const text = document.render(contract);
    paths.add(document.path, 'GET');
    scope.get(document.path, { exposeHeadRoute: answersHead(contract) }, (request, reply) => {
      sendText(request, reply, { status: 200, contentType: document.contentType, headers: document.headers, text });
    });
  }
}

/** JSON where it begins like an object, else a form. */
function parseAny(bytes: Buffer): unknown {
  return bytes.toString('latin1', 0, 64).trimStart().startsWith('{') ? parseJson(bytes) : parseForm(bytes);
}

function moduleDisabled(): Refusal {
  return new Refusal('module-disabled', { message: 'The crew center has disabled the tracker. Ask its staff.' });
}
