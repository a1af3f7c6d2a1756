/** The replay of all flights, in French. */
export const replay = {
  'replay.link': 'Revoir les dernières 24 heures',
  'replay.title': 'Les dernières 24 heures',
  'replay.region': 'Carte du différé',
  'replay.time': 'Heure de la journée',
  'replay.speed': 'Vitesse',
  'replay.histogram': 'Vols en l’air au fil de la journée, {count} à la fois au plus ({time})',
  'replay.failed': 'Les vols n’ont pas pu être chargés. Rechargez la page.',
  'replay.reading': 'Lecture des vols de la journée : {percent} %',
  'replay.empty': 'Personne n’a volé ces dernières 24 heures.',
};
