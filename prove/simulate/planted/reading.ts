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
    name: 'live-row-skipped',
    sentence: 'Of two flights that report in one millisecond the crew center gets the row of one.',
    file: 'src/tracking/delivery/live-rows.ts',
    find: 'const rows = batch.map(toLiveRow);',
    replace: 'const rows = [...new Map(batch.map(toLiveRow).map((row) => [row.position.receivedAt, row])).values()];',
  },
  {
    name: 'map-keeps-ended-flights',
    sentence: 'A flight that has ended stays on the map.',
    file: 'src/web/live/feed.ts',
    find: 'delta.gone.push(...this.#gone);',
    replace: '',
  },
  {
    name: 'map-misses-a-move',
    sentence: 'A flight is shown where it was first.',
    file: 'src/web/live/feed.ts',
    find: 'shown.live = live;\n      shown.hasMoved = true;',
    replace: 'shown.live = live;',
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
  {
    name: 'said-again-before-disk',
    sentence: 'What is said of a PIREP again is acknowledged while it still waits for the disk.',
    file: 'src/tracking/calls/describe.ts',
    find: 'else if (!flights.isStored(live)) await journal.barrier();',
    replace: '',
  },
  {
    name: 'signs-nobody-out',
    sentence: 'A session goes on after its pilot has signed out.',
    file: 'src/tracking/tracking.ts',
    find: 'logout: (session) => sessions.end([session.tokenHash]),',
    replace: 'logout: async () => undefined,',
  },
];
