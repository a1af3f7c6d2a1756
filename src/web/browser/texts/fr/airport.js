/** The page of an airport, in French. */
export const airport = {
  'airport.on-map': 'Afficher sur la carte',
  'airport.next': 'Prochaine arrivée :',
  'airport.in': 'dans {time}',
  'airport.arrivals': 'Arrivées',
  'airport.no-arrivals': 'Aucun vol n’est en route vers ici.',
  'airport.departures': 'Départs',
  'airport.no-departures': 'Aucun vol ne part d’ici.',
  'airport.from': 'De',
  'airport.to': 'Vers',
  'airport.late': 'Retard',
  'airport.landed-at': 'atterri à {time}',
  'weather.title': 'Météo',
};
