import { type Joined, joinCluster, type Membership, withSharedFailures } from '../cluster/join.ts';
import { firstPartition } from '../cluster/members.ts';
import { partitionedTokens } from '../cluster/tokens.ts';
import type { Config } from '../config/config.ts';
import type { Contract } from '../contracts/contract.ts';
import type { Journal } from '../journal/journal.ts';
import type { SchemaStep } from '../journal/mysql/schema-step.ts';
import { openJournal } from '../journal/open.ts';
import type { WriterFaults } from '../journal/operations.ts';
import { joinSplitJournals } from '../journal/split/join.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import { createLogger, type Logger } from '../lib/log.ts';
import { Secret } from '../lib/secret.ts';
import { digest, newId, newToken } from '../lib/tokens.ts';
import type { Platform } from '../platform/port.ts';
import { fixedOptions, type TrackingOptions } from '../tracking/options.ts';
import { createTracking, type Tracking } from '../tracking/tracking.ts';
import { ApiKeys } from '../web/api/keys.ts';
import type { CheckDesk } from '../web/check-desk.ts';
import { Pictures } from '../web/picture/pictures.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import { restoreBeforeStart } from './backups/restore-request.ts';
import { type ClusterServer, openCluster, openEngine, withShared } from './cluster.ts';
import { type CrewCenter, type Edge, openCrewCenter } from './crew-center.ts';
import { discordSource, publicNamesOf } from './discord-source.ts';
import { openOnce } from './duties/open-once.ts';
import { CrewCenterWatch, changedSettings, createEvents } from './events.ts';
import { FileScrubbing } from './file-scrubbing.ts';
import { firstSettings, keepSettings } from './first-settings.ts';
import { loggedLogin } from './logged-login.ts';
import { openOperator } from './open-operator.ts';
import type { Operator } from './operator.ts';
import type { PlaceInCluster } from './place-in-cluster.ts';
import type { ChangeNews, WebhookReplacements } from './webhooks.ts';

/** Journal, crew center and core, running, without HTTP. */
export interface Tracker extends AsyncDisposable {
  readonly dataDirectory: string;
  readonly log: Logger;
  readonly clock: Clock;
  readonly journal: Journal;
  readonly crewCenter: CrewCenter;
  readonly tracking: Tracking;
  readonly operator: Operator;
  /** Null in a cluster, where only one of the servers has them. */
  readonly webhooks: Webhooks | null;
  readonly changes: ChangeNews;
  readonly apiKeys: ApiKeys;
  readonly pictures: Pictures;
  /** The other servers; null for one that is alone. */
  readonly cluster: Omit<Joined, typeof Symbol.asyncDispose> | null;
  readonly membership: Membership | null;
  /** Null for a server that is alone. */
  readonly place: PlaceInCluster | null;
  /** This server's own flights; `tracking` has those of all. */
  readonly own: Tracking;
  /** Notes of this machine alone. */
  readonly ownNotes: Pick<Journal, 'readNote' | 'saveNote'>;
  /** Whether what exists once is done by this server at this moment. */
  isFirst(): boolean;
  /** Takes this server's share of the partitions; null for a server that has all of them, or does not choose them. */
  readonly join: ClusterServer['join'] | null;
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
  /** bcrypt cost of new passwords in the embedded crew center, and of the operator's. */
  readonly passwordCost?: number;
  readonly webhooks?: WebhookReplacements;
  /** The steps of the journal's tables in MariaDB: another version's. */
  readonly journalSteps?: readonly SchemaStep[];
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
  const claim = async (dataDirectory: string) => {
    await joinSplitJournals(dataDirectory, log);
    restoreBeforeStart(dataDirectory, new Date(clock.now()), log);
    const { commitWindowMs } = config;
    const faults = replace.journalFaults ?? {};
    const durable = await openJournal({ directory: dataDirectory, clock, logger: log, commitWindowMs, faults });
    opened.defer(() => durable.close());
    claimed.resolve({ dataDirectory, durable });
  };
  const { passwordCost } = replace;
  const host = await openCrewCenter({ config, clock, log, claim, passwordCost });
  opened.defer(() => host.platform.close());
  const { contracts = host.contracts, edge = host.edge } = replace;
  const platform = replace.platform?.(host.platform) ?? host.platform;
  const crewCenter: CrewCenter = { ...host, contracts, edge, platform };
  const { dataDirectory, durable } = await claimed.promise;
  const engine = opened.use(await openEngine(config, clock, log, replace.journalSteps));
  const replaceJournal = (journal: Journal) => replace.journal?.(journal) ?? journal;
  const alone = engine === null ? replaceJournal(durable) : withShared(durable, engine.shared);
  const tokens = { newToken, newId, digest, wrap: (text: string) => new Secret(text) };
  const onError = (error: unknown) => log.error({ err: error }, 'internal error');
  const events = createEvents(log);
  const watch = new CrewCenterWatch(events, () => clock.now());
  const settings = await firstSettings(alone, platform, log);
  const ofCore = {
    ...{ clock, settings, onError, options: { ...trackingOptions(config), ...replace.tracking } },
    tokens: membership === undefined && engine === null ? tokens : partitionedTokens(tokens),
    onDelay: events.delayed,
  };
  const hearers = membership?.members ?? (engine && { peers: () => group?.hearersBeside.peers() ?? [] });
  const base = createTracking({
    ...ofCore,
    ...{ journal: hearers === null ? alone : withSharedFailures(alone, hearers), platform },
    async onSettings(now, before) {
      await keepSettings(alone, now);
      const changed = changedSettings(before, now);
      if (changed.length > 0) events.settingsChanged(changed);
    },
    onCrewCenter: (lostBecause) => watch.note(lostBecause),
  });
  opened.defer(() => base.close());
  const group: ClusterServer | null =
    engine &&
    openCluster({
      ...{ config, engine, platform, clock, log, base, journal: alone },
      createTracking: (partition, guarded) =>
        createTracking({ ...ofCore, journal: replaceJournal(partition), platform: guarded }),
    });
  const { own, stored } = group ?? { own: base, stored: alone };
  own.follow('log', (change) => events.flightChanged(change));
  const belongs = membership ?? group?.membership;
  const cluster =
    belongs && opened.use(joinCluster({ membership: belongs, own, journal: stored, platform, clock, onError }));
  const { tracking, journal } = cluster ?? { tracking: own, journal: stored };
  const pictures = opened.use(new Pictures({ tracking, records: journal, clock }));
  const apiKeys = new ApiKeys(journal, clock);
  const posts = discordSource({ tracking, pictures, readPublicName: publicNamesOf(crewCenter), log });
  const once = await openOnce({
    ...{ apiKeys, onError, group: engine && group && { ...group, engine } },
    parts: { crewCenter, config, dataDirectory, journal, tracking, clock, log, posts, replace: replace.webhooks },
  });
  opened.defer(() => once.close());
  watch.listen((lostBecause) => once.noteCrewCenter(lostBecause));
  const scrubbing = opened.use(new FileScrubbing({ notes: durable, clock, onError, once, crewCenter }));
  const operator = openOperator({
    ...{ dataDirectory, journal, clock, crewCenter, tracking, once, scrubbing },
    readCluster: group?.readStatus ?? (async () => null),
  });
  const parts = opened.move();
  return {
    ...{ dataDirectory, log, clock, journal, crewCenter, operator, apiKeys, pictures },
    ...{ webhooks: once.webhooks, changes: once.changes },
    cluster: cluster ? { ...cluster, methods: { ...cluster.methods, ...once.methods } } : null,
    membership: belongs ?? null,
    ...{ join: group?.join ?? null, place: group?.place ?? null, own, ownNotes: durable },
    isFirst: () => (belongs?.members.holderOf(firstPartition) ?? 'here') === 'here',
    isCrewCenterLost: () => watch.isLost,
    tracking: { ...tracking, calls: { ...tracking.calls, login: loggedLogin(tracking.calls.login, events) } },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}

/** The core's options as the configuration sets them. */
export function trackingOptions(config: Config): TrackingOptions {
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
