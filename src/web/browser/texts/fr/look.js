/** How the map looks. */
export const look = {
  'look.title': 'Affichage de la carte',
  'look.color': 'Couleur des avions',
  'look.altitude': 'Altitude',
  'look.phase': 'Phase',
  'look.airline': 'Compagnie',
  'look.ground': 'au sol',
  'look.climb': 'montée',
  'look.cruise': 'croisière',
  'look.descent': 'descente',
  'look.silent': 'sans nouvelles',
  'look.night': 'Jour et nuit',
  'look.airports': 'Aéroports',
  'look.source': 'Carte',
  'look.included': 'Carte incluse',
  'look.dot': 'Un parmi plusieurs très proches',
};
