import type { Invariant } from '../invariants/invariant.ts';
import { routeOf } from '../routes.ts';
import type { Scene } from '../scene.ts';
import { type Exchange, member, readJson, type WireAnswer } from '../wire.ts';
import { type Grant, grantIn, grantsOf, isServed, noteGrant } from './grants.ts';
import { perWorld } from './per-world.ts';
import { noteStart, noteTrouble, startedAt, troubleEndedAt } from './trouble.ts';
import type { Visit, Visitor } from './visitor.ts';

/** What was changed at the crew center, by pilot, and when. */
interface Changed {
  readonly passwords: Map<string, number>;
  /** Keys that are revoked. */
  readonly keys: Map<string, number>;
}

/** When sessions were signed out, by token. */
const signedOut = perWorld<Map<string, number>>(() => new Map());

/** Tokens with which somebody asked to be signed out, answered or not. */
export const leaving = perWorld<Set<string>>(() => new Set());

const changed = perWorld<Changed>(() => ({ passwords: new Map(), keys: new Map() }));

/** When the pilot last changed the password; null for never. */
export const passwordChangedAt = (world: Scene, pilotId: string): number | null =>
  changed(world).passwords.get(pilotId) ?? null;

/** A clock may be set wrong by so much. */
const skewMs = 12_000;
/** All who are signed in are looked up within this time, and again within it when that failed. */
const lapMs = 32_000;
/** How long a key is believed, and when it is asked for again after a failure. */
const freshMs = 60_000;
const againMs = 10_000;

export const credentialsEnd: Invariant = {
  name: 'credentials-end',
  sentence:
    'A session ends with its last millisecond, and soon after its password; a revoked key is believed for a minute.',
  onStart(world) {
    noteStart(world);
    return null;
  },
  afterStep(world) {
    noteTrouble(world);
    return null;
  },
  onAnswer(world, exchange, answer) {
    noteGrant(world, exchange, answer);
    const grant = grantIn(world, exchange);
    const { call } = routeOf(world.generation, exchange.request.method, exchange.request.path) ?? {};
    if (grant !== null && call === 'logout' && answer.status === 200) signedOut(world).set(grant.token, world.time.now);
    return grant === null ? keyProblem(world, exchange, answer) : sessionProblem(world, exchange, answer, grant);
  },
};

function sessionProblem(
  world: Scene,
  exchange: Exchange,
  answer: WireAnswer,
  { token, pilotId, askedAt, expiresAt }: Grant,
): string | null {
  const { sentAt, arrivedAt, request } = exchange;
  const isDone = isServed(world, exchange, answer);
  if (isDone && sentAt > (signedOut(world).get(token) ?? Number.POSITIVE_INFINITY))
    return `pilot ${pilotId} had signed out, and ${request.path} was answered with that session`;
  if (arrivedAt !== undefined && expiresAt !== null) {
    const isExpired = answer.status === 401 && codeOf(answer) === 'session-expired';
    if (isDone && arrivedAt >= expiresAt)
      return `a session of pilot ${pilotId} was to last until ${expiresAt}, and ${request.path} was answered at ${arrivedAt}`;
    if (isExpired && arrivedAt < expiresAt)
      return `a session of pilot ${pilotId} was to last until ${expiresAt}, and had expired at ${arrivedAt}`;
    if (isExpired) world.counters.count('sessions seen to end');
  }
  const changedAt = changed(world).passwords.get(pilotId) ?? Number.POSITIVE_INFINITY;
  if (askedAt >= changedAt) return null;
  const latest = Math.max(Math.max(changedAt, startedAt(world)) + lapMs, troubleEndedAt(world) + 2 * lapMs) + skewMs;
  if (sentAt <= latest) return null;
  world.counters.count('sessions of former passwords tried');
  return isDone ? `the password of pilot ${pilotId} has changed, and a session from before goes on` : null;
}

function keyProblem(world: Scene, exchange: Exchange, answer: WireAnswer): string | null {
  const key = keyIn(exchange);
  const revokedAt = changed(world).keys.get(key ?? '');
  if (revokedAt === undefined) return null;
  if (exchange.sentAt <= Math.max(revokedAt + freshMs, troubleEndedAt(world) + againMs) + skewMs) return null;
  world.counters.count('revoked keys tried');
  return isServed(world, exchange, answer)
    ? `${key} was revoked ${Math.round(exchange.sentAt - revokedAt)} ms ago, and ${exchange.request.path} was answered with it`
    : null;
}

function keyIn({ request: { headers } }: Exchange): string | null {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === 'x-api-key')?.[1] ?? null;
}

function codeOf({ text }: WireAnswer): unknown {
  const error = member(readJson(text), 'error');
  return typeof error === 'string' ? error : member(error, 'code');
}

const whoAmI = {
  7: { method: 'GET', path: '/api/tracker/flight' },
  5: { method: 'POST', path: '/acars/get_bid.php', body: {} },
} as const;

/** Changes the password, and tries the sessions from before when nobody else does any more. */
export const changesPassword: Visit = {
  name: 'changes the password',
  generations: [7, 5],
  async run(visitor) {
    const { world, draws, pilot } = visitor;
    const { id } = pilot.account;
    if (changed(world).passwords.has(id)) return;
    const former = [...grantsOf(world)].filter((grant) => grant.pilotId === id);
    changed(world).passwords.set(id, world.time.now);
    const host = world.models.crew.host.pilots.get(id);
    if (host === undefined) return;
    world.note(`pilot ${id} changes the password`);
    host.password = `password ${draws.text(6)} of ${id}`;
    typeIn(visitor, { password: host.password });
    for (const ms of [lapMs + skewMs, 20_000, 60_000]) {
      await visitor.sleep(ms + draws.wait(500));
      for (const { token } of former.slice(-3))
        await visitor.ask(whoAmI[world.generation], { 'X-Tracker-Token': token });
    }
  },
};

/** Revokes the key after it was used, and tries it again when it is not believed any more. */
export const revokesKey: Visit = {
  name: 'revokes the key',
  generations: [7],
  async run(visitor) {
    const { world, draws, pilot } = visitor;
    const former = visitor.key();
    const host = world.models.crew.host.pilots.get(pilot.account.id);
    const user = { method: 'GET', path: '/api/user/bids' } as const;
    await visitor.ask(user, former);
    if (host === undefined || changed(world).keys.has(pilot.account.apiKey)) return;
    world.note(`pilot ${pilot.account.id} revokes the key`);
    changed(world).keys.set(pilot.account.apiKey, world.time.now);
    host.apiKey = `key-${draws.text(12)}-of-${pilot.account.id}`;
    typeIn(visitor, { apiKey: host.apiKey });
    for (const ms of [freshMs + skewMs, 20_000, 30_000]) {
      await visitor.sleep(ms + draws.wait(500));
      await visitor.ask(user, former);
    }
  },
};

/** Tries a session in its last and in its first millisecond after it. */
export const outlivesSession: Visit = {
  name: 'outlives the session',
  generations: [7, 5],
  async run({ world, draws, pilot }) {
    const serverTime = world.server?.tracking?.calls.status().serverTime;
    if (serverTime === undefined) return;
    const ending = [...grantsOf(world)].filter(
      ({ pilotId, expiresAt }) => pilotId === pilot.account.id && expiresAt !== null && expiresAt > serverTime,
    );
    for (const { token, expiresAt } of ending.slice(-3))
      for (const offset of [-1, -1, 0, 0, 0, 1]) {
        const { method, path } = whoAmI[world.generation];
        const body = world.generation === 5 ? '{}' : null;
        const headers = { 'X-Tracker-Token': token, ...(body === null ? {} : { 'content-type': 'application/json' }) };
        const request = { method, path, headers, body, address: '192.0.2.7' };
        world.life.after(
          (expiresAt ?? 0) - serverTime + offset,
          () => {
            if (!world.isCalm)
              world.network.arriveNow({ number: 0, client: pilot.name, request, sentAt: world.time.now, sent: {} });
          },
          'visitor',
        );
      }
    await draws.pick([Promise.resolve()]);
  },
};

/** Whoever flies with this account types it into the client. */
function typeIn(
  { world, draws, pilot }: Visitor,
  typed: { readonly password?: string; readonly apiKey?: string },
): void {
  for (const each of world.pilots.filter(({ account }) => account.id === pilot.account.id)) {
    Object.assign(each.account, typed);
    if (!each.isRunning || each.isDone) continue;
    each.crash(true);
    world.life.after(draws.wait(3_000), () => each.boot(), 'client boots');
  }
}
