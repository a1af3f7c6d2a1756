/** The benches that have a short round: each is run by `npm run verify`, so that one that cannot run is noticed. */
export const shortRounds: readonly string[] = [
  'positions',
  'positions --contract smartcars3',
  'positions --contract phpvms7-core',
  'positions --contract legacy',
  'core-clients',
  'journal',
  'eta',
  'map',
  'rules',
  'strangers',
];
