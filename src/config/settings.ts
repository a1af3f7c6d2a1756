import {
  flag,
  forEver,
  inMilliseconds,
  integer,
  type Kind,
  list,
  oneOf,
  optional,
  text,
  webAddress,
} from '../lib/setting-kinds.ts';
import { clusterAddress, clusterSecret } from './cluster-place.ts';
import { databaseServer, journalPlace } from './journal-place.ts';
import {
  contractChoice,
  discordAddress,
  feedAddress,
  ipNetwork,
  listen,
  mailAddress,
  mailServer,
  mapSources,
  metarAddress,
  network,
  password,
  path,
  program,
  releaseAddress,
  releaseKey,
  serverListen,
  tileAddress,
  webOrigin,
} from './kinds.ts';

/**
 * Where the value stands in `Config`: in itself, or in one of its rooms, under the key of its row. `parts` are put together
 * with others: `combine.ts`.
 */
type Place = 'config' | 'pages' | 'host' | 'flights' | 'limits' | 'loginLimits' | 'quotas' | 'retention' | 'parts';

/**
 * A setting of the server, defined once: parsing, the start-up check, its place in `Config`, `.env.example` and
 * `docs/configuration.md` use it.
 */
export interface Setting<T, P extends Place = Place> {
  readonly place: P;
  readonly group: 'Server' | 'Crew center' | 'Flights' | 'Pages' | 'Limits' | 'Webhooks' | 'Alerts' | 'Journal and log';
  /** Its name in the environment. */
  readonly variable: string;
  /** Its name in earlier versions, which still works until the next major version; null where it had no other. */
  readonly formerly: string | null;
  readonly kind: Kind<T>;
  /** The default value, as an operator would write it. */
  readonly default: string;
  /** A noun phrase. */
  readonly title: string;
  /** One sentence for an operator. */
  readonly description: string;
  /** Unit of the number; empty if it has none. */
  readonly unit: string;
}

type Texts = Pick<Setting<unknown>, 'title' | 'description'> & Partial<Pick<Setting<unknown>, 'unit' | 'formerly'>>;

function setting<T, P extends Place>(
  place: P,
  group: Setting<T>['group'],
  variable: string,
  kind: Kind<T>,
  value: string,
  texts: Texts,
): Setting<T, P> {
  return { place, group, variable, kind, default: value, unit: '', formerly: null, ...texts };
}

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Every setting, in the order of the documentation. */
export const settings = {
  data: setting('parts', 'Server', 'TRACKER_DATA', optional(path), '', {
    title: 'Data directory',
    description:
      'Folder of the journal and of the embedded crew center, outside any public folder. If empty: `./data`, or the default location of the crew center.',
  }),
  defaultData: setting('parts', 'Server', 'TRACKER_DEFAULT_DATA', path, './data', {
    title: 'Default data directory',
    description:
      'Folder to use when `TRACKER_DATA` is empty and the crew center has none. Set by packages, not by operators.',
  }),
  listen: setting('config', 'Server', 'TRACKER_LISTEN', serverListen, '127.0.0.1:8787', {
    title: 'Listen address',
    description:
      'Address and port, or socket, on which the server accepts requests. With a socket of systemd no request is refused while the server restarts.',
  }),
  tlsCert: setting('parts', 'Server', 'TRACKER_TLS_CERT', optional(path), '', {
    title: 'TLS certificate',
    description: 'Certificate file (PEM), if no web server in front handles HTTPS.',
  }),
  tlsKey: setting('parts', 'Server', 'TRACKER_TLS_KEY', optional(path), '', {
    title: 'TLS key',
    description: 'Private key file (PEM) for `TRACKER_TLS_CERT`.',
  }),
  requireHttps: setting('config', 'Server', 'TRACKER_REQUIRE_HTTPS', flag, 'true', {
    title: 'Require HTTPS',
    description: 'Whether plain HTTP requests are rejected, except those from this machine.',
  }),
  trustProxy: setting('config', 'Server', 'TRACKER_TRUST_PROXY', list(network), '', {
    title: 'Trusted proxies',
    description:
      'Addresses of the web servers in front whose `X-Forwarded-For` and `X-Forwarded-Proto` headers are trusted.',
  }),
  metricsListen: setting('config', 'Server', 'TRACKER_METRICS_LISTEN', optional(listen), '', {
    title: 'Metrics address',
    description:
      'Address and port, or socket, on which `/metrics` is served in the text format of Prometheus. Not for the public. If empty: only `tracker metrics` prints them.',
  }),
  releaseUrl: setting('config', 'Server', 'TRACKER_RELEASE_URL', optional(releaseAddress), '', {
    title: 'Notice of releases',
    description:
      'Address of the `version.json` of the newest release, such as `https://releases.example/version.json`. The server then asks once a day whether there is a newer one, and tells the operator; nothing is sent but the request. If empty: nothing is asked.',
  }),
  releaseKey: setting('config', 'Server', 'TRACKER_RELEASE_KEY', optional(releaseKey), '', {
    title: 'Key of releases',
    description:
      'Public key (minisign) that alone signs releases here, instead of those that the installed build knows. For a build that is unsigned, and after a key was lost.',
  }),
  crewCenter: setting('parts', 'Crew center', 'TRACKER_CREW_CENTER', optional(path), '', {
    title: 'Crew center folder',
    description: 'Folder of the phpVMS site to use. If empty: the embedded crew center.',
  }),
  databaseServer: setting('host', 'Crew center', 'TRACKER_DATABASE_SERVER', optional(databaseServer), '', {
    title: 'Database address',
    description:
      'Address of the crew center’s database, as `host:port` or `unix:/path`, if the one in its own configuration does not work from here.',
  }),
  php: setting('host', 'Crew center', 'TRACKER_PHP', optional(program), '', {
    title: 'PHP program',
    description:
      'PHP program that runs phpVMS 5’s own functions, and phpVMS 7’s `artisan` in `tracker install`. If empty: `php` on the path.',
  }),
  vatsimField: setting('host', 'Crew center', 'TRACKER_VATSIM_FIELD', optional(text), '', {
    title: 'Profile field of VATSIM',
    description:
      'Name or title of the custom profile field in which pilots of phpVMS 5 enter their number on VATSIM. phpVMS 7 has a column for it. If empty: none.',
  }),
  ivaoField: setting('host', 'Crew center', 'TRACKER_IVAO_FIELD', optional(text), '', {
    title: 'Profile field of IVAO',
    description: 'The same of IVAO.',
  }),
  update: setting('config', 'Crew center', 'TRACKER_UPDATE', oneOf(['at-start', 'by-operator']), 'at-start', {
    title: 'Data upgrade',
    description:
      'When data of an older version of the embedded crew center is upgraded: when the server starts, or when the operator does it on the Update page. A backup is made in both cases.',
  }),
  embeddedVersion: setting('parts', 'Crew center', 'TRACKER_EMBEDDED_VERSION', oneOf(['7', '5']), '7', {
    title: 'Embedded crew center version',
    description: 'Contract of the embedded crew center: 7 for the native one, 5 for the legacy one.',
  }),
  contracts: setting('config', 'Crew center', 'TRACKER_CONTRACTS', contractChoice, 'auto', {
    title: 'Further contracts',
    description:
      'Other programs whose clients may fly: `smartcars3` is smartCARS 3, `phpvms7-core` are those that speak the core API of phpVMS 7 (not with version 5, real or embedded, whose pilots have no API keys), `stratos` is the Stratos client (untried, not with version 5). `auto` lets the first two in unless the crew center requires its client token, which they cannot send. Those that are named are always let in. If empty: none.',
  }),
  coreHandedOver: setting('config', 'Crew center', 'TRACKER_CORE_HANDED_OVER', flag, 'false', {
    title: 'Core paths handed over',
    description:
      'Whether the web server hands over the ACARS paths of a phpVMS 7’s own API (`/api/pireps/prefile`, `/api/pireps/…/file` and so on), so that its clients fly through Tracker with the address that they have.',
  }),
  maxForwardedWaits: setting('flights', 'Crew center', 'TRACKER_MAX_FORWARDED_WAITS', integer(1, 1_000), '3', {
    title: 'Maximum forwarded waits',
    description:
      'Maximum number of calls forwarded by the crew center’s PHP that may wait at the same time. Keep it below the number of PHP workers.',
    formerly: 'TRACKER_FORWARDED_WAITS',
  }),
  suspendAfterMin: setting('flights', 'Flights', 'TRACKER_SUSPEND_AFTER', integer(1, 1_440), '30', {
    title: 'Suspend after',
    description:
      'Time without a report after which a flight is suspended and leaves the map. Its next report resumes it.',
    unit: 'minutes',
  }),
  abandonAfterH: setting('flights', 'Flights', 'TRACKER_ABANDON_AFTER', integer(1, 720), '72', {
    title: 'Abandon after',
    description: 'Time without a report after which a flight is ended and its PIREP cancelled.',
    unit: 'hours',
  }),
  crewCenterTimeoutMs: setting(
    'flights',
    'Flights',
    'TRACKER_CREW_CENTER_TIMEOUT',
    inMilliseconds(integer(1, 60)),
    '8',
    {
      title: 'Crew center timeout',
      description:
        'How long start, finish and cancel wait for the crew center before the server replies without its result.',
      unit: 'seconds',
      formerly: 'TRACKER_ANSWER_WITHIN',
    },
  ),
  vatsimUrl: setting('config', 'Flights', 'TRACKER_VATSIM_URL', optional(feedAddress), '', {
    title: 'Feed of VATSIM',
    description:
      'Address of VATSIM’s data, `https://status.vatsim.net/status.json`. The server then reads there, while flights are under way, whether their pilots are online; nothing is sent but the request. If empty: nothing is read.',
  }),
  ivaoUrl: setting('config', 'Flights', 'TRACKER_IVAO_URL', optional(feedAddress), '', {
    title: 'Feed of IVAO',
    description: 'The same of IVAO, `https://api.ivao.aero/v2/tracker/whazzup`. If empty: nothing is read.',
  }),
  tileUrl: setting('pages', 'Pages', 'TRACKER_TILE_URL', optional(tileAddress), '', {
    title: 'Tile server',
    description:
      'Address of map tiles to show instead of the included outlines, such as `https://tiles.example/{z}/{x}/{y}.png`. Visitors’ browsers load the tiles from there.',
  }),
  tileAttribution: setting('pages', 'Pages', 'TRACKER_TILE_ATTRIBUTION', optional(text), '', {
    title: 'Tile attribution',
    description: 'Attribution shown on the map, as most tile servers require: `© OpenStreetMap contributors`.',
  }),
  mapSources: setting('pages', 'Pages', 'TRACKER_MAP_SOURCES', mapSources, '', {
    title: 'Further maps',
    description:
      'Tile servers that visitors can choose instead of the included map, as `Name | address | attribution`, several separated by `;`: `Satellite | https://tiles.example/{z}/{x}/{y}.jpg | © Example`.',
  }),
  publicHours: setting('pages', 'Pages', 'TRACKER_PUBLIC_HOURS', integer(0, 8_760), '24', {
    title: 'Public time',
    description:
      'How long after its end anyone with the address of a flight can see it, without its pilot, unless the pilot chose to be named. After that a share link is required.',
    unit: 'hours',
  }),
  publicNames: setting('pages', 'Pages', 'TRACKER_PUBLIC_NAMES', oneOf(['none', 'short', 'full']), 'full', {
    title: 'Names of pilots in public',
    description:
      'What the live map, pages of flights and airports, and the API show everybody at most of the names of pilots who chose to be named: nothing, the first name with an initial, or the whole name. Of all other pilots they show nothing.',
  }),
  metarUrl: setting('pages', 'Pages', 'TRACKER_METAR_URL', optional(metarAddress), '', {
    title: 'Weather reports',
    description:
      'Address of METARs, with `{icao}` for the airport: `https://weather.example/metar/{icao}`. The server reads them, one an airport in ten minutes at most, and shows them with flights and airports. If empty: none.',
  }),
  navigationData: setting('pages', 'Pages', 'TRACKER_NAVIGATION_DATA', optional(path), '', {
    title: 'Navigation data',
    description:
      'Folder with `earth_fix.dat`, `earth_nav.dat` and `earth_awy.dat` as X-Plane has them. The map then draws filed routes by their waypoints and airways; without it, by the coordinates in them.',
  }),
  apiOrigins: setting('pages', 'Pages', 'TRACKER_API_ORIGINS', list(webOrigin), '', {
    title: 'Sites that may read the API',
    description:
      'Origins of web sites whose scripts may read the API for other programs in a browser, such as `https://www.example.org`; `*` is every site. If empty: only the server’s own pages.',
  }),
  bodyBytes: setting('limits', 'Limits', 'TRACKER_BODY_LIMIT', integer(1_024, 67_108_864), '1048576', {
    title: 'Body limit',
    description:
      'Maximum size of a request body, after decompression. Without a session token in a header it is 64 KiB.',
    unit: 'bytes',
  }),
  finishBodyBytes: setting('limits', 'Limits', 'TRACKER_FINISH_BODY_LIMIT', integer(1_024, 67_108_864), '8388608', {
    title: 'Body limit of finish',
    description: 'Maximum size of the body of a finish (a flight log can be long), after decompression.',
    unit: 'bytes',
  }),
  positionsPerCall: setting('limits', 'Limits', 'TRACKER_POSITIONS_PER_CALL', integer(1, 10_000), '500', {
    title: 'Positions per request',
    description: 'Maximum number of positions, or of flight events, in one request.',
  }),
  requestsPerSecond: setting('limits', 'Limits', 'TRACKER_REQUESTS_PER_SECOND', integer(1, 10_000), '20', {
    title: 'Requests per second',
    description:
      'Maximum average number of requests of a session. All sessions of a pilot together may make twice as many.',
    unit: 'per second',
  }),
  requestBurst: setting('limits', 'Limits', 'TRACKER_REQUEST_BURST', integer(1, 100_000), '100', {
    title: 'Request burst',
    description: 'Maximum number of requests that a session may make at once.',
  }),
  reportsPerFlight: setting('quotas', 'Limits', 'TRACKER_REPORTS_PER_FLIGHT', integer(1_000, 10_000_000), '200000', {
    title: 'Reports per flight',
    description:
      'Maximum number of positions and events stored for one flight. Further ones are refused; the flight can still be finished.',
  }),
  bytesPerFlight: setting(
    'quotas',
    'Limits',
    'TRACKER_BYTES_PER_FLIGHT',
    integer(1_048_576, 1_073_741_824),
    '67108864',
    {
      title: 'Storage per flight',
      description: 'Maximum size of the reports stored for one flight.',
      unit: 'bytes',
    },
  ),
  eventsPerMinute: setting('quotas', 'Limits', 'TRACKER_EVENTS_PER_MINUTE', integer(1, 10_000), '50', {
    title: 'Events per minute',
    description: 'Maximum average number of flight events of a flight, by the events’ own time.',
    unit: 'per minute',
  }),
  eventBurst: setting('quotas', 'Limits', 'TRACKER_EVENT_BURST', integer(1, 100_000), '5000', {
    title: 'Event burst',
    description: 'Maximum number of flight events that a flight may report at once.',
  }),
  perPilotAndAddress: setting(
    'loginLimits',
    'Limits',
    'TRACKER_LOGIN_FAILURES_PER_PILOT_AND_ADDRESS',
    integer(1, 1_000),
    '10',
    {
      title: 'Failed logins per pilot and address',
      description: 'Number of failed logins as one pilot from one address after which the next login must wait.',
      unit: 'in 15 minutes',
    },
  ),
  perAddress: setting('loginLimits', 'Limits', 'TRACKER_LOGIN_FAILURES_PER_ADDRESS', integer(1, 10_000), '30', {
    title: 'Failed logins per address',
    description: 'Number of failed logins from one address after which the next login must wait.',
    unit: 'in 15 minutes',
  }),
  perPilot: setting('loginLimits', 'Limits', 'TRACKER_LOGIN_FAILURES_PER_PILOT', integer(1, 10_000), '100', {
    title: 'Failed logins per pilot',
    description: 'Number of failed logins as one pilot, from any address, after which the next login must wait.',
    unit: 'in 15 minutes',
  }),
  webhookNetworks: setting('config', 'Webhooks', 'TRACKER_WEBHOOK_NETWORKS', list(ipNetwork), '', {
    title: 'Private networks for webhooks',
    description:
      'Networks outside the public internet to which events may be delivered, also by plain HTTP: `192.168.1.20`, `10.0.0.0/8`. If empty: none.',
  }),
  alertMailTo: setting('parts', 'Alerts', 'TRACKER_ALERT_MAIL_TO', list(mailAddress), '', {
    title: 'Mail to staff',
    description:
      'Addresses that get a mail when a PIREP cannot be filed, the crew center is away for ten minutes, the disk is nearly full, a module was stopped, or `tracker check` finds something serious; and one when it is over. If empty: none.',
  }),
  alertMailFrom: setting('parts', 'Alerts', 'TRACKER_ALERT_MAIL_FROM', optional(mailAddress), '', {
    title: 'Sender of mail',
    description: 'Address from which the mail is sent, as the mail server requires it.',
  }),
  mailServer: setting('parts', 'Alerts', 'TRACKER_MAIL_SERVER', optional(mailServer), '', {
    title: 'Mail server',
    description: 'SMTP server that sends the mail. The connection is encrypted, except to this machine.',
  }),
  mailPassword: setting('parts', 'Alerts', 'TRACKER_MAIL_PASSWORD', optional(password), '', {
    title: 'Mail password',
    description: 'Password of the name in `TRACKER_MAIL_SERVER`.',
  }),
  publicAddress: setting('parts', 'Alerts', 'TRACKER_PUBLIC_ADDRESS', optional(webAddress), '', {
    title: 'Address of the server for pilots',
    description:
      'What the links in mail to pilots begin with, such as `https://crew.example.org`. If empty, or without a mail server: pilots get no mail.',
  }),
  alertDiscord: setting('parts', 'Alerts', 'TRACKER_ALERT_DISCORD', optional(discordAddress), '', {
    title: 'Discord channel of staff',
    description: 'Address of the webhook of a Discord channel that gets the same messages. If empty: none.',
  }),
  flightDays: setting('retention', 'Journal and log', 'TRACKER_KEEP_FLIGHTS', forEver(integer(0, 36_500)), '0', {
    title: 'Keep flights',
    description:
      'Time after its end after which a flight is deleted from the journal, with its track. At least 30; 0 keeps flights for ever. The crew center keeps its PIREPs.',
    unit: 'days',
  }),
  auditDays: setting('retention', 'Journal and log', 'TRACKER_KEEP_AUDIT', forEver(integer(0, 36_500)), '0', {
    title: 'Keep audit log',
    description: 'Time after which an entry of the audit log is deleted. 0 keeps entries for ever.',
    unit: 'days',
  }),
  backupFolder: setting('parts', 'Journal and log', 'TRACKER_BACKUP_FOLDER', optional(path), '', {
    title: 'Backup folder',
    description: 'Folder in which a backup is made every day, best on another disk. If empty: none is made.',
  }),
  backupHour: setting('parts', 'Journal and log', 'TRACKER_BACKUP_HOUR', integer(0, 23), '3', {
    title: 'Backup hour',
    description: 'Hour of the day, UTC, after which the backup is made. One that was missed is made later.',
  }),
  backupKeep: setting('parts', 'Journal and log', 'TRACKER_BACKUP_KEEP', integer(1, 366), '14', {
    title: 'Backups to keep',
    description: 'Number of daily backups to keep; older ones are deleted.',
  }),
  journal: setting('parts', 'Journal and log', 'TRACKER_JOURNAL', optional(journalPlace), '', {
    title: 'Journal in MariaDB',
    description:
      'Database of the journal, in one MariaDB server or in a Galera cluster whose nodes are all named. If empty: a file in the data directory. Not for the embedded crew center.',
  }),
  journalPassword: setting('parts', 'Journal and log', 'TRACKER_JOURNAL_PASSWORD', optional(password), '', {
    title: 'Password of the journal',
    description: 'Password of the user in `TRACKER_JOURNAL`.',
  }),
  journalPasswordFile: setting('parts', 'Journal and log', 'TRACKER_JOURNAL_PASSWORD_FILE', optional(path), '', {
    title: 'Password file of the journal',
    description: 'File with the password of the user in `TRACKER_JOURNAL`, instead of `TRACKER_JOURNAL_PASSWORD`.',
  }),
  clusterListen: setting('parts', 'Journal and log', 'TRACKER_CLUSTER_LISTEN', optional(listen), '', {
    title: 'Address for the other servers',
    description:
      'Address and port on which this server listens for the other servers of a cluster, in a private network. With `TRACKER_TLS_CERT` it speaks TLS there. Needed with `TRACKER_JOURNAL`.',
  }),
  clusterAddress: setting('parts', 'Journal and log', 'TRACKER_CLUSTER_ADDRESS', optional(clusterAddress), '', {
    title: 'URL for the other servers',
    description:
      'URL by which the other servers of a cluster reach this one. Without TLS only a private address. If empty: made from `TRACKER_CLUSTER_LISTEN`.',
  }),
  clusterCa: setting('parts', 'Journal and log', 'TRACKER_CLUSTER_CA', optional(path), '', {
    title: 'Authority of the other servers',
    description:
      'File with certificates (PEM) by which those of the other servers of a cluster are verified, where they speak TLS with certificates of your own authority. If empty: the public authorities that Node knows.',
  }),
  clusterSecret: setting('parts', 'Journal and log', 'TRACKER_CLUSTER_SECRET', optional(clusterSecret), '', {
    title: 'Secret of the cluster',
    description:
      'The same text on every server of a cluster, by which they know each other. Needed with `TRACKER_JOURNAL`.',
  }),
  clusterSecretFile: setting('parts', 'Journal and log', 'TRACKER_CLUSTER_SECRET_FILE', optional(path), '', {
    title: 'File with the secret of the cluster',
    description: 'File with that text, instead of `TRACKER_CLUSTER_SECRET`.',
  }),
  commitWindowMs: setting('config', 'Journal and log', 'TRACKER_COMMIT_WINDOW', integer(0, 1_000), '5', {
    title: 'Commit window',
    description:
      'How long a report waits for others so that they are written to disk together. 100 reduces wear on an SD card, 0 gives the fastest replies.',
    unit: 'milliseconds',
  }),
  accessLog: setting('config', 'Journal and log', 'TRACKER_ACCESS_LOG', flag, 'false', {
    title: 'Access log',
    description: 'Whether every request is logged, with its path, status and duration.',
  }),
  logLevel: setting('config', 'Journal and log', 'TRACKER_LOG_LEVEL', oneOf(logLevels), 'info', {
    title: 'Log level',
    description: 'Lowest level of messages in the log. The log never contains passwords or tokens.',
  }),
} as const satisfies Record<string, Setting<unknown>>;

type Table = typeof settings;
export type SettingKey = keyof Table;
export type SettingVariable = Table[SettingKey]['variable'];
/** The parsed value of each setting. */
export type Values = { readonly [K in SettingKey]: Table[K] extends Setting<infer T> ? T : never };
/** The values of a place. */
export type ValuesOf<P extends Place> = {
  readonly [K in SettingKey as Table[K] extends Setting<unknown, P> ? K : never]: Values[K];
};
/** The values that stand in `Config` as they are. */
export type PlacedValues = ValuesOf<'config'> & {
  readonly [P in Exclude<Place, 'config' | 'parts'>]: ValuesOf<P>;
};

/** Puts each value into its place. */
export function place(values: Values): PlacedValues {
  const placed: Record<string, unknown> = {};
  for (const [key, { place }] of Object.entries<Setting<unknown>>(settings)) {
    const value = values[key as SettingKey];
    if (place === 'config') placed[key] = value;
    else if (place !== 'parts') placed[place] = { ...(placed[place] as object | undefined), [key]: value };
  }
  return placed as PlacedValues;
}
