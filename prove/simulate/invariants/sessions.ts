import { leaving, passwordChangedAt } from '../readers/credentials.ts';
import { isServed } from '../readers/grants.ts';
import type { Scene } from '../scene.ts';
import { credentialsIn, type Exchange, member, readJson, type WireAnswer } from '../wire.ts';
import type { Invariant } from './invariant.ts';

/** What is known of the sessions of a world: when each token was given, and when those of a pilot were ended. */
interface Known {
  readonly tokens: Map<string, { readonly pilotId: string; readonly askedAt: number; readonly at: number }>;
  readonly perPilot: Map<string, number>;
}

const known = new WeakMap<Scene, Known>();

/** Fewer than a pilot may have at once. */
const fewTokens = 5;
/** Shorter than any session lasts. */
const lastingMs = 3_600_000;

export const sessionsLast: Invariant = {
  name: 'sessions-last',
  sentence: 'A session lasts as long as it was said, and not longer than it was ended.',
  onAnswer(world, exchange, answer) {
    const { tokens, perPilot } = knownOf(world);
    const pilotId = world.pilotIdOf(exchange.client);
    const given = member(readJson(answer.text), 'token');
    if (answer.status === 200 && typeof given === 'string' && !tokens.has(given)) {
      tokens.set(given, { pilotId, askedAt: exchange.sentAt, at: world.time.now });
      perPilot.set(pilotId, (perPilot.get(pilotId) ?? 0) + 1);
    }
    return problemOf(world, exchange, answer);
  },
};

function problemOf(world: Scene, exchange: Exchange, answer: WireAnswer): string | null {
  const { request, sentAt } = exchange;
  const { status, text } = answer;
  const { tokens, perPilot } = knownOf(world);
  const credentials = Object.values(credentialsIn(request)).map((text) => text.replace(/^Bearer /i, ''));
  const session = credentials.flatMap((token) => tokens.get(token) ?? [])[0];
  if (session === undefined || credentials.some((token) => leaving(world).has(token))) return null;
  const end = world.sessionsEnd.get(session.pilotId);
  // It may have been ended between its opening and its answer.
  const hasNewPassword = session.askedAt <= (passwordChangedAt(world, session.pilotId) ?? Number.NEGATIVE_INFINITY);
  const mayBeEnded = hasNewPassword || (end !== undefined && session.askedAt <= end.doneAt);
  const isEnded = end !== undefined && session.at < end.calledAt && sentAt > end.doneAt;
  if (isEnded && isServed(world, exchange, answer))
    return `a session of pilot ${session.pilotId} was ended, and ${request.path} was answered 200 with it`;
  const isYoung = world.time.now - session.at < lastingMs && (perPilot.get(session.pilotId) ?? 0) <= fewTokens;
  const isUnknown = status === 401 && text.includes('no-session');
  return isUnknown && isYoung && !mayBeEnded ? `a session of pilot ${session.pilotId} is not known any more` : null;
}

function knownOf(world: Scene): Known {
  const there = known.get(world) ?? { tokens: new Map(), perPilot: new Map() };
  known.set(world, there);
  return there;
}
