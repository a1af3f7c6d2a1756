import { routeOf } from '../routes.ts';
import type { Scene } from '../scene.ts';
import { credentialsIn, type Exchange, member, readJson, type WireAnswer } from '../wire.ts';
import { perWorld } from './per-world.ts';

/** A session that a server said it opened. */
export interface Grant {
  readonly token: string;
  readonly pilotId: string;
  readonly askedAt: number;
  /** By the server's clock; null where the contract does not say it. */
  readonly expiresAt: number | null;
}

const known = perWorld<Map<string, Grant>>(() => new Map());

export const grantsOf = (world: Scene): Iterable<Grant> => known(world).values();

/** Notes what this answer opens. */
export function noteGrant(world: Scene, exchange: Exchange, { status, text }: WireAnswer): void {
  if (status !== 200) return;
  const { call } = routeOf(world.generation, exchange.request.method, exchange.request.path) ?? {};
  if (call !== 'login') return;
  const answer = readJson(text);
  const token = member(answer, 'token') ?? member(answer, 'session');
  if (typeof token !== 'string' || known(world).has(token)) return;
  const expiresAt = Date.parse(String(member(answer, 'expires_at')));
  const pilotId = world.pilotIdOf(exchange.client);
  const lasts = Number.isNaN(expiresAt) ? null : expiresAt;
  known(world).set(token, { token, pilotId, askedAt: exchange.sentAt, expiresAt: lasts });
}

/** The session with which this request was made; null for none that is known. */
export function grantIn(world: Scene, { request }: Exchange): Grant | null {
  for (const text of Object.values(credentialsIn(request))) {
    const found = known(world).get(text.replace(/^Bearer /i, ''));
    if (found !== undefined) return found;
  }
  return null;
}

/** Whether the request was done for the session that it named. */
export function isServed(world: Scene, { request: { method, path } }: Exchange, { status }: WireAnswer): boolean {
  const route = routeOf(world.generation, method, path);
  return status >= 200 && status < 300 && route?.access === 'session' && route.call !== 'logout';
}
