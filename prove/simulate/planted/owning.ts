import type { Bug } from './bug.ts';

const finder = 'src/tracking/flight/find-flight.ts';
const sessions = 'src/tracking/sessions/sessions.ts';

/** Mistakes with sessions, and with whose flight it is. */
export const owningBugs: readonly Bug[] = [
  {
    name: 'flights-of-others',
    sentence: 'A pilot who knows its name can report to the flight of another.',
    file: finder,
    find: 'return live?.flight.pilot.id === pilotId ? live : undefined;',
    replace: 'return live;',
  },
  {
    name: 'ended-flights-of-others',
    sentence: 'A pilot who knows its name sees the ended flight of another.',
    file: finder,
    find: 'flight === null || flight.pilot.id !== pilotId ||',
    replace: 'flight === null ||',
  },
  {
    name: 'keys-share-a-session',
    sentence: 'All pilots with an API key share one session.',
    file: 'src/tracking/sessions/key-sessions.ts',
    find: 'this.#needs.digest(apiKey.reveal())',
    replace: "''",
  },
  {
    name: 'restore-forgets-sessions',
    sentence: 'After a restart every pilot has to sign in again.',
    file: sessions,
    find: 'for (const stored of journal.initial.sessions) this.#remember(stored);',
    replace: '',
  },
  {
    name: 'session-not-stored-first',
    sentence: 'A token is given out before its session is on the disk.',
    file: sessions,
    find: 'await this.#journal.saveSession(stored);',
    replace: 'this.#journal.saveSession(stored).catch(() => undefined);',
  },
  {
    name: 'ended-session-lives',
    sentence: 'A session that was ended is there again after a restart.',
    file: sessions,
    find: 'await this.#journal.deleteSessions(tokenHashes);',
    replace: '',
  },
];
