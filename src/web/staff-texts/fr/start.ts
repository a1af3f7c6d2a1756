/** The start page of the staff, in French. */
export const start = {
  'waits.review': { one: 'PIREP attend une décision', other: 'PIREP attendent une décision' },
  'waits.outbox': {
    one: 'vol est bloqué en route vers le centre d’équipage',
    other: 'vols sont bloqués en route vers le centre d’équipage',
  },
  'waits.erasure': { one: 'pilote demande à être effacé', other: 'pilotes demandent à être effacés' },
  'waits.under-way': { one: 'vol est en cours', other: 'vols sont en cours' },
  'waits.ended': { one: 'vol est terminé', other: 'vols sont terminés' },
  'waits.applications': { one: 'candidat veut devenir pilote', other: 'candidats veulent devenir pilotes' },
  'waits.unknown': 'N’a pas pu être compté : {problem}',
  'start.database-away': 'La base de données du journal ne répond pas.',
  'start.newer': 'La version {version} du {released} est disponible ; celle-ci est la {current}. {data}',
  'start.newer-unknown': 'On ne sait pas s’il existe une version plus récente : {problem}',
  'start.alerts': 'Alertes',
  'start.no-alerts': 'Tout va bien pour ce serveur et ce qu’il joint.',
  'start.since': 'Depuis votre dernière visite ({time})',
  'start.done-last': 'Ce qui a été fait en dernier',
  'start.no-audit': 'Le journal n’a pas pu être lu : {problem}',
  'start.nothing-done': 'Personne d’autre n’a rien fait qui figure au journal.',
};
