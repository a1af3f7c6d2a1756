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
import type { CrewCenterSettings } from '../port.ts';

/** How a field of a form looks. */
export type FieldKind = 'text' | 'url' | 'number' | 'flag';

/** A setting of the airline: a row of `tracker_config`. Pages, commands, the module's PHP and what the core knows are derived from it. */
interface SettingRow<T = unknown> {
  /** The setting in the core; null when the core does not know it. */
  readonly member: keyof CrewCenterSettings | null;
  readonly group: 'Airline' | 'Pilots and clients' | 'Server';
  /** A few words. */
  readonly title: string;
  /** One sentence for people. */
  readonly summary: string;
  readonly unit: string | null;
  readonly default: string;
  readonly kind: Kind<T>;
  readonly field: FieldKind;
  /** Shown in the empty field of phpVMS 7's admin. */
  readonly placeholder: string;
  /** Rules of Laravel for that field. */
  readonly laravel: readonly string[];
}

type Texts = Pick<SettingRow, 'title' | 'summary'> & Partial<Pick<SettingRow, 'unit' | 'placeholder'>>;

function row<T, const Member extends SettingRow['member']>(
  group: SettingRow['group'],
  member: Member,
  value: string,
  [field, kind, laravel]: readonly [field: FieldKind, kind: Kind<T>, laravel: readonly string[]],
  texts: Texts,
): SettingRow<T> & { readonly member: Member } {
  const placeholder = field === 'number' ? value : '';
  return { group, member, default: value, field, kind, laravel, unit: null, placeholder, ...texts };
}

const address = [
  'url',
  optional(webAddress),
  ['nullable', 'string', 'max:255', 'url', 'regex:#^https?://#i'],
] as const satisfies readonly unknown[];
const yesOrNo = ['flag', flag, ['required', 'boolean']] as const satisfies readonly unknown[];

function between(min: number, max: number) {
  return ['number', integer(min, max), ['required', 'integer', `between:${min},${max}`]] as const;
}

const hash: Kind<string> = {
  constraint: '64 hexadecimal digits',
  read: (text) => (/^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : undefined),
};

/** Every setting, in the order of the forms. A change takes effect within 5 seconds. */
export const trackerSettings = {
  va_name: row(
    'Airline',
    'name',
    '',
    ['text', optional(matching(/^.{1,100}$/u, '1 to 100 characters')), ['nullable', 'string', 'max:100']],
    { title: 'Airline name', summary: 'Shown on every page and in clients. If empty: the name of the site.' },
  ),
  logo_url: row('Airline', 'logoUrl', '', address, {
    title: 'Logo',
    summary: 'Address of the logo, shown next to the name and in clients.',
    placeholder: 'https://',
  }),
  banner_url: row('Airline', 'bannerUrl', '', address, {
    title: 'Banner',
    summary: 'Address of the banner that clients show.',
    placeholder: 'https://',
  }),
  website_url: row('Airline', 'websiteUrl', '', address, {
    title: 'Website',
    summary: 'Address of the airline’s website, linked from clients and from the name on the map.',
    placeholder: 'https://',
  }),
  primary_color: row(
    'Airline',
    'primaryColor',
    '',
    [
      'text',
      optional(matching(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, 'a color like #1f4e79')),
      ['nullable', 'regex:/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i'],
    ],
    { title: 'Color', summary: 'Accent color of the pages and of clients.', placeholder: '#1a2b3c' },
  ),
  session_token_ttl: row('Pilots and clients', 'sessionTtlMin', '1440', between(5, 43_200), {
    title: 'Session lifetime',
    summary: 'How long a pilot stays logged in. Using the session does not extend it.',
    unit: 'minutes',
  }),
  long_session_days: row('Pilots and clients', 'longSessionDays', '30', between(1, 365), {
    title: 'Long session lifetime',
    summary: 'How long a pilot stays logged in with a client that resumes its session, such as smartCARS 3.',
    unit: 'days',
  }),
  bids_required: row('Pilots and clients', 'bidsRequired', 'true', yesOrNo, {
    title: 'Require a bid',
    summary: 'Whether a flight needs a bid. If not, pilots may also fly flights that they describe themselves.',
  }),
  password_login: row('Pilots and clients', 'passwordLogin', 'true', yesOrNo, {
    title: 'Password login',
    summary: 'Whether pilots may log in with a password. API keys are always accepted.',
  }),
  client_token_required: row('Pilots and clients', 'clientTokenRequired', 'false', yesOrNo, {
    title: 'Require client token',
    summary: 'Whether clients must send the client token with every call.',
  }),
  client_token_hash: row('Pilots and clients', 'clientTokenHash', '', ['text', optional(hash), ['nullable']], {
    title: 'Client token',
    summary: 'SHA-256 of the client token that the desktop clients send.',
  }),
  server_address: row(
    'Server',
    null,
    '',
    [
      'text',
      optional(
        matching(/^(127\.0\.0\.1:\d{1,5}|unix:\/.{1,100})$/, '127.0.0.1 with a port, or unix: with an absolute path'),
      ),
      ['nullable', 'string', 'max:200'],
    ],
    {
      title: 'Server address',
      summary:
        'Where a site finds the server: 127.0.0.1:8787 or unix:/path, with commas between several that share a journal. Not for the embedded crew center.',
      placeholder: 'found on this machine',
    },
  ),
} as const satisfies Record<string, SettingRow>;

export type TrackerSettingName = keyof typeof trackerSettings;
export const trackerSettingNames = Object.keys(trackerSettings) as readonly TrackerSettingName[];

/** A setting with its name, and how its text is checked. */
export interface TrackerSetting extends Omit<SettingRow, 'kind'>, StoredKind {
  readonly name: TrackerSettingName;
}

export function trackerSetting(name: TrackerSettingName): TrackerSetting {
  const { kind, ...setting } = trackerSettings[name];
  return { name, ...setting, ...stored(kind) };
}

export function findTrackerSetting(name: string): TrackerSetting | null {
  const known = trackerSettingNames.find((each) => each === name);
  return known === undefined ? null : trackerSetting(known);
}

/**
 * Returns the settings as the core has them. What is unset, empty or invalid has its default; the names of the invalid ones
 * are returned too.
 * @param siteName - the airline's name where it has none here
 */
export function readTrackerSettings(
  values: ReadonlyMap<string, string>,
  siteName: string,
): { readonly settings: Omit<CrewCenterSettings, 'enabled'>; readonly invalid: readonly TrackerSettingName[] } {
  const settings: Record<string, unknown> = {};
  const invalid: TrackerSettingName[] = [];
  for (const name of trackerSettingNames) {
    const { kind, member, default: standard }: SettingRow = trackerSettings[name];
    if (member === null) continue;
    const value = kind.read(values.get(name)?.trim() || standard);
    if (value === undefined) invalid.push(name);
    settings[member] = (value === undefined ? kind.read(standard) : value) ?? (member === 'name' ? siteName : null);
  }
  return { settings: settings as unknown as Omit<CrewCenterSettings, 'enabled'>, invalid };
}

/** What counts where a crew center says nothing: the defaults of the table. @param name - the airline's */
export function defaultSettings(name: string): CrewCenterSettings {
  return { ...readTrackerSettings(new Map(), name).settings, enabled: true };
}
