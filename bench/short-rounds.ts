/**
 * The benches that have a short round, each with the programs of others that it needs (`partNames`): `npm run verify` runs them all, so that
 * one that cannot run is noticed. `phpvms7` has none: it needs somebody's site.
 */
export const shortRounds: Readonly<Record<string, readonly string[]>> = {
  positions: [],
  'positions --contract smartcars3': [],
  'positions --contract phpvms7-core': [],
  'positions --contract legacy': [],
  'core-clients': [],
  deliver: ['mariadb'],
  eta: [],
  fleet: [],
  hosting: ['mariadb', 'php', 'web-server'],
  journal: [],
  'journal --on mysql': ['mariadb', 'galera'],
  legacy: ['mariadb', 'php', 'web-server'],
  map: [],
  'map-page': ['chromium'],
  modules: [],
  pages: ['chromium'],
  peers: ['mariadb', 'php', 'web-server', 'redis', 'mosquitto'],
  rules: [],
  strangers: [],
  webhooks: [],
};

/** Their names, and those of the benches that cannot run without a part that is left out. */
export function shortRoundsWithout(without: ReadonlySet<string>): {
  readonly names: readonly string[];
  readonly leftOut: readonly string[];
} {
  const all = Object.entries(shortRounds);
  const needsOne = ([, parts]: (typeof all)[number]) => parts.some((part) => without.has(part));
  const namesOf = (entries: typeof all) => entries.map(([name]) => name);
  return { names: namesOf(all.filter((each) => !needsOne(each))), leftOut: namesOf(all.filter(needsOne)) };
}
