/** The frame of every public page, and the choice of language and units. */
export const pages = {
  'page.skip': 'Skip to the content',
  'page.pages': 'Pages',
  'page.map': 'Live map',
  'page.operator': 'Operator',
  'page.my': 'For pilots',
  'page.sign-out': 'Sign out',
  'view.title': 'Language and units',
  'view.language': 'Language',
  'view.altitude': 'Altitude',
  'view.speed': 'Speed',
  'view.distance': 'Distance',
  'view.weight': 'Weight',
  'view.time': 'Time',
  'view.utc': 'UTC',
  'view.local': 'Local time',
  'view.apply': 'Apply',
};
