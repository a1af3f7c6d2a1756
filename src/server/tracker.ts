import type { Config } from '../config/config.ts';
import type { Contract } from '../contracts/contract.ts';
import { type DamagedRow, nameOf } from '../journal/damaged-row.ts';
import type { Journal } from '../journal/journal.ts';
import { rememberElsewhere, requirePlace } from '../journal/move/elsewhere.ts';
import type { SchemaStep } from '../journal/mysql/schema-step.ts';
import { type JournalOptions, fileName as journalFile, openJournal } from '../journal/open.ts';
import type { WriterFaults } from '../journal/operations.ts';
import { joinSplitJournals } from '../journal/split/join.ts';
import { type Clock, CorrectedClock, systemClock } from '../lib/clock.ts';
import { createLogger, type Logger } from '../lib/log.ts';
import { thisMachine } from '../lib/machine.ts';
import { airportAt } from '../lib/runways/runways.ts';
import { Secret } from '../lib/secret.ts';
import { digest, newId, newToken } from '../lib/tokens.ts';
import type { Platform } from '../platform/port.ts';
import type { NetworkFeeds } from '../tracking/figures/network-track.ts';
import { fixedOptions, type TrackingOptions } from '../tracking/options.ts';
import { detectorsByName } from '../tracking/rules/detectors/detectors.ts';
import { createRuleCalls } from '../tracking/rules/rule-calls.ts';
import { createTracking, type Tracking } from '../tracking/tracking.ts';
import { ApiKeys } from '../web/api/keys.ts';
import type { PilotWishes } from '../web/my/wishes.ts';
import { Pictures } from '../web/picture/pictures.ts';
import type { ProgramUpdates } from '../web/program-updates.ts';
import type { PublicNames } from '../web/public-names.ts';
import type { SiteChecks } from '../web/site-checks.ts';
import { restoreBeforeStart } from './backups/restore-request.ts';
import type { Cluster, ClusterNeeds, CoreParts } from './cluster/cluster.ts';
import { openJournals } from './cluster/open.ts';
import { type CrewCenter, type Edge, openCrewCenter } from './crew-center.ts';
import { Damage } from './damage/damage.ts';
import { discordSource } from './discord-source.ts';
import type { ExistsOnce } from './duties/exists-once.ts';
import { CrewCenterWatch, changedSettings, createEvents } from './events.ts';
import { FileScrubbing } from './file-scrubbing.ts';
import { firstSettings, keepSettings } from './first-settings.ts';
import { loggedLogin } from './logged-login.ts';
import { logoReader } from './logo.ts';
import { openFeeds } from './networks/feeds.ts';
import { openOperator } from './open-operator.ts';
import type { Operator } from './operator.ts';
import { openPrograms } from './program/open-programs.ts';
import type { Programs } from './program/programs.ts';
import { wishesOf } from './public-names.ts';
import { surroundingsOf } from './rules/surroundings.ts';
import { Trials } from './rules/trials.ts';
import type { WebhookReplacements } from './webhooks.ts';

/** Journal, crew center and core, running, without HTTP. */
export interface Tracker extends AsyncDisposable {
  readonly dataDirectory: string;
  /** What of the data is damaged. */
  readonly damage: Damage;
  readonly log: Logger;
  readonly clock: Clock;
  readonly journal: Journal;
  readonly crewCenter: CrewCenter;
  readonly tracking: Tracking;
  readonly operator: Operator;
  readonly once: ExistsOnce;
  readonly apiKeys: ApiKeys;
  readonly pictures: Pictures;
  /** What pilots wish of their data. */
  readonly wishes: PilotWishes;
  readonly publicNames: PublicNames;
  /** The feeds of networks that the operator switched on. */
  readonly feeds: NetworkFeeds;
  /** The program itself, and what it may become. */
  readonly programs: Programs;
  /** The servers that share the pilots. */
  readonly cluster: Cluster;
  /** Notes of this machine alone. */
  readonly ownNotes: Pick<Journal, 'readNote' | 'saveNote'>;
  /** Whether the crew center could not be reached when it was last asked. */
  isCrewCenterLost(): boolean;
}

export interface TrackerNeeds {
  readonly config: Config;
  readonly clock?: Clock;
  readonly log?: Logger;
  /** What writes the journal; a thread if nothing is said. */
  readonly journalWriter?: JournalOptions['startWriter'];
  readonly replace?: Replacements;
}

/** Replacements for parts: for tests, benchmarks and proofs. */
export interface Replacements {
  readonly journal?: (journal: Journal) => Journal;
  readonly journalFaults?: WriterFaults;
  /** Wraps the port between the core and the crew center. */
  readonly platform?: (platform: Platform) => Platform;
  readonly contracts?: readonly [Contract, ...Contract[]];
  readonly edge?: Edge;
  readonly checks?: SiteChecks;
  readonly programs?: ProgramUpdates;
  readonly feeds?: NetworkFeeds | undefined;
  /** Folder of the pages' own scripts and styles: bundled, as in the package. */
  readonly assets?: string;
  /** bcrypt cost of new passwords in the embedded crew center, and of the operator's. */
  readonly passwordCost?: number;
  readonly webhooks?: WebhookReplacements;
  /** The steps of the journal's tables in MariaDB: another version's. */
  readonly journalSteps?: readonly SchemaStep[];
  /** Other servers than the configuration has. */
  readonly cluster?: (needs: ClusterNeeds) => Cluster;
  /** Options without a setting: delivery intervals, size of sealing batches. */
  readonly tracking?: Partial<TrackingOptions>;
}

/** @throws DataDirectoryError when another process has the data directory */
export async function openTracker(needs: TrackerNeeds): Promise<Tracker> {
  await using opened = new AsyncDisposableStack();
  const { config, log = createLogger({ level: config.logLevel }), replace = {} } = needs;
  const clock = correctable(needs.clock ?? new CorrectedClock(systemClock, thisMachine.monotonic));
  const { dataDirectory, local, damage, crewCenter } = await openHost(
    { config, clock, log, journalWriter: needs.journalWriter, replace },
    opened,
  );
  const { platform } = crewCenter;
  const journals = opened.use(await openJournals({ config, clock, log, local, steps: replace.journalSteps }));
  if (config.journal !== null) await rememberElsewhere(local);
  const onError = (error: unknown) => log.error({ err: error }, 'internal error');
  const events = createEvents(log);
  const watch = new CrewCenterWatch(events, () => clock.now());
  const settings = await firstSettings(journals.records, platform, log);
  const options = { ...trackingOptions(config), ...replace.tracking };
  const surroundings = surroundingsOf({ navigationData: config.pages.navigationData, onError });
  const feeds = replace.feeds ?? opened.use(openFeeds(config, clock, log));
  const ofCore = { clock, settings, options, surroundings, airportAt, feeds, onError, onDelay: events.delayed };
  const openCluster = replace.cluster ?? journals.openCluster;
  const cluster = opened.use(
    openCluster({
      config,
      clock,
      log,
      platform,
      onError,
      journal: journals.records,
      tokens: { newToken, newId, digest, wrap: (text) => new Secret(text) },
      createFirst: (parts) =>
        createTracking({
          ...ofCore,
          ...parts,
          onCrewCenter: (lostBecause) => watch.note(lostBecause),
          async onSettings(now, before) {
            await keepSettings(parts.journal, now);
            const changed = changedSettings(before, now);
            if (changed.length > 0) events.settingsChanged(changed);
          },
        }),
      createCore: (parts: CoreParts) =>
        createTracking({ ...ofCore, ...parts, journal: replace.journal?.(parts.journal) ?? parts.journal }),
    }),
  );
  cluster.own.follow('log', (change) => events.flightChanged(change));
  const { tracking, journal } = cluster;
  const pictures = opened.use(
    new Pictures({ tracking, records: journal, clock, readLogo: logoReader(config.webhookNetworks, clock) }),
  );
  const apiKeys = new ApiKeys(journal, clock);
  const { wishes, publicNames } = wishesOf(crewCenter, journal, config.pages.publicNames);
  const parts = {
    crewCenter,
    config,
    dataDirectory,
    damage,
    journal,
    tracking,
    clock,
    log,
    posts: discordSource({ tracking, pictures, publicNames, log }),
    replace: replace.webhooks,
  };
  const rules = createRuleCalls({ journal, clock, detectors: detectorsByName });
  const { navigationData } = config.pages;
  const trials = new Trials({ journal, operator: tracking.operator, platform, clock, navigationData, onError });
  const once = await cluster.openOnce({ apiKeys, rules, trials, onError, parts });
  opened.defer(() => once.close());
  watch.listen((lostBecause) => once.noteCrewCenter(lostBecause));
  const scrubbing = opened.use(new FileScrubbing({ notes: local, clock, onError, once, crewCenter }));
  const { readStatus: readCluster } = cluster;
  const programs = openPrograms({ config, dataDirectory, damage, journal, clock, crewCenter });
  const operator = openOperator({
    dataDirectory,
    damage,
    journal,
    wishes,
    clock,
    crewCenter,
    tracking,
    once,
    scrubbing,
    programs,
    readCluster,
  });
  const open = opened.move();
  return {
    dataDirectory,
    damage,
    log,
    clock,
    journal,
    crewCenter,
    operator,
    once,
    apiKeys,
    pictures,
    wishes,
    publicNames,
    feeds,
    programs,
    cluster,
    ownNotes: local,
    isCrewCenterLost: () => watch.isLost,
    tracking: { ...tracking, calls: { ...tracking.calls, login: loggedLogin(tracking.calls.login, events) } },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

interface Host {
  readonly dataDirectory: string;
  readonly damage: Damage;
  readonly local: Journal;
  readonly crewCenter: CrewCenter;
}

/** One that can be corrected already knows which clock nobody sets. */
const correctable = (clock: Clock) => (clock instanceof CorrectedClock ? clock : new CorrectedClock(clock));

type HostNeeds = Required<Omit<TrackerNeeds, 'journalWriter'>> & Pick<TrackerNeeds, 'journalWriter'>;

/** Claims the data directory, opens its journal, then the crew center. */
async function openHost(
  { config, clock, log, journalWriter, replace }: HostNeeds,
  opened: AsyncDisposableStack,
): Promise<Host> {
  const claimed = Promise.withResolvers<Pick<Host, 'dataDirectory' | 'local'>>();
  const damage = new Damage(clock, log);
  const claim = async (dataDirectory: string) => {
    await joinSplitJournals(dataDirectory, log);
    restoreBeforeStart(dataDirectory, new Date(clock.now()), log);
    damage.open(dataDirectory);
    const { commitWindowMs } = config;
    const faults = replace.journalFaults ?? {};
    const onDamage = (row: DamagedRow) => damage.note(journalFile, nameOf(row));
    const journal = await openJournal({
      directory: dataDirectory,
      clock,
      logger: log,
      commitWindowMs,
      faults,
      startWriter: journalWriter,
      onDamage,
    });
    opened.defer(() => journal.close());
    await requirePlace(journal, dataDirectory, config.journal !== null);
    claimed.resolve({ dataDirectory, local: replace.journal?.(journal) ?? journal });
  };
  const { passwordCost } = replace;
  const host = await openCrewCenter({
    config,
    clock,
    log,
    claim,
    passwordCost,
    onDamage: (file, what) => damage.note(file, what),
  });
  opened.defer(() => host.platform.close());
  const { contracts = host.contracts, edge = host.edge } = replace;
  const platform = replace.platform?.(host.platform) ?? host.platform;
  return { ...(await claimed.promise), damage, crewCenter: { ...host, contracts, edge, platform } };
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
