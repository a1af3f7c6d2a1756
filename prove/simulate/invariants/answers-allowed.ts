import { routeOf } from '../routes.ts';
import { member, readJson } from '../wire.ts';
import type { Invariant } from './invariant.ts';

export const answersAllowed: Invariant = {
  name: 'answers-allowed',
  sentence: 'Every answer is one that the contract and the table of states allow.',
  onAnswer(world, exchange, { status, text }, promised) {
    const { method, path } = exchange.request;
    // To a crew center that answers with nonsense there is no better answer.
    if (status === 500 && world.models.crew.wasUnreadableAfter(exchange.sentAt)) {
      world.counters.count('excused: 500 after an unreadable answer');
      return null;
    }
    if (status >= 500 && status !== 503 && status !== 501) return `${method} ${path} was answered ${status}: ${text}`;
    const route = routeOf(world.plan.generation, method, path);
    if (route === null) return status === 404 ? null : `${method} ${path} is no call, and was answered ${status}`;
    if (!route.statuses.has(status)) return `${method} ${path} was answered ${status}, which it may not: ${text}`;
    const code = member(member(readJson(text), 'error'), 'code');
    if (typeof code === 'string' && !/^\d+$/.test(code) && !route.codes.has(code)) {
      return `${method} ${path} was refused with ${code}, which it may not`;
    }
    if (promised?.kind !== 'positions' || promised.stored === 0 || promised.flightId === null) return null;
    const endedAt = world.endedAt(promised.flightId);
    return endedAt !== null && exchange.sentAt > endedAt
      ? `a position was stored for flight ${promised.flightId}, whose end was confirmed before`
      : null;
  },
};
