import type { Embedded } from '../../platform/embedded/embedded.ts';
import { readModuleRows } from '../../platform/embedded/modules/module-table.ts';
import { wayOf } from '../../tracking/figures/arrival.ts';
import { flightName } from '../../tracking/model.ts';
import { isUnanswered } from '../../tracking/refusals.ts';
import type { ReleaseNotice } from '../../web/newer-release.ts';
import type { SiteChecks } from '../../web/site-checks.ts';
import { type Condition, type ConditionKind, conditionKinds } from '../health/health.ts';
import { sentenceOf } from '../releases/notice.ts';
import type { Tracker } from '../tracker.ts';

/** Something that staff should know while it lasts. */
export interface Trouble {
  /** The same as long as it is the same trouble. */
  readonly key: string;
  /** A sentence. */
  readonly text: string;
  /** Whether another server of a cluster would see the same. */
  readonly isShared: boolean;
  /** The page on which it is dealt with, below `/tracker/`; null where that is no matter of pages. */
  readonly page: string | null;
}

/** Seen by every server of a cluster. */
const shared: readonly ConditionKind[] = ['crew-center-lost', 'delivery-late'];
/** How long a condition lasts before it is reported: a crew center that restarts is no trouble. */
const minMs: Readonly<Partial<Record<ConditionKind, number>>> = { 'crew-center-lost': 10 * 60_000 };
/** A page says what is wrong at the moment at which it is looked at. */
export const atOnce: typeof minMs = {};
/** Where they are dealt with. */
const pages: Readonly<Partial<Record<ConditionKind, string>>> = {
  'crew-center-lost': 'operator/outbox',
  'delivery-late': 'operator/outbox',
  'backup-failed': 'operator/backups',
};
/** Reported one by one, below. */
const inDetail: readonly ConditionKind[] = ['filing-set-aside'];

/** What looks outside the server; null where nothing does. */
export interface Looks {
  readonly checks: SiteChecks | null;
  readonly release: ReleaseNotice | null;
}

/**
 * What is wrong now: the server's own conditions, filings that stick, modules that were stopped, serious findings, and a newer release.
 * @param after - how long each condition lasts before it counts
 */
export function troublesOf(
  { tracking, clock, crewCenter }: Pick<Tracker, 'tracking' | 'clock' | 'crewCenter'>,
  conditions: readonly Condition[],
  { checks, release }: Looks,
  after = minMs,
): readonly Trouble[] {
  const lasting = conditions.filter(
    ({ code, since }) => !inDetail.includes(code) && clock.now() - since >= (after[code] ?? 0),
  );
  const stuck = [...tracking.flights].filter(({ flight }) => flight.setAside !== null);
  return [
    ...lasting.map(({ code }) => ({
      key: code,
      text: conditionKinds[code].text,
      isShared: shared.includes(code),
      page: pages[code] ?? null,
    })),
    ...stuck.map(({ flight }) => ({
      key: `filing ${flight.id}`,
      text: `The PIREP of ${flightName(flight.plan)} (${wayOf(flight, ' to ')}, ${flight.pilot.ident}) cannot be filed: ${flight.setAside}`,
      isShared: true,
      page: 'operator/outbox',
    })),
    ...stoppedModules(crewCenter.embedded),
    ...seriousFindings(checks),
    ...newerRelease(release),
  ];
}

function stoppedModules(embedded: Embedded | null): readonly Trouble[] {
  if (embedded === null) return [];
  const { crewCenter } = embedded;
  return readable(() => crewCenter.read(() => readModuleRows(crewCenter)))
    .filter(({ stoppedReason }) => stoppedReason !== null)
    .map(({ name, stoppedReason, stoppedAt }) => ({
      key: `module ${name} ${stoppedAt}`,
      text: `The module ${name} was stopped: ${stoppedReason}`,
      isShared: false,
      page: 'admin/addons',
    }));
}

/** A crew center that cannot be read is a trouble of its own. */
function readable<T>(read: () => readonly T[]): readonly T[] {
  try {
    return read();
  } catch (error) {
    if (!isUnanswered(error)) throw error;
    return [];
  }
}

function newerRelease(release: ReleaseNotice | null): readonly Trouble[] {
  const newer = release?.newer ?? null;
  return newer === null
    ? []
    : [{ key: `release ${newer.version}`, text: sentenceOf(newer), isShared: false, page: 'operator' }];
}

function seriousFindings(checks: SiteChecks | null): readonly Trouble[] {
  const findings = checks?.last?.report?.findings ?? [];
  return findings
    .filter(({ severity }) => severity === 'serious')
    .map(({ name, title, subject }) => ({
      key: `finding ${name} ${subject}`,
      text: `tracker check found something serious: ${title} (${subject})`,
      isShared: false,
      page: 'operator/checks',
    }));
}
