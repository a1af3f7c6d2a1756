import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createLogger, type Logger, type LogOptions } from '../../lib/log.ts';
import type { Server } from '../app.ts';
import type { Tracker } from '../tracker.ts';
import { BoundedLog } from './bounded-log.ts';
import { IdleEnd } from './idle-end.ts';
import { forgetPid, isServing, lockPlace, logFile, notePid, noteReady, noteStart, type Place } from './place.ts';

const lookEveryMs = 200;
/** Longer than a server takes that is ending. */
const patienceMs = 8_000;
/** A server that ran so long counts as started: the next start waits for none before it. */
const steadyMs = 3_000;

/**
 * Takes the place for this process, for as long as the result is not disposed; null where another process serves it. One that is ending is
 * waited for.
 */
export async function claimPlace(place: Place): Promise<Disposable | null> {
  for (let waited = 0; ; waited += lookEveryMs) {
    const lock = lockPlace(place);
    if (lock !== null) {
      process.chdir(place.path);
      notePid(place, process.pid);
      return {
        [Symbol.dispose]() {
          // Node would write it when the process ends, into a place that may be taken away by then.
          flushCompileCache();
          // Before the lock: the next server writes its own.
          forgetPid(place);
          lock[Symbol.dispose]();
        },
      };
    }
    if (waited >= patienceMs || (await isServing(place))) return null;
    await pause(lookEveryMs);
  }
}

export function openPlaceLog({ path }: Place, level: LogOptions['level']): Logger {
  return createLogger({ level, destination: new BoundedLog(join(path, logFile)), isReadable: false });
}

/** What a server does for its place while it runs. */
export interface PlaceWatch extends Disposable {
  /** Settles when it should end by itself. */
  readonly ended: Promise<void>;
}

export function watchPlace(place: Place, { tracker, http }: Pick<Server, 'tracker' | 'http'>): PlaceWatch {
  const { clock } = tracker;
  noteReady(place);
  const steady = clock.after(steadyMs, () => {
    noteStart(place, null);
    // Its starter may have written this number later than it did itself.
    notePid(place, process.pid);
    // A server that the host kills leaves it for the next start too, which takes half the time with it.
    flushCompileCache();
  });
  // Of a journal that servers share, this one may be asked by the others.
  const idle = place.sleeps && tracker.cluster.isAlone ? watchIdle(tracker, http) : null;
  return {
    ended: idle === null ? new Promise<void>(() => undefined) : idle.ended,
    [Symbol.dispose]() {
      steady[Symbol.dispose]();
      idle?.[Symbol.dispose]();
    },
  };
}

function watchIdle(tracker: Tracker, { fastify: { server } }: Server['http']): PlaceWatch {
  const { clock, log } = tracker;
  let askedAt = clock.now();
  const onRequest = () => {
    askedAt = clock.now();
  };
  server.on('request', onRequest);
  const idle = new IdleEnd({
    clock,
    isNeeded: () => isNeeded(tracker),
    lastRequestAt: () => askedAt,
    onError: (error) => log.error({ err: error }, 'internal error'),
  });
  const ended = idle.ended.then(() =>
    log.info({ event: 'idle' }, 'nothing has needed this server for an hour: it ends, and the next request starts it'),
  );
  return {
    ended,
    [Symbol.dispose]() {
      idle[Symbol.dispose]();
      server.off('request', onRequest);
    },
  };
}

/** Whether somebody flies or may go on with a flight, something waits for the crew center or a webhook, or a trial of rules runs. */
export async function isNeeded({ tracking, operator }: Pick<Tracker, 'tracking' | 'operator'>): Promise<boolean> {
  for (const _flight of tracking.flights) return true;
  const [webhooks, trials] = await Promise.all([operator.listWebhooks(), operator.listTrials()]);
  return (
    webhooks.some(({ isOn, waiting }) => isOn && waiting > 0) ||
    trials.some(({ state }) => state === 'running' || state === 'applying')
  );
}
