/** The frame of every public page, and the choice of language and units, in German. */
export const pages = {
  'page.skip': 'Zum Inhalt springen',
  'page.pages': 'Seiten',
  'page.map': 'Live-Karte',
  'page.operator': 'Betreiber',
  'page.my': 'Für Piloten',
  'page.sign-out': 'Abmelden',
  'view.title': 'Sprache und Einheiten',
  'view.language': 'Sprache',
  'view.altitude': 'Höhe',
  'view.speed': 'Geschwindigkeit',
  'view.distance': 'Entfernung',
  'view.weight': 'Gewicht',
  'view.time': 'Zeit',
  'view.utc': 'UTC',
  'view.local': 'Ortszeit',
  'view.apply': 'Übernehmen',
};
