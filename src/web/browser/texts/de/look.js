/** How the map looks. */
export const look = {
  'look.title': 'Kartenansicht',
  'look.color': 'Farbe der Flugzeuge',
  'look.altitude': 'Höhe',
  'look.phase': 'Phase',
  'look.airline': 'Fluggesellschaft',
  'look.ground': 'am Boden',
  'look.climb': 'Steigflug',
  'look.cruise': 'Reiseflug',
  'look.descent': 'Sinkflug',
  'look.silent': 'keine Meldung',
  'look.night': 'Tag und Nacht',
  'look.airports': 'Flughäfen',
  'look.source': 'Karte',
  'look.included': 'Eingebaute Karte',
  'look.dot': 'Eines von mehreren dicht beieinander',
};
