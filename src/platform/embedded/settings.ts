import { textOf } from '../../lib/row.ts';
import { digest } from '../../lib/tokens.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { isHeaderText } from '../five/plain-text.ts';
import type { CrewCenterSettings } from '../port.ts';
import {
  findTrackerSetting,
  readTrackerSettings,
  type TrackerSettingName,
  trackerSetting,
  trackerSettingNames,
} from '../seven/settings.ts';
import type { CrewCenter } from './crew-center.ts';

export type TrackerConfig = Readonly<Record<TrackerSettingName, string>>;

/** Reads every setting; missing and invalid ones have their default. */
export function readTrackerConfig(crewCenter: CrewCenter): TrackerConfig {
  const stored = readRows(crewCenter);
  const entries = trackerSettingNames.map((name) => {
    const setting = trackerSetting(name);
    const parsed = setting.parse(stored.get(name)?.trim() ?? setting.default);
    return [name, 'value' in parsed ? parsed.value : setting.default] as const;
  });
  return Object.fromEntries(entries) as Record<TrackerSettingName, string>;
}

function readRows(crewCenter: CrewCenter): ReadonlyMap<string, string> {
  const rows = crewCenter.all('SELECT name, value FROM tracker_config WHERE value IS NOT NULL');
  return new Map(rows.map((row) => [textOf(row, 'name'), textOf(row, 'value')]));
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
  const { settings } = readTrackerSettings(readRows(crewCenter), 'Crew Center');
  return { ...settings, enabled: true };
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
