import {
  flag,
  integer,
  type Kind,
  list,
  listen,
  network,
  oneOf,
  optional,
  path,
  program,
  text,
  tileAddress,
} from './kinds.ts';

/** One setting of the server, said once: reading, start-up check, `.env.example` and `docs/configuration.md` come from here. */
export interface Setting<T> {
  /** Its name in the environment. */
  readonly variable: string;
  readonly kind: Kind<T>;
  /** As one would write it. */
  readonly standard: string;
  /** What the number counts; empty where there is none. */
  readonly unit: string;
  /** One sentence for an operator. */
  readonly about: string;
  readonly group: 'Server' | 'Crew center' | 'Flights' | 'Pages' | 'Limits' | 'Journal and log';
}

function setting<T>(
  group: Setting<T>['group'],
  variable: string,
  kind: Kind<T>,
  standard: string,
  about: string,
  unit = '',
): Setting<T> {
  return { group, variable, kind, standard, about, unit };
}

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Every setting, in the order of the documentation. */
export const settings = {
  data: setting(
    'Server',
    'TRACKER_DATA',
    optional(path),
    '',
    'Folder of the journal and of the embedded crew center, outside any public folder; empty means `./data`, or the place that suits the crew center.',
  ),
  listen: setting('Server', 'TRACKER_LISTEN', listen, '127.0.0.1:8787', 'Where the server listens.'),
  tlsCert: setting(
    'Server',
    'TRACKER_TLS_CERT',
    optional(path),
    '',
    'Certificate file (PEM) of the server itself, where no web server in front speaks https.',
  ),
  tlsKey: setting(
    'Server',
    'TRACKER_TLS_KEY',
    optional(path),
    '',
    'Key file (PEM) that belongs to `TRACKER_TLS_CERT`.',
  ),
  requireHttps: setting(
    'Server',
    'TRACKER_REQUIRE_HTTPS',
    flag,
    'true',
    'Refuses requests over plain http, except from this machine itself.',
  ),
  trustProxy: setting(
    'Server',
    'TRACKER_TRUST_PROXY',
    list(network),
    '',
    'Addresses of the web servers in front whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed.',
  ),
  crewCenter: setting(
    'Crew center',
    'TRACKER_CREW_CENTER',
    optional(path),
    '',
    'Folder of the crew center that is served; empty means the embedded one.',
  ),
  databaseServer: setting(
    'Crew center',
    'TRACKER_DATABASE_SERVER',
    optional(text),
    '',
    'Where the database of the crew center answers, as `host:port` or `unix:/path`, when its own configuration does not lead there from here.',
  ),
  php: setting(
    'Crew center',
    'TRACKER_PHP',
    optional(program),
    '',
    'The PHP program that runs the own functions of a phpVMS 5; empty means `php` on the path.',
  ),
  update: setting(
    'Crew center',
    'TRACKER_UPDATE',
    oneOf(['at-start', 'by-operator']),
    'at-start',
    'When the embedded crew center’s data of an older version is brought forward: at the start of the server, or when the operator applies it on the Update page; a copy is kept either way.',
  ),
  embeddedVersion: setting(
    'Crew center',
    'TRACKER_EMBEDDED_VERSION',
    oneOf(['7', '5']),
    '7',
    'Which version the embedded crew center stands for: 7 answers the native contract, 5 the legacy one.',
  ),
  forwardedWaits: setting(
    'Crew center',
    'TRACKER_FORWARDED_WAITS',
    integer(1, 1_000),
    '3',
    'So many calls that came through the PHP of the crew center may wait for it at once; keep it below the number of its PHP workers.',
  ),
  suspendAfter: setting(
    'Flights',
    'TRACKER_SUSPEND_AFTER',
    integer(1, 1_440),
    '30',
    'A flight without a report for so long leaves the map until its next report.',
    'minutes',
  ),
  abandonAfter: setting(
    'Flights',
    'TRACKER_ABANDON_AFTER',
    integer(1, 720),
    '72',
    'A flight without a report for so long is ended and its PIREP cancelled.',
    'hours',
  ),
  answerWithin: setting(
    'Flights',
    'TRACKER_ANSWER_WITHIN',
    integer(1, 60),
    '8',
    'So long a start, finish or cancel waits for the crew center before it is answered without it.',
    'seconds',
  ),
  tileUrl: setting(
    'Pages',
    'TRACKER_TILE_URL',
    optional(tileAddress),
    '',
    'Map tiles in the place of the outlines that come along, such as `https://tiles.example/{z}/{x}/{y}.png`; the browsers of all visitors ask there.',
  ),
  tileAttribution: setting(
    'Pages',
    'TRACKER_TILE_ATTRIBUTION',
    optional(text),
    '',
    'Whom those map tiles come from, shown on the map, as most tile servers ask for: `© OpenStreetMap contributors`.',
  ),
  publicHours: setting(
    'Pages',
    'TRACKER_PUBLIC_HOURS',
    integer(0, 8_760),
    '24',
    'So long after its end anyone who has its address may see a flight, without its pilot; later it takes a share link.',
    'hours',
  ),
  bodyLimit: setting(
    'Limits',
    'TRACKER_BODY_LIMIT',
    integer(1_024, 67_108_864),
    '1048576',
    'Largest body of a request, after decompression. Without a session token in a header it is 64 KiB.',
    'bytes',
  ),
  finishBodyLimit: setting(
    'Limits',
    'TRACKER_FINISH_BODY_LIMIT',
    integer(1_024, 67_108_864),
    '8388608',
    'Largest body of a finish (a flight log can be long), after decompression.',
    'bytes',
  ),
  positionsPerCall: setting(
    'Limits',
    'TRACKER_POSITIONS_PER_CALL',
    integer(1, 10_000),
    '500',
    'Most positions, or flight events, in one request.',
  ),
  requestsPerSecond: setting(
    'Limits',
    'TRACKER_REQUESTS_PER_SECOND',
    integer(1, 10_000),
    '20',
    'Requests of one session in the long run; all sessions of a pilot together have twice as many.',
    'per second',
  ),
  requestBurst: setting(
    'Limits',
    'TRACKER_REQUEST_BURST',
    integer(1, 100_000),
    '100',
    'Requests of one session at once.',
  ),
  reportsPerFlight: setting(
    'Limits',
    'TRACKER_REPORTS_PER_FLIGHT',
    integer(1_000, 10_000_000),
    '200000',
    'Maximum number of positions and events stored for one flight. Further ones are refused; the flight can still be finished.',
  ),
  bytesPerFlight: setting(
    'Limits',
    'TRACKER_BYTES_PER_FLIGHT',
    integer(1_048_576, 1_073_741_824),
    '67108864',
    'Maximum size of the reports stored for one flight.',
    'bytes',
  ),
  eventsPerMinute: setting(
    'Limits',
    'TRACKER_EVENTS_PER_MINUTE',
    integer(1, 10_000),
    '50',
    'Flight events that one flight may report in the long run, counted by the events’ own time.',
    'per minute',
  ),
  eventBurst: setting(
    'Limits',
    'TRACKER_EVENT_BURST',
    integer(1, 100_000),
    '5000',
    'Flight events that one flight may report at once.',
  ),
  loginPerPilotAndAddress: setting(
    'Limits',
    'TRACKER_LOGIN_FAILURES_PER_PILOT_AND_ADDRESS',
    integer(1, 1_000),
    '10',
    'Failed logins as one pilot from one address before the next must wait.',
    'in 15 minutes',
  ),
  loginPerAddress: setting(
    'Limits',
    'TRACKER_LOGIN_FAILURES_PER_ADDRESS',
    integer(1, 10_000),
    '30',
    'Failed logins from one address before the next must wait.',
    'in 15 minutes',
  ),
  loginPerPilot: setting(
    'Limits',
    'TRACKER_LOGIN_FAILURES_PER_PILOT',
    integer(1, 10_000),
    '100',
    'Failed logins as one pilot, from anywhere, before the next must wait.',
    'in 15 minutes',
  ),
  commitWindow: setting(
    'Journal and log',
    'TRACKER_COMMIT_WINDOW',
    integer(0, 1_000),
    '5',
    'So long a report waits for others to be written to disk together; 100 spares an SD card, 0 answers soonest.',
    'milliseconds',
  ),
  logLevel: setting(
    'Journal and log',
    'TRACKER_LOG_LEVEL',
    oneOf(logLevels),
    'info',
    'How much the log says; it never holds passwords or tokens.',
  ),
} as const satisfies Record<string, Setting<unknown>>;

export type SettingKey = keyof typeof settings;
export type SettingVariable = (typeof settings)[SettingKey]['variable'];
/** What each setting's text became. */
export type Values = { readonly [K in SettingKey]: (typeof settings)[K] extends Setting<infer T> ? T : never };
