import { cabin } from './cabin.ts';
import { changesPassword, outlivesSession, revokesKey } from './credentials.ts';
import { changesSettings, readsStatus } from './settings.ts';
import type { Visit } from './visitor.ts';

/** Everything that further programs of pilots do. */
export const visits: readonly Visit[] = [
  cabin,
  changesPassword,
  revokesKey,
  outlivesSession,
  changesSettings,
  readsStatus,
];
