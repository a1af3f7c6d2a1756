import { textOf, textOrNull } from '../../lib/row.ts';
import { Refusal } from '../../tracking/refusals.ts';
import type { CrewCenter } from './crew-center.ts';

/** A rule of the crew center, by version 7's own key: `bids.allow_multiple_bids`. */
export interface HostSetting {
  readonly key: string;
  readonly value: string;
  readonly default: string;
  readonly type: 'boolean' | 'number' | 'text';
  /** One line for people. */
  readonly summary: string;
}

/** By key. */
export function listHostSettings(crewCenter: CrewCenter): readonly HostSetting[] {
  return crewCenter.read(() =>
    crewCenter.all('SELECT * FROM settings ORDER BY "key"').map((row) => ({
      key: textOf(row, 'key'),
      value: textOf(row, 'value'),
      default: textOrNull(row, 'default') ?? '',
      type: toType(textOrNull(row, 'type')),
      summary: textOf(row, 'name'),
    })),
  );
}

/** In force with the next call. @throws Refusal `invalid` naming the key. */
export function writeHostSetting(crewCenter: CrewCenter, key: string, text: string): Promise<HostSetting> {
  return crewCenter.write(() => {
    const setting = listHostSettings(crewCenter).find((each) => each.key === key);
    if (setting === undefined) throw invalid(key, 'is not a setting');
    const value = parse(setting.type, text.trim());
    if (value === null)
      throw invalid(key, setting.type === 'number' ? 'must be a whole number' : 'must be true or false');
    crewCenter.run('UPDATE settings SET value = ?, updated_at = ? WHERE "key" = ?', value, crewCenter.now(), key);
    return { ...setting, value };
  });
}

function toType(type: string | null): HostSetting['type'] {
  if (type === 'boolean' || type === 'bool') return 'boolean';
  return type === 'number' || type === 'integer' || type === 'int' ? 'number' : 'text';
}

function parse(type: HostSetting['type'], text: string): string | null {
  if (type === 'number') return /^\d{1,6}$/.test(text) ? String(Number(text)) : null;
  if (type === 'text') return text.slice(0, 191);
  if (/^(true|1|yes|on)$/i.test(text)) return 'true';
  return /^(false|0|no|off)$/i.test(text) ? 'false' : null;
}

function invalid(key: string, problem: string): Refusal {
  return new Refusal('invalid', { message: `${key} ${problem}.`, fields: { [key]: problem } });
}
