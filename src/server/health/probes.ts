import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { leaseTimes } from '../../cluster/lease-times.ts';
import type { Config } from '../../config/config.ts';
import type { Journal } from '../../journal/journal.ts';
import { type Clock, within } from '../../lib/clock.ts';
import type { PlaceInCluster } from '../cluster/place.ts';
import type { Tracker } from '../tracker.ts';
import type { ConditionKind, Probe } from './health.ts';

/** Below this share, and below this size, a disk counts as nearly full. */
const minFreeShare = 0.05;
const minFreeBytes = 512 * 1024 * 1024;
const certificateWarningMs = 14 * 24 * 3_600_000;
/** A flight that waits this long for the crew center is late. */
const lateMs = 10 * 60_000;

/** Then its leases end too. */
const unreachableMs = leaseTimes.ownMs;
/** Longer than it takes until the others have handed over their part. */
const joiningMs = 30_000;

/** How each condition of this server is recognised. */
export function probesOf(
  tracker: Tracker,
  { tls }: Pick<Config, 'tls'>,
  hasBackupFailed: () => boolean,
): Readonly<Record<ConditionKind, Probe>> {
  const { dataDirectory, tracking, journal, clock, cluster } = tracker;
  const { place } = cluster;
  return {
    'crew-center-lost': () => tracker.isCrewCenterLost(),
    'journal-full': watchRoom(journal, clock),
    'journal-unreachable': () => isUnreachable(place),
    'no-partition': () => isIdle(place),
    'clock-differs': () => place.isClockWrong(),
    'data-damaged': () => tracker.damage.found.length > 0,
    'disk-nearly-full': () => isNearlyFull(dataDirectory),
    'filing-set-aside': () => [...tracking.flights].some(({ flight }) => flight.setAside !== null),
    'delivery-late': () =>
      [...tracking.flights].some(({ flight }) => flight.intent !== null && clock.now() - flight.intent.at > lateMs),
    'backup-failed': hasBackupFailed,
    'certificate-ends': () => tls.kind === 'files' && endsSoon(readFileSync(tls.cert), clock.now()),
  };
}

/** Whether a server would refuse nearly every request at this moment. */
export function cannotServe(place: PlaceInCluster): boolean {
  return isUnreachable(place) || isIdle(place);
}

const isUnreachable = (place: PlaceInCluster) => place.silentMs() > unreachableMs;

/** One that has just joined gets its share within seconds; one that is leaving gives it away. */
function isIdle(place: PlaceInCluster): boolean {
  const ms = place.joinedMs();
  return ms === null || (ms > joiningMs && place.held() === 0);
}

/** Free space that this process may use; a quota of the user is not seen. */
export async function isNearlyFull(directory: string): Promise<boolean> {
  const { bavail, bsize, blocks } = await statfs(directory);
  return bavail * bsize < minFreeBytes && bavail < blocks * minFreeShare;
}

/** A batch of reports takes less. */
const roomBytes = 64 * 1024;

/** Monitors do not wait longer for a database that is away, of which it is known that it did not store. */
const tryMs = 1_000;

/** After a write that failed, tries until there is room for a batch again; one try at a time, however long it takes. */
function watchRoom(journal: Journal, clock: Clock): Probe {
  let known = 0;
  let trying: Promise<void> | null = null;
  const store = async (failures: number) => {
    await journal.saveNote('health-check', 'x'.repeat(roomBytes));
    await journal.saveNote('health-check', null);
    known = failures;
  };
  return async () => {
    const { failures } = journal.stats();
    if (failures === known) return false;
    trying ??= store(failures).finally(() => {
      trying = null;
    });
    const stored = trying.then(() => true);
    return (await within(clock, tryMs, stored)) === null;
  };
}

/** Whether the first certificate of this file (PEM) ends within 14 days. */
export function endsSoon(certificate: Buffer, now: number): boolean {
  return Date.parse(new X509Certificate(certificate).validTo) - now < certificateWarningMs;
}
