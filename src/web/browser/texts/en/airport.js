/** The page of an airport. */
export const airport = {
  'airport.on-map': 'Show on the map',
  'airport.next': 'Next arrival:',
  'airport.in': 'in {time}',
  'airport.arrivals': 'Arrivals',
  'airport.no-arrivals': 'No flight is on its way here.',
  'airport.departures': 'Departures',
  'airport.no-departures': 'No flight is leaving here.',
  'airport.from': 'From',
  'airport.to': 'To',
  'airport.late': 'Late',
  'airport.landed-at': 'landed {time}',
  'weather.title': 'Weather',
};
