import { type Config, ConfigError } from '../config/config.ts';
import type { Listen } from '../config/kinds.ts';
import { originOf } from '../http/exchange.ts';
import type { ListenTarget } from '../http/listen.ts';
import { sendPagesOn } from '../http/pages-elsewhere.ts';
import { ofThisThread, SpareHeap } from '../lib/spare-heap.ts';
import { pilotTokenOf } from '../web/access/pilots.ts';
import { openAlerts } from './alerts/open.ts';
import { askApiAtStart } from './api-at-start.ts';
import { BackupSchedule } from './backups/schedule.ts';
import { controlPath, openControl } from './control-socket.ts';
import { openEdge, watchEdge } from './edge.ts';
import { listenForEdge } from './edge-address.ts';
import { CountedChanges } from './health/counted-changes.ts';
import { Health } from './health/health.ts';
import type { Metrics } from './health/metrics.ts';
import { cannotServe, probesOf } from './health/probes.ts';
import { RefusedReports } from './health/refused-reports.ts';
import { addHealthRoutes } from './health/routes.ts';
import { registerHostSetup } from './host-setup/routes.ts';
import { buildHttp, type HttpServer } from './http.ts';
import type { HttpOptions } from './http-parts.ts';
import { toMethods } from './operator-methods.ts';
import { addPages } from './pages.ts';
import { knownKeys } from './releases/find-release.ts';
import { DailyNotice, guardedReader } from './releases/notice.ts';
import { openSiteChecks } from './site-checks.ts';
import { readTlsFiles, withContext } from './system-errors.ts';
import { openTracker, type Tracker, type TrackerNeeds } from './tracker.ts';

/** A running server. Disposing it completes requests in progress, then closes everything. */
export interface Server extends AsyncDisposable {
  readonly tracker: Tracker;
  readonly http: HttpServer;
  /** Where it listens: `http://127.0.0.1:8787`, `unix:/path`. */
  readonly url: string;
  /** False until somebody is owner of the operator pages; `operator.makeSetupPath` creates the link that makes one. */
  readonly hasOwner: boolean;
}

/**
 * Builds the whole server from its parts: journal, crew center, core, contract, control socket; then listens.
 * @throws ConfigError, DataDirectoryError, NewerDataError or Refusal, with a message for the operator
 */
export async function openServer(needs: TrackerNeeds): Promise<Server> {
  await using opened = new AsyncDisposableStack();
  const tracker = opened.use(await openTracker(needs));
  const { log, crewCenter, clock } = tracker;
  if (crewCenter.edge !== null) opened.use(await watchEdge(crewCenter.edge, { ...tracker, journal: tracker.ownNotes }));
  const refused = new RefusedReports();
  const http = openHttp(needs.config, tracker, refused);
  opened.defer(() => http.close());
  const backups = opened.use(startBackups(needs.config, tracker));
  const health = new Health(
    clock,
    probesOf(tracker, needs.config, () => backups?.isFailing === true),
  );
  const metrics = opened.use(await addHealth(http, tracker, needs.config, { health, refused }));
  const checks = needs.replace?.checks ?? opened.use(openChecks(tracker, needs.config));
  const release = opened.use(openNotice(tracker, needs.config));
  opened.use(openAlerts(tracker, needs.config, health, { checks, release }));
  const looks = { checks, release, health };
  const { hasOwner } = opened.use(await addPages(http, tracker, needs.config, looks, needs.replace));
  registerHostSetup(http.fastify, {
    calls: tracker.tracking.calls,
    platform: crewCenter.platform,
    clock,
    checks,
    programs: tracker.programs,
    originOf,
    end: () => process.kill(process.pid, 'SIGTERM'),
    onError: (error) => log.error({ err: error }, 'what set-up asked for failed'),
  });
  const onError = (error: unknown) => log.error({ err: error }, 'a command failed');
  const socket = controlPath(tracker.dataDirectory);
  let url: string | null = null;
  const beside = { readUrl: async () => url, readMetrics: () => metrics.read() };
  opened.use(
    await withContext(
      `The path of the control socket ${socket} is too long (the maximum is 107 bytes). Choose a shorter data directory with --data`,
      () => openControl(socket, toMethods({ ...tracker.operator, ...beside }), onError),
    ),
  );
  url = await withContext('Cannot listen on the address given by --listen or TRACKER_LISTEN', () =>
    http.listen(serverTarget(needs.config)),
  );
  opened.use(await listenForEdge(http.fastify, tracker, needs.config.listen));
  opened.use(askApiAtStart(crewCenter, log));
  opened.use(new SpareHeap(ofThisThread));
  opened.use(await tracker.cluster.join(http));
  tracker.once.begin();
  const parts = opened.move();
  return { tracker, http, url, hasOwner, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

function openHttp(config: Config, tracker: Tracker, refused: RefusedReports): HttpServer {
  const { log, clock, tracking, crewCenter, cluster } = tracker;
  const { elsewhere } = cluster;
  const http = buildHttp({
    contracts: crewCenter.contracts,
    calls: tracking.calls,
    settings: () => tracking.calls.status().settings,
    options: httpOptions(config, tracker),
    logger: log,
    clock,
    elsewhere,
    onRefused: refused.note,
  });
  if (elsewhere !== null) sendPagesOn(http.fastify, elsewhere, pilotTokenOf);
  return http;
}

/** Daily backups; null while none are configured. */
function startBackups({ backups }: Config, { operator, clock, log }: Tracker): BackupSchedule | null {
  if (backups === null) return null;
  const make = (folder: string) => operator.backup('daily', folder);
  return new BackupSchedule(backups, clock, make, (reason) =>
    log.error({ event: 'backup-failed', reason }, 'the daily backup could not be made'),
  );
}

/** Adds what monitors ask for; figures only where nobody but the operator reaches them. */
async function addHealth(
  { fastify }: HttpServer,
  tracker: Tracker,
  { backups, metricsListen }: Config,
  { health, refused }: { readonly health: Health; readonly refused: RefusedReports },
): Promise<Pick<Metrics, 'read'> & AsyncDisposable> {
  addHealthRoutes(fastify, health);
  const sources = { health, refused, changed: new CountedChanges(tracker.cluster.own), backups };
  // Loading their package takes longer than the framework; most servers are never asked for them.
  const create = async () => (await import('./health/metrics.ts')).createMetrics(tracker, sources);
  let created: Promise<Metrics> | null = null;
  const metrics = () => {
    created ??= create().catch((error: unknown) => {
      created = null; // the next request tries again
      throw error;
    });
    return created;
  };
  const read = async () => (await metrics()).read();
  if (metricsListen === null) return { read, async [Symbol.asyncDispose]() {} };
  const server = await withContext('Cannot listen on the address given by TRACKER_METRICS_LISTEN', async () =>
    (await metrics()).serve(targetOf(metricsListen)),
  );
  return { read, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

/** Null for the embedded crew center, which has no site. */
function openChecks({ dataDirectory, clock, ownNotes }: Tracker, config: Config) {
  const { crewCenter } = config;
  return crewCenter.kind === 'folder'
    ? openSiteChecks({ folder: crewCenter.path, config, dataDirectory }, clock, ownNotes)
    : null;
}

/** Null where the operator does not want it. */
function openNotice({ clock, log, ownNotes }: Tracker, config: Config): DailyNotice | null {
  const { releaseUrl, releaseKey, webhookNetworks } = config;
  if (releaseUrl === null) return null;
  return new DailyNotice({
    url: releaseUrl,
    keys: knownKeys(releaseKey),
    read: guardedReader(webhookNetworks, new AbortController().signal),
    clock,
    notes: ownNotes,
    onFailure: (reason) => log.warn({ event: 'release-not-read', reason }, 'the newest release cannot be read'),
  });
}

function httpOptions(config: Config, tracker: Tracker): HttpOptions {
  const { requireHttps, trustProxy } = config;
  const { crewCenter, cluster } = tracker;
  const { edge } = crewCenter;
  const isDetailed = config.logLevel === 'debug' || config.logLevel === 'trace';
  return {
    requireHttps: () => crewCenter.requireHttps() ?? requireHttps,
    requireHttpsSetting: crewCenter.requireHttpsSetting,
    trustProxy,
    trustProxySetting: edge?.trustSetting ? `TRACKER_TRUST_PROXY, or set ${edge.trustSetting}` : 'TRACKER_TRUST_PROXY',
    edge: edge && openEdge(edge, tracker),
    isCutOff: () => cannotServe(cluster.place),
    tls: readTlsFiles(config),
    logRequests: config.accessLog ? 'info' : isDetailed ? 'debug' : null,
  };
}

/** The first socket that systemd passes: sd_listen_fds(3). */
const firstPassedFd = 3;

/** @throws ConfigError where a socket of systemd is meant and it passed none, or several */
function serverTarget({ listen, passedSockets }: Config): ListenTarget {
  if (listen.kind !== 'systemd') return targetOf(listen);
  if (passedSockets === 1) return { kind: 'inherited', fd: firstPassedFd };
  throw new ConfigError([
    `TRACKER_LISTEN is "systemd", and systemd passed ${passedSockets === 0 ? 'no socket' : `${passedSockets} sockets`}: start the server with a socket unit that has one ListenStream=, or set an address.`,
  ]);
}

/** Permissions of a unix socket: everyone, as with a port, because the web server in front runs as another user. */
function targetOf(listen: Listen): ListenTarget {
  return listen.kind === 'unix' ? { ...listen, mode: 0o666 } : listen;
}
