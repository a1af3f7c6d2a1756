import type { Config } from '../config/config.ts';
import { controlPath, openControl } from './control-socket.ts';
import { openEdge, watchEdge } from './edge.ts';
import { listenForEdge } from './edge-address.ts';
import { buildHttp, type HttpOptions, type HttpServer } from './http.ts';
import { toMethods } from './operator.ts';
import { addPages } from './pages.ts';
import { readTlsFiles, withContext } from './system-errors.ts';
import { openTracker, type Tracker, type TrackerNeeds } from './tracker.ts';

/** A server at work. Disposing it finishes what is under way, then closes everything. */
export interface Server extends AsyncDisposable {
  readonly tracker: Tracker;
  readonly http: HttpServer;
  /** Where it listens: `http://127.0.0.1:8787`, `unix:/path`. */
  readonly url: string;
  /** False until the operator's password is set; `operator.makeSetupPath` makes the link that sets it. */
  readonly hasPassword: boolean;
}

/**
 * Builds the whole server from its parts: journal, crew center, core, contract, control socket; then listens.
 * @throws ConfigError, DataDirectoryError, NewerDataError or Refusal, in words that say what to mend
 */
export async function openServer(needs: TrackerNeeds): Promise<Server> {
  await using opened = new AsyncDisposableStack();
  const tracker = opened.use(await openTracker(needs));
  const { log, tracking, crewCenter, clock } = tracker;
  if (crewCenter.edge !== null) opened.use(await watchEdge(crewCenter.edge, tracker));
  const http = buildHttp({
    contracts: crewCenter.contracts,
    calls: tracking.calls,
    settings: () => tracking.calls.status().settings,
    options: httpOptions(needs.config, tracker),
    logger: log,
    clock,
  });
  opened.defer(() => http.close());
  const { hasPassword } = opened.use(await addPages(http, tracker, needs.config.pages));
  const onError = (error: unknown) => log.error({ err: error }, 'a command failed');
  const socket = controlPath(tracker.dataDirectory);
  let url: string | null = null;
  opened.use(
    await withContext(
      `The data directory cannot hold the socket of commands ${socket} (an address has at most 107 bytes)`,
      () => openControl(socket, toMethods({ ...tracker.operator, readUrl: async () => url }), onError),
    ),
  );
  url = await withContext('Cannot listen on the address given by --listen or TRACKER_LISTEN', () =>
    http.listen(listenTarget(needs.config)),
  );
  opened.use(await listenForEdge(http.fastify, tracker, needs.config.listen));
  const parts = opened.move();
  return { tracker, http, url, hasPassword, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

function httpOptions(config: Config, tracker: Tracker): HttpOptions {
  const { requireHttps, trustProxy } = config;
  const { crewCenter } = tracker;
  const { edge } = crewCenter;
  return {
    requireHttps: () => crewCenter.requireHttps() ?? requireHttps,
    requireHttpsSetting: crewCenter.requireHttpsSetting,
    trustProxy,
    trustProxySetting: edge?.trustSetting ? `TRACKER_TRUST_PROXY, or set ${edge.trustSetting}` : 'TRACKER_TRUST_PROXY',
    edge: edge && openEdge(edge, tracker),
    tls: readTlsFiles(config),
    logRequests: config.logLevel === 'debug' || config.logLevel === 'trace',
  };
}

/** A unix socket may be used by whoever could use a port of this machine: the web server in front runs as somebody else. */
function listenTarget({ listen }: Config): Parameters<HttpServer['listen']>[0] {
  return listen.kind === 'unix' ? { ...listen, mode: 0o666 } : listen;
}
