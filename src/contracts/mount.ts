import type { FastifyInstance } from 'fastify';
import { type BodyRules, readBodies, releaseBody } from '../http/body.ts';
import { type HttpReply, type HttpRequest, originOf } from '../http/exchange.ts';
import { parseForm } from '../http/form.ts';
import { parseJson } from '../http/json.ts';
import { KeptText } from '../http/kept-text.ts';
import { sendJson } from '../http/reply.ts';
import { isRefusal } from '../tracking/refusals.ts';
import {
  admitAnywhere,
  allowanceOf,
  answerAnywhere,
  createAdmission,
  decorateSession,
  type MountParts,
  moduleDisabled,
  type RouteParts,
  sessionOf,
} from './admission.ts';
import { bodyObject, compileBody } from './body.ts';
import { BodyAllowances } from './body-allowance.ts';
import { type Contract, type OpenRoute, type Route, routesOf, type WireAnswer, type WireRequest } from './contract.ts';
import { answerOtherPaths } from './other-paths.ts';
import { frameworkPath, Paths } from './paths.ts';
import { compileParams, compileQuery } from './query.ts';
import { SentOn } from './sent-on.ts';

const contentTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded', any: '*' } as const;
const parsers = { json: parseJson, form: parseForm, any: parseAny } as const;

/** Turns a contract into one encapsulated scope of a Fastify instance. */
export function mountContract(fastify: FastifyInstance, parts: MountParts): void {
  const { contract } = parts;
  void fastify.register(
    (scope, _options, done) => {
      scope.removeAllContentTypeParsers();
      decorateSession(scope);
      const sentOn = parts.elsewhere === null ? null : new SentOn(contract, parts.elsewhere);
      const mayBeElsewhere = sentOn && ((token: string) => sentOn.mayBeElsewhere(token));
      const allowances = new BodyAllowances(parts.calls, contract.tokenField, mayBeElsewhere);
      const routeParts = { ...parts, allowances, sentOn };
      const rules: BodyRules = {
        budget: parts.bodies,
        clock: parts.clock,
        allowanceOf: (request) => allowanceOf(request, routeParts),
        onBytes: sentOn && ((request, bytes) => sentOn.keepBody(request, bytes)),
      };
      for (const format of contract.bodyFormats) readBodies(scope, contentTypes[format], rules, parsers[format]);
      const paths = new Paths();
      mountDocuments(scope, parts, paths);
      const routes = routesOf(contract);
      for (const route of routes) {
        paths.add(route.path, route.method);
        mountRoute(scope, route, routeParts);
      }
      answerOtherPaths(scope, contract, paths);
      scope.setErrorHandler((error, request, reply) => parts.refuse(contract, error, request, reply));
      done();
    },
    { prefix: contract.base },
  );
}

function mountRoute(scope: FastifyInstance, route: Route, parts: RouteParts): void {
  const { limits } = parts.calls.status();
  const admitHere = createAdmission(route, parts);
  const answerHere = createAnswer(route, parts, limits.positionsPerCall);
  const admit = admitAnywhere(route, parts, admitHere);
  const answer = answerAnywhere(route, parts, answerHere);
  const { contract, direct, sentOn } = parts;
  const { method } = route;
  const bodyLimit = route.bodyLimit === 'finish' ? limits.finishBodyBytes : limits.bodyBytes;
  const path = contract.base + route.path;
  if (contract.routes.report.includes(route)) {
    const holderOf = (headers: HttpRequest['headers']) => (sentOn === null ? 'here' : sentOn.holderOf(headers));
    const here = { holderOf, admit: admitHere, answer: answerHere, refuse: parts.refuse.bind(null, contract) };
    direct.add({ method, path, bodyLimit, ...here });
  }
  scope.route({
    method,
    url: frameworkPath(route.path),
    exposeHeadRoute: answersHead(contract),
    bodyLimit,
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

/**
 * Returns what answers the requests of a route once their body is there. Not an async function, and no function on the way
 * of a position to its commit is one: hundreds of requests wait for a commit, and what each of them keeps meanwhile is
 * copied by the garbage collector again and again.
 */
function createAnswer(route: Route, parts: RouteParts, maxItems: number) {
  const handle = createHandling(route, parts, maxItems);
  return (request: HttpRequest, reply: HttpReply): Promise<void> | undefined => {
    const isEnabled = parts.settings().enabled;
    const refuse = (error: unknown) => {
      // While the module is disabled no flight can be started, but open ones continue.
      const isOff = !isEnabled && isRefusal(error, 'no-open-flight');
      parts.refuse(parts.contract, isOff ? moduleDisabled() : error, request, reply);
      releaseBody(request);
    };
    const send = ({ status, body }: WireAnswer) => {
      try {
        sendJson(request, reply, status, typeof body === 'string' ? body : JSON.stringify(body));
        releaseBody(request);
      } catch (error) {
        refuse(error);
      }
    };
    try {
      const answer = handle(request, isEnabled);
      if (answer instanceof Promise) return answer.then(send, refuse);
      send(answer);
    } catch (error) {
      refuse(error);
    }
    return undefined;
  };
}

/** Returns what decodes a request of this route, makes its call and encodes the answer. */
function createHandling(route: Route, parts: RouteParts, maxItems: number) {
  const { contract, calls } = parts;
  const readBody = compileBody(route.body, contract, maxItems);
  const queryOf = compileQuery(route, contract);
  const paramsOf = compileParams(route);
  return (request: HttpRequest, isEnabled: boolean): Promise<WireAnswer> | WireAnswer => {
    const sent = bodyObject(request.body);
    const session = route.access === 'session' ? sessionOf(request, sent, parts) : null;
    const { address, viaEdge } = originOf(request);
    const userAgent = request.headers['user-agent'] ?? '';
    if (session !== null) {
      parts.allowances.note(address, session);
      calls.noteSource(session, { program: userAgent, address });
    }
    const { body, items, refused, places } = readBody(sent);
    const wire: WireRequest = {
      body,
      sent,
      items,
      refused,
      places,
      query: queryOf(request.query),
      params: paramsOf(request.params),
      address,
      userAgent,
      holdsWorker: viaEdge === true,
      now: parts.clock.now(),
      isEnabled,
    };
    return session === null || route.access !== 'session'
      ? (route as OpenRoute).handle(calls, wire)
      : route.handle(calls, session, wire);
  };
}

/** A `HEAD` is answered as the `GET` would be, unless it counts as a preflight. */
const answersHead = ({ preflight }: Contract) => !preflight.methods.includes('HEAD');

function mountDocuments(scope: FastifyInstance, { contract, contracts }: MountParts, paths: Paths): void {
  for (const document of contract.documents) {
    let rendered: KeptText | null = null;
    paths.add(document.path, 'GET');
    scope.get(document.path, { exposeHeadRoute: answersHead(contract) }, async (request, reply) => {
      const { contentType, headers } = document;
      rendered ??= new KeptText(document.render(contract, contracts));
      await rendered.send(request, reply, contentType, headers);
      return reply;
    });
  }
}

/** JSON where it begins like an object, else a form. */
function parseAny(bytes: Buffer): unknown {
  return bytes.toString('latin1', 0, 64).trimStart().startsWith('{') ? parseJson(bytes) : parseForm(bytes);
}
