import { atOnce } from './at-once.ts';
import { books, meddles, readsLogbook } from './books.ts';
import { cabin } from './cabin.ts';
import { changesPassword, outlivesSession, revokesKey } from './credentials.ts';
import { asksForEnded } from './ended-flights.ts';
import { downloads } from './exports.ts';
import { asksTooOften } from './limits.ts';
import { correctsFlight, looksUp, signsOut } from './lookups.ts';
import { writesPapers } from './papers.ts';
import { changesSettings, readsStatus } from './settings.ts';
import type { Visit } from './visitor.ts';

/** Everything that further programs of pilots do. */
export const visits: readonly Visit[] = [
  cabin,
  looksUp,
  looksUp,
  signsOut,
  books,
  books,
  meddles,
  readsLogbook,
  readsLogbook,
  writesPapers,
  correctsFlight,
  atOnce,
  downloads,
  asksTooOften,
  asksForEnded,
  changesPassword,
  revokesKey,
  outlivesSession,
  changesSettings,
  readsStatus,
];
