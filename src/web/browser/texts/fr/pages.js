/** The frame of every public page, and the choice of language and units, in French. */
export const pages = {
  'page.skip': 'Aller au contenu',
  'page.pages': 'Pages',
  'page.map': 'Carte en direct',
  'page.operator': 'Opérateur',
  'page.my': 'Pilotes',
  'page.sign-out': 'Se déconnecter',
  'view.title': 'Langue et unités',
  'view.language': 'Langue',
  'view.altitude': 'Altitude',
  'view.speed': 'Vitesse',
  'view.distance': 'Distance',
  'view.weight': 'Masse',
  'view.time': 'Heure',
  'view.utc': 'UTC',
  'view.local': 'Heure locale',
  'view.apply': 'Appliquer',
};
