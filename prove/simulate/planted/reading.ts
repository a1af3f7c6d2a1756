import type { Bug } from './bug.ts';

const store = 'src/tracking/flight/stored-reports.ts';

/** Mistakes with what is neither a position nor paperwork. */
export const readingBugs: readonly Bug[] = [
  {
    name: 'event-before-commit',
    sentence: 'Events are acknowledged before they are on the disk.',
    file: store,
    find: 'return durable.catch((error: unknown) => {\n    for (const each of fresh) live.events.forget(each);\n    throw error;\n  });',
    replace: 'durable.catch(() => undefined);\n  return Promise.resolve();',
  },
  {
    name: 'refused-event-counts-as-known',
    sentence: 'An event that a full disk refused is taken for a repeat when it comes again.',
    file: store,
    find: 'for (const each of fresh) live.events.forget(each);',
    replace: '',
  },
  {
    name: 'session-a-millisecond-longer',
    sentence: 'A session lasts a millisecond longer than it was said.',
    file: 'src/tracking/sessions/sessions.ts',
    find: 'if (now >= session.expiresAt)',
    replace: 'if (now > session.expiresAt)',
  },
  {
    name: 'session-outlives-password',
    sentence: 'Sessions go on when the password has changed.',
    file: 'src/tracking/sweep/standings.ts',
    find: ' || pilot.credentialVersion !== credentialVersion',
    replace: '',
  },
  {
    name: 'key-believed-for-an-hour',
    sentence: 'A revoked key is believed for an hour.',
    file: 'src/tracking/sessions/key-sessions.ts',
    find: 'const freshMs = 60_000;',
    replace: 'const freshMs = 3_600_000;',
  },
  {
    name: 'settings-never-read-again',
    sentence: "The crew center's settings are read at the start of the server only.",
    file: 'src/tracking/tracking.ts',
    find: 'every(3_000, () => settings.read()),',
    replace: '',
  },
];
