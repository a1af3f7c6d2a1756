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
export const sessionTtl = { least: 5, most: 43_200, default: 1440 } as const;

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
const ttl = integer(sessionTtl.least, sessionTtl.most);

/** Every setting of the crew center's admin, once. A change is in force within 5 seconds. */
export const trackerSettings: readonly TrackerSetting[] = [
  setting(
    'va_name',
    ['Name of the airline', 'Stands on every page, and clients show it.'],
    'Crew Center',
    matching(/^.{1,100}$/u, '1 to 100 characters'),
  ),
  setting('logo_url', ['Logo', 'Stands beside the name, and clients show it.'], '', optionalAddress),
  setting('banner_url', ['Banner', 'Clients show it.'], '', optionalAddress),
  setting(
    'website_url',
    ['Website', 'Where clients send a pilot, and where the name on the map leads.'],
    '',
    optionalAddress,
  ),
  setting('primary_color', ['Color', 'Of buttons and marks on the pages, and in clients.'], '', color),
  setting(
    'session_token_ttl',
    ['A login lasts', 'How long a login lasts; use does not prolong it.'],
    String(sessionTtl.default),
    ttl,
    'minutes',
  ),
  setting(
    'long_session_days',
    [
      'A kept session lasts',
      'How long a login lasts with a client that starts with the session it had, such as smartCARS 3.',
    ],
    '30',
    integer(1, 365),
    'days',
  ),
  setting(
    'bids_required',
    ['A flight needs a bid', 'Whether a flight needs a bid; else pilots may name the flight themselves.'],
    'true',
    flag,
  ),
  setting(
    'password_login',
    ['Login by password', 'Whether pilots may log in by password; keys are always accepted.'],
    'true',
    flag,
  ),
  setting(
    'client_token_required',
    ['Shared token demanded', 'Whether every call must carry the client token.'],
    'false',
    flag,
  ),
  setting(
    'client_token_hash',
    ['Shared token', 'SHA-256 of the client token that was given to every desktop client.'],
    '',
    matching(/^([0-9a-f]{64})?$/, '64 lower-case hexadecimal digits, or empty'),
  ),
  setting(
    'server_address',
    [
      'Address of this server',
      'Where the folder inside a crew center finds this server; the embedded one has no such folder.',
    ],
    '127.0.0.1:8787',
    matching(/^(127\.0\.0\.1:\d{1,5}|unix:\/.{1,100})$/, '127.0.0.1 with a port, or unix: with an absolute path'),
  ),
];

/** @throws Error when this is no setting: names are checked by their type */
export function trackerSetting(name: TrackerSettingName): TrackerSetting {
  const found = findTrackerSetting(name);
  if (found === null) throw new Error(`${name} is no setting.`);
  return found;
}

export function findTrackerSetting(name: string): TrackerSetting | null {
  return trackerSettings.find((each) => each.name === name) ?? null;
}
