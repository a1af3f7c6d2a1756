import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BodyBudget } from '../http/body-budget.ts';
import type { BodyAllowance } from '../http/collect-body.ts';
import type { DirectRoutes } from '../http/direct/direct-routes.ts';
import type { Elsewhere } from '../http/elsewhere.ts';
import { type HttpReply, type HttpRequest, originOf } from '../http/exchange.ts';
import type { Clock } from '../lib/clock.ts';
import { Secret } from '../lib/secret.ts';
import type { Calls, Session, Status } from '../tracking/calls.ts';
import { Refusal } from '../tracking/refusals.ts';
import { headerToken } from './access.ts';
import type { BodyAllowances } from './body-allowance.ts';
import type { Contract, Route, WireObject } from './contract.ts';
import type { SentOn } from './sent-on.ts';

export interface MountParts {
  readonly contract: Contract;
  /** All that this server has. */
  readonly contracts: readonly Contract[];
  readonly calls: Calls;
  /** Returns the crew center's current settings; called on every request. */
  readonly settings: () => Status['settings'];
  readonly clock: Clock;
  readonly bodies: BodyBudget;
  /** Takes the routes that report, which are answered without the framework where possible. */
  readonly direct: DirectRoutes;
  /** Which requests other servers answer; null for a server that is alone. */
  readonly elsewhere: Elsewhere | null;
  /** Sends a refusal, or logs a bug and sends 500. */
  readonly refuse: (contract: Contract, error: unknown, request: HttpRequest, reply: HttpReply) => void;
}

/** `in-body`: the call needs a session, whose token may be in the body. */
type NotedSession = Session | 'in-body' | null;

declare module '../http/exchange.ts' {
  interface HttpRequest {
    trackerSession: NotedSession;
  }
}
declare module 'fastify' {
  interface FastifyRequest {
    trackerSession: NotedSession;
  }
}

/** What one contract's routes share. */
export interface RouteParts extends MountParts {
  readonly allowances: BodyAllowances;
  readonly sentOn: SentOn | null;
}

/** Adds the property for the session to every request of this scope. */
export function decorateSession(scope: FastifyInstance): void {
  scope.decorateRequest('trackerSession', null);
}

/** Returns how large the body of this request may be. */
export function allowanceOf(request: FastifyRequest, { allowances, sentOn }: RouteParts): BodyAllowance {
  const session = request.trackerSession;
  const { address } = originOf(request);
  const limit = request.routeOptions.bodyLimit ?? 0;
  if (sentOn?.has(request)) return { maxBytes: limit, isKnown: false, growth: null };
  return session === 'in-body' || session === null
    ? allowances.allow(null, limit, session === 'in-body', address)
    : allowances.allow(session, limit, false, address);
}

type Admit<Request> = (request: Request) => Promise<void> | undefined;
type AnswerRequest<Request, Reply> = (request: Request, reply: Reply) => Promise<void> | undefined;

/** In a cluster, a request of another server's pilot is checked there. */
export function admitAnywhere(
  { access }: Route,
  { sentOn }: RouteParts,
  admit: Admit<HttpRequest>,
): Admit<FastifyRequest> {
  if (sentOn === null || access !== 'session') return admit;
  return (request) => {
    const isElsewhere = sentOn.note(request);
    if (isElsewhere instanceof Promise) return isElsewhere.then((found) => (found ? undefined : admit(request)));
    return isElsewhere ? undefined : admit(request);
  };
}

/** In a cluster, a request of another server's pilot is answered there. */
export function answerAnywhere(
  { access }: Route,
  parts: RouteParts,
  answer: AnswerRequest<HttpRequest, HttpReply>,
): AnswerRequest<FastifyRequest, FastifyReply> {
  const { sentOn, contract, refuse } = parts;
  if (sentOn === null || access !== 'session') return answer;
  return async (request, reply) => {
    try {
      const isTokenInBody = request.trackerSession === 'in-body';
      if (await sentOn.answer(request, reply, isTokenInBody)) return;
    } catch (error) {
      return refuse(contract, error, request, reply);
    }
    return answer(request, reply);
  };
}

/** Returns every check of a route that needs no body. It notes the session, or that the token may be in the body. */
export function createAdmission(route: Route, { contract, calls, settings: readSettings }: RouteParts) {
  const { readApiKey } = contract;
  return (request: HttpRequest): Promise<void> | undefined => {
    const settings = readSettings();
    if (!settings.enabled && !route.servesWhenDisabled) throw moduleDisabled();
    if (route.access === 'open') return undefined;
    contract.checkClient(settings, request.headers);
    if (route.access === 'client') return undefined;
    if (readApiKey !== null) return noteKeySession(request, readApiKey(request.headers), calls);
    const token = headerToken(request.headers);
    const isInBody = token === null && contract.tokenField !== null;
    request.trackerSession = isInBody ? 'in-body' : calls.authenticate(token);
    return undefined;
  };
}

/** Notes the session of this API key. Only the first request in a while waits for the crew center. */
function noteKeySession(request: HttpRequest, key: string | null, calls: Calls): Promise<void> | undefined {
  const session = calls.authenticateKey(key === null ? null : new Secret(key), originOf(request).address);
  const note = (found: Session): void => {
    request.trackerSession = found;
  };
  if (session instanceof Promise) return session.then(note);
  note(session);
  return undefined;
}

/** Returns the session of a request whose body is there. */
export function sessionOf(request: HttpRequest, sent: WireObject, { contract, calls }: RouteParts): Session {
  const session = request.trackerSession;
  if (session !== null && session !== 'in-body') return session;
  const token = contract.tokenField === null ? null : sent[contract.tokenField];
  return calls.authenticate(typeof token === 'string' && token !== '' ? token : null);
}

export function moduleDisabled(): Refusal {
  return new Refusal('module-disabled', { message: 'The crew center has disabled the tracker. Ask its staff.' });
}
