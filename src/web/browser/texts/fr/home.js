/** The first page of an airline, and the map without flights, in French. */
export const home = {
  'home.title': 'Accueil',
  'home.pilots': { one: '{count} pilote', other: '{count} pilotes' },
  'home.flights': { one: '{count} vol', other: '{count} vols' },
  'home.hours': { one: '{count} heure en l’air', other: '{count} heures en l’air' },
  'home.website': 'Site web',
  'home.aloft': { one: '{count} vol en cours', other: '{count} vols en cours' },
  'home.no-landings': 'Personne n’a atterri récemment.',
  'home.news': 'Actualités',
  'quiet.lines': 'Les lignes fines sont les derniers vols.',
  'quiet.play': 'Les revoir',
  'quiet.departures': 'Prochains départs',
};
