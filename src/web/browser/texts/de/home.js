/** The first page of an airline, and the map without flights, in German. */
export const home = {
  'home.title': 'Startseite',
  'home.pilots': { one: '{count} Pilot', other: '{count} Piloten' },
  'home.flights': { one: '{count} Flug', other: '{count} Flüge' },
  'home.hours': { one: '{count} Stunde in der Luft', other: '{count} Stunden in der Luft' },
  'home.website': 'Website',
  'home.aloft': { one: '{count} Flug unterwegs', other: '{count} Flüge unterwegs' },
  'home.no-landings': 'In letzter Zeit ist niemand gelandet.',
  'home.news': 'Neuigkeiten',
  'quiet.lines': 'Die feinen Linien sind die letzten Flüge.',
  'quiet.play': 'Abspielen',
  'quiet.departures': 'Nächste Abflüge',
};
