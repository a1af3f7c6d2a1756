import type { Door } from './doors.ts';

/** Doors behind which a request costs tens of milliseconds: lists of every airport, and password checks at full cost. */
const costly = /airports|sign-in|welcome/;

/** How often a door is knocked at while a costly one is once: most where programs and pilots knock all day. */
const shares = { contract: 12, page: 4, costly: 1 } as const;

/**
 * Doors in the order in which they have their turns, again and again: first each of them once, then those that are
 * cheap and hot more often, so that the time of a run goes to requests and not to a few routes.
 */
export function turnsOf(doors: readonly Door[]): readonly Door[] {
  const rounds = Array.from({ length: shares.contract }, (_, round) => doors.filter((door) => shareOf(door) > round));
  return rounds.flat();
}

function shareOf({ url, caller }: Door): number {
  if (costly.test(url)) return shares.costly;
  return caller === 'operator' || caller === 'pilot' ? shares.page : shares.contract;
}
