/** The replay of all flights. */
export const replay = {
  'replay.link': 'Replay of the last 24 hours',
  'replay.title': 'Replay of the last 24 hours',
  'replay.region': 'Map of the replay',
  'replay.time': 'Time of the day',
  'replay.speed': 'Speed',
  'replay.histogram': 'Flights aloft over the day, at most {count} at once ({time})',
  'replay.failed': 'The flights could not be loaded. Reload the page.',
  'replay.reading': 'Reading the flights of the day: {percent} %',
  'replay.empty': 'Nobody has flown in the last 24 hours.',
};
