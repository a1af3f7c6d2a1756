/** The replay of all flights, in German. */
export const replay = {
  'replay.link': 'Die letzten 24 Stunden abspielen',
  'replay.title': 'Die letzten 24 Stunden',
  'replay.region': 'Karte der Wiedergabe',
  'replay.time': 'Tageszeit',
  'replay.speed': 'Tempo',
  'replay.histogram': 'Flüge in der Luft über den Tag, höchstens {count} zugleich ({time})',
  'replay.failed': 'Die Flüge konnten nicht geladen werden. Laden Sie die Seite neu.',
  'replay.reading': 'Die Flüge des Tages werden gelesen: {percent} %',
  'replay.empty': 'In den letzten 24 Stunden ist niemand geflogen.',
};
