/** The page of an airport, in German. */
export const airport = {
  'airport.on-map': 'Auf der Karte zeigen',
  'airport.next': 'Nächste Ankunft:',
  'airport.in': 'in {time}',
  'airport.arrivals': 'Ankünfte',
  'airport.no-arrivals': 'Kein Flug ist hierher unterwegs.',
  'airport.departures': 'Abflüge',
  'airport.no-departures': 'Kein Flug fliegt von hier ab.',
  'airport.from': 'Von',
  'airport.to': 'Nach',
  'airport.late': 'Verspätung',
  'airport.landed-at': 'gelandet {time}',
  'weather.title': 'Wetter',
};
