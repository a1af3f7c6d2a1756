/** How the map looks. */
export const look = {
  'look.title': 'Map view',
  'look.color': 'Colour of aircraft',
  'look.altitude': 'Altitude',
  'look.phase': 'Phase',
  'look.airline': 'Airline',
  'look.ground': 'on the ground',
  'look.climb': 'climb',
  'look.cruise': 'cruise',
  'look.descent': 'descent',
  'look.silent': 'no report',
  'look.night': 'Day and night',
  'look.airports': 'Airports',
  'look.source': 'Map',
  'look.included': 'Included map',
  'look.dot': 'One of several close together',
};
