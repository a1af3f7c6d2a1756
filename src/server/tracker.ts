import { join } from 'node:path';
import { type Joined, joinCluster, type Membership, withSharedFailures } from '../cluster/join.ts';
import { partitionedTokens } from '../cluster/tokens.ts';
import type { Config } from '../config/config.ts';
import type { Contract } from '../contracts/contract.ts';
import type { Journal } from '../journal/journal.ts';
import { openJournal } from '../journal/open.ts';
import type { WriterFaults } from '../journal/operations.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import { createLogger, type Logger } from '../lib/log.ts';
import { Secret } from '../lib/secret.ts';
import { digest, newId, newToken } from '../lib/tokens.ts';
import type { Platform } from '../platform/port.ts';
import { fixedOptions, type TrackingOptions } from '../tracking/options.ts';
import { createTracking, type Tracking } from '../tracking/tracking.ts';
import { makeSetupPath } from '../web/access/setup.ts';
import { ApiKeys } from '../web/api/keys.ts';
import type { CheckDesk } from '../web/check-desk.ts';
import { Pictures } from '../web/picture/pictures.ts';
import { webhooksFileName } from '../webhooks/store/open.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import { apiKeyCalls } from './api.ts';
import { backUp } from './backups/backup.ts';
import { restoreBeforeStart } from './backups/restore-request.ts';
import { type CrewCenter, type Edge, openCrewCenter } from './crew-center.ts';
import { discordSource, publicNamesOf } from './discord-source.ts';
import { CrewCenterWatch, changedSettings, createEvents } from './events.ts';
import { firstSettings, keepSettings } from './first-settings.ts';
import { loggedLogin } from './logged-login.ts';
import { type Operator, webhookCalls } from './operator.ts';
import { privacyOf } from './pilot-privacy.ts';
import { type OpenedWebhooks, openWebhooks, type WebhookReplacements } from './webhooks.ts';

/** Journal, crew center and core, running, without HTTP. */
export interface Tracker extends AsyncDisposable {
  readonly dataDirectory: string;
  readonly log: Logger;
  readonly clock: Clock;
  readonly journal: Journal;
  readonly crewCenter: CrewCenter;
  readonly tracking: Tracking;
  readonly operator: Operator;
  readonly webhooks: Webhooks;
  readonly apiKeys: ApiKeys;
  readonly pictures: Pictures;
  /** The other servers; null for one that is alone. */
  readonly cluster: Joined | null;
  /** Whether the crew center could not be reached when it was last asked. */
  isCrewCenterLost(): boolean;
}

export interface TrackerNeeds {
  readonly config: Config;
  readonly clock?: Clock;
  readonly log?: Logger;
  readonly replace?: Replacements;
  /** Where this server is one of several; absent for one that is alone. */
  readonly membership?: Membership;
}

/** Replacements for parts: for tests, benchmarks and proofs. */
export interface Replacements {
  readonly journal?: (journal: Journal) => Journal;
  readonly journalFaults?: WriterFaults;
  /** Wraps the port between the core and the crew center. */
  readonly platform?: (platform: Platform) => Platform;
  readonly contracts?: readonly [Contract, ...Contract[]];
  readonly edge?: Edge;
  readonly checks?: CheckDesk;
  /** bcrypt cost of new passwords in the embedded crew center. */
  readonly passwordCost?: number;
  readonly webhooks?: WebhookReplacements;
  /** Options without a setting: delivery intervals, size of sealing batches. */
  readonly tracking?: Partial<TrackingOptions>;
}

/** @throws DataDirectoryError when another process has the data directory */
export async function openTracker({
  config,
  clock = systemClock,
  log = createLogger({ level: config.logLevel }),
  replace = {},
  membership,
}: TrackerNeeds): Promise<Tracker> {
  await using opened = new AsyncDisposableStack();
  const claimed = Promise.withResolvers<{ dataDirectory: string; durable: Journal }>();
  const claim = async (directory: string) => {
    const dataDirectory = membership?.folder ? join(directory, membership.folder) : directory;
    restoreBeforeStart(dataDirectory, new Date(clock.now()), log);
    const { commitWindowMs } = config;
    const faults = replace.journalFaults ?? {};
    const durable = await openJournal({ directory: dataDirectory, clock, logger: log, commitWindowMs, faults });
    opened.defer(() => durable.close());
    claimed.resolve({ dataDirectory, durable });
  };
  const { passwordCost } = replace;
  const host = await openCrewCenter({ config, clock, log, claim, passwordCost, membership });
  opened.defer(() => host.platform.close());
  const { contracts = host.contracts, edge = host.edge } = replace;
  const platform = replace.platform?.(host.platform) ?? host.platform;
  const crewCenter: CrewCenter = { ...host, contracts, edge, platform };
  const { dataDirectory, durable } = await claimed.promise;
  const alone = replace.journal?.(durable) ?? durable;
  const stored = membership === undefined ? alone : withSharedFailures(alone, membership.members);
  const tokens = { newToken, newId, digest, wrap: (text: string) => new Secret(text) };
  const onError = (error: unknown) => log.error({ err: error }, 'internal error');
  const events = createEvents(log);
  const watch = new CrewCenterWatch(events, () => clock.now());
  const own = createTracking({
    journal: stored,
    platform,
    clock,
    tokens: membership === undefined ? tokens : partitionedTokens(tokens),
    options: { ...toOptions(config), ...replace.tracking },
    settings: await firstSettings(stored, platform, log),
    async onSettings(settings, before) {
      await keepSettings(stored, settings);
      const changed = changedSettings(before, settings);
      if (changed.length > 0) events.settingsChanged(changed);
    },
    onCrewCenter: (lostBecause) => watch.note(lostBecause),
    onError,
  });
  own.follow('log', (change) => events.flightChanged(change));
  opened.defer(() => own.close());
  const cluster = membership && opened.use(joinCluster({ membership, own, journal: stored, platform, clock, onError }));
  const { tracking, journal } = cluster ?? { tracking: own, journal: stored };
  const pictures = opened.use(new Pictures({ tracking, records: journal, clock }));
  const { webhooks, desk } = await openWebhooks({
    crewCenter,
    config,
    dataDirectory,
    journal,
    tracking,
    clock,
    log,
    posts: discordSource({ tracking, pictures, readPublicName: publicNamesOf(crewCenter), log }),
    replace: replace.webhooks,
  });
  opened.defer(() => webhooks.close());
  watch.listen((lostBecause) => webhooks.noteCrewCenter(lostBecause));
  const apiKeys = new ApiKeys(journal, clock);
  const operator = openOperator({ dataDirectory, journal, clock, crewCenter, tracking, webhooks, desk, apiKeys });
  const parts = opened.move();
  return {
    ...{ dataDirectory, log, clock, journal, crewCenter, operator, webhooks, apiKeys, pictures },
    cluster: cluster ?? null,
    isCrewCenterLost: () => watch.isLost,
    tracking: { ...tracking, calls: { ...tracking.calls, login: loggedLogin(tracking.calls.login, events) } },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}

/** Returns the operator's calls, with an audit log entry for those that change something. */
function openOperator(
  needs: OpenedWebhooks &
    Pick<Tracker, 'dataDirectory' | 'journal' | 'clock' | 'crewCenter' | 'tracking' | 'webhooks' | 'apiKeys'>,
): Operator {
  const { dataDirectory, journal, clock, crewCenter, tracking, webhooks, desk, apiKeys } = needs;
  const saveAudit: Operator['saveAudit'] = (actor, action, subject, detail) =>
    journal.saveAudit({ at: clock.now(), actor, action, subject, detail });
  return {
    ...tracking.operator,
    ...privacyOf(tracking, crewCenter, webhooks),
    ...webhookCalls(desk),
    ...apiKeyCalls(apiKeys),
    saveAudit,
    async makeSetupPath(actor) {
      const path = await makeSetupPath(journal, clock.now());
      await saveAudit(actor, 'setup-link', 'operator', null);
      return path.reveal();
    },
    readUrl: async () => null,
    readMetrics: async () => null,
    listAudit: (limit) => journal.listAudit(limit),
    async backup(actor, folder) {
      const databases = [webhooksFileName, ...crewCenter.databases()];
      const files = await backUp({ dataDirectory, journal, databases }, folder);
      await saveAudit(actor, 'backup', folder, null);
      return files;
    },
  };
}

function toOptions(config: Config): TrackingOptions {
  const { suspendAfterMin, abandonAfterH, crewCenterTimeoutMs: waitMs, maxForwardedWaits } = config.flights;
  return {
    ...fixedOptions,
    limits: config.limits,
    loginLimits: config.loginLimits,
    quotas: config.quotas,
    retention: config.retention,
    suspendAfterMin,
    abandonAfterH,
    waitMs,
    waitsHoldingWorkers: maxForwardedWaits,
  };
}
