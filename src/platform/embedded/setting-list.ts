import {
  flag,
  integer,
  type Kind,
  matching,
  optional,
  type StoredKind,
  stored,
  webAddress,
} from '../../lib/setting-kinds.ts';

/** One setting of `tracker_config`: what it does, and what may be written into it. */
export interface TrackerSetting extends StoredKind {
  readonly name: TrackerSettingName;
  /** A few words. */
  readonly title: string;
  /** One sentence for people. */
  readonly summary: string;
  readonly unit: string | null;
  readonly default: string;
}

export const trackerSettingNames = [
  'va_name',
  'logo_url',
  'banner_url',
  'website_url',
  'primary_color',
  'session_token_ttl',
  'long_session_days',
  'bids_required',
  'password_login',
  'client_token_required',
  'client_token_hash',
  'server_address',
] as const;
export type TrackerSettingName = (typeof trackerSettingNames)[number];

/** Lifetime of a session, minutes. */
export const sessionTtl = { min: 5, max: 43_200, default: 1440 } as const;

function setting(
  name: TrackerSettingName,
  [title, summary]: readonly [title: string, summary: string],
  value: string,
  kind: Kind<string | number | boolean | null>,
  unit: string | null = null,
): TrackerSetting {
  return { name, title, summary, unit, default: value, ...stored(kind) };
}

const optionalAddress = optional(webAddress);
const color = matching(/^(#[0-9a-fA-F]{6})?$/, 'a color like #1f4e79, or empty');
const ttl = integer(sessionTtl.min, sessionTtl.max);

/** Every Tracker setting of the crew center. A change takes effect within 5 seconds. */
export const trackerSettings: readonly TrackerSetting[] = [
  setting(
    'va_name',
    ['Airline name', 'Shown on every page and in clients.'],
    'Crew Center',
    matching(/^.{1,100}$/u, '1 to 100 characters'),
  ),
  setting('logo_url', ['Logo', 'Address of the logo, shown next to the name and in clients.'], '', optionalAddress),
  setting('banner_url', ['Banner', 'Address of the banner that clients show.'], '', optionalAddress),
  setting(
    'website_url',
    ['Website', 'Address of the airline’s website, linked from clients and from the name on the map.'],
    '',
    optionalAddress,
  ),
  setting('primary_color', ['Color', 'Accent color of the pages and of clients.'], '', color),
  setting(
    'session_token_ttl',
    ['Session lifetime', 'How long a pilot stays logged in. Using the session does not extend it.'],
    String(sessionTtl.default),
    ttl,
    'minutes',
  ),
  setting(
    'long_session_days',
    [
      'Long session lifetime',
      'How long a pilot stays logged in with a client that resumes its session, such as smartCARS 3.',
    ],
    '30',
    integer(1, 365),
    'days',
  ),
  setting(
    'bids_required',
    [
      'Require a bid',
      'Whether a flight needs a bid. If not, pilots may also fly flights that they describe themselves.',
    ],
    'true',
    flag,
  ),
  setting(
    'password_login',
    ['Password login', 'Whether pilots may log in with a password. API keys are always accepted.'],
    'true',
    flag,
  ),
  setting(
    'client_token_required',
    ['Require client token', 'Whether clients must send the client token with every call.'],
    'false',
    flag,
  ),
  setting(
    'client_token_hash',
    ['Client token', 'SHA-256 of the client token that the desktop clients send.'],
    '',
    matching(/^([0-9a-f]{64})?$/, '64 lower-case hexadecimal digits, or empty'),
  ),
  setting(
    'server_address',
    [
      'Server address',
      'Address at which the edge of a crew center reaches this server. Not used by the embedded crew center.',
    ],
    '127.0.0.1:8787',
    matching(/^(127\.0\.0\.1:\d{1,5}|unix:\/.{1,100})$/, '127.0.0.1 with a port, or unix: with an absolute path'),
  ),
];

/** Returns the setting of this name. @throws Error when there is none */
export function trackerSetting(name: TrackerSettingName): TrackerSetting {
  const found = findTrackerSetting(name);
  if (found === null) throw new Error(`${name} is not a setting.`);
  return found;
}

export function findTrackerSetting(name: string): TrackerSetting | null {
  return trackerSettings.find((each) => each.name === name) ?? null;
}
