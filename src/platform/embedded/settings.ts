import { textOf, textOrNull } from '../../lib/row.ts';
import { digest } from '../../lib/tokens.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { isHeaderText } from '../five/plain-text.ts';
import type { CrewCenterSettings } from '../port.ts';
import type { CrewCenter } from './crew-center.ts';
import { findTrackerSetting, type TrackerSettingName, trackerSettings } from './setting-list.ts';

export type TrackerConfig = Readonly<Record<TrackerSettingName, string>>;

/** Reads every setting; missing and invalid ones have their default. */
export function readTrackerConfig(crewCenter: CrewCenter): TrackerConfig {
  const rows = crewCenter.all('SELECT name, value FROM tracker_config');
  const stored = new Map(rows.map((row) => [textOf(row, 'name'), textOrNull(row, 'value')]));
  const entries = trackerSettings.map((setting) => {
    const parsed = setting.parse(stored.get(setting.name)?.trim() ?? setting.default);
    return [setting.name, 'value' in parsed ? parsed.value : setting.default] as const;
  });
  return Object.fromEntries(entries) as Record<TrackerSettingName, string>;
}

/**
 * Stores all of these values, or none. `client_token` is accepted too: only the hash of the token is stored.
 * @throws Refusal `invalid` with one message for every invalid name
 */
export async function writeTrackerConfig(
  crewCenter: CrewCenter,
  changes: Readonly<Record<string, string>>,
): Promise<TrackerConfig> {
  const fields: Record<string, string> = {};
  const values = Object.entries(changes).map(([name, text]) => check(name, text, fields));
  const { client_token_hash: oldHash } = readTrackerConfig(crewCenter);
  const { client_token_required: isRequired, client_token_hash: hash = oldHash } = Object.fromEntries(values);
  if (isRequired === 'true' && hash === '')
    fields.client_token_required =
      'cannot be enabled without a client token, because no client could log in; generate a client token first';
  if (Object.keys(fields).length > 0) {
    const message = Object.entries(fields).map(([name, problem]) => `${name} ${problem}.`);
    throw new Refusal('invalid', { message: message.join(' '), fields });
  }
  return crewCenter.write(() => {
    for (const [name, value] of values) {
      crewCenter.run(
        `INSERT INTO tracker_config (name, value, updated_at) VALUES (?, ?, ?)
         ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
        name,
        value,
        crewCenter.now(),
      );
    }
    return readTrackerConfig(crewCenter);
  });
}

/** The settings as the core knows them. */
export function readSettings(crewCenter: CrewCenter): CrewCenterSettings {
  const config = readTrackerConfig(crewCenter);
  return {
    name: config.va_name,
    logoUrl: config.logo_url || null,
    bannerUrl: config.banner_url || null,
    websiteUrl: config.website_url || null,
    primaryColor: config.primary_color || null,
    sessionTtlMin: Number(config.session_token_ttl),
    longSessionDays: Number(config.long_session_days),
    bidsRequired: config.bids_required === 'true',
    passwordLogin: config.password_login === 'true',
    clientTokenRequired: config.client_token_required === 'true',
    clientTokenHash: config.client_token_hash || null,
    enabled: true,
  };
}

function check(name: string, text: string, fields: Record<string, string>): readonly [string, string] {
  const value = text.trim();
  if (name === 'client_token') {
    if (value.length < 16) fields[name] = 'must have at least 16 characters';
    else if (!isHeaderText(value))
      fields[name] = 'must contain only English letters, digits and punctuation, because it is sent in a header';
    return ['client_token_hash', digest(value)];
  }
  const setting = findTrackerSetting(name);
  const parsed = setting?.parse(value) ?? { problem: 'is not a setting' };
  if ('value' in parsed) return [name, parsed.value];
  fields[name] = parsed.problem;
  return [name, value];
}
