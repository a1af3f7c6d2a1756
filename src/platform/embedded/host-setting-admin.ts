import { textOf, textOrNull } from '../../lib/row.ts';
import { Refusal } from '../../tracking/refusals.ts';
import type { CrewCenter } from './crew-center.ts';
import { type HostRule, type HostValueType, hostRule } from './host-rules.ts';

/** A rule of the crew center, by version 7's own key: `bids.allow_multiple_bids`. */
export interface HostSetting {
  readonly key: string;
  readonly value: string;
  readonly default: string;
  readonly type: HostValueType;
  /** Title, as stored in the table. */
  readonly summary: string;
  readonly rule: HostRule;
}

/** By key. */
export function listHostSettings(crewCenter: CrewCenter): readonly HostSetting[] {
  return crewCenter.read(() =>
    crewCenter.all('SELECT * FROM settings ORDER BY "key"').map((row) => {
      const [key, type, summary] = [textOf(row, 'key'), toType(textOrNull(row, 'type')), textOf(row, 'name')];
      const [value, standard] = [textOf(row, 'value'), textOrNull(row, 'default') ?? ''];
      return { key, value, default: standard, type, summary, rule: hostRule(key, type, summary) };
    }),
  );
}

/**
 * Stores all of these values, or none. They take effect with the next call.
 * @throws Refusal `invalid` with one message for every invalid key
 */
export function writeHostSettings(
  crewCenter: CrewCenter,
  changes: Readonly<Record<string, string>>,
): Promise<readonly HostSetting[]> {
  return crewCenter.write(() => {
    const settings = new Map(listHostSettings(crewCenter).map((each) => [each.key, each]));
    const problems: Record<string, string> = {};
    const written = Object.entries(changes).flatMap(([key, text]) => {
      const setting = settings.get(key);
      const parsed = setting?.rule.parse(text.trim()) ?? { problem: 'is not a setting' };
      if ('problem' in parsed) problems[key] = parsed.problem;
      return setting === undefined || 'problem' in parsed ? [] : [{ ...setting, value: parsed.value }];
    });
    if (Object.keys(problems).length > 0) throw invalid(problems);
    for (const { key, value } of written)
      crewCenter.run('UPDATE settings SET value = ?, updated_at = ? WHERE "key" = ?', value, crewCenter.now(), key);
    return written;
  });
}

function toType(type: string | null): HostValueType {
  if (type === 'boolean' || type === 'bool') return 'boolean';
  return type === 'number' || type === 'integer' || type === 'int' ? 'number' : 'text';
}

function invalid(fields: Readonly<Record<string, string>>): Refusal {
  const message = Object.entries(fields).map(([key, problem]) => `${key} ${problem}.`);
  return new Refusal('invalid', { message: message.join(' '), fields });
}
