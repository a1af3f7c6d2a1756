/** The first page of an airline, and the map without flights; only the server writes these texts. */
export const home = {
  'home.title': 'Home',
  'home.pilots': { one: '{count} pilot', other: '{count} pilots' },
  'home.flights': { one: '{count} flight', other: '{count} flights' },
  'home.hours': { one: '{count} hour in the air', other: '{count} hours in the air' },
  'home.website': 'Website',
  'home.aloft': { one: '{count} flight under way', other: '{count} flights under way' },
  'home.no-landings': 'Nobody has landed lately.',
  'home.news': 'News',
  'quiet.lines': 'The faint lines are the latest flights.',
  'quiet.play': 'Play them',
  'quiet.departures': 'Next departures',
};
