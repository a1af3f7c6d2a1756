import type { WebhookInput } from '../webhooks/webhook-calls.ts';
import { CommandError } from './command.ts';

/** Types of events from `pirep.filed,pirep.accepted`; `all` is none in particular. Null when not given. */
export function readTypes(text: string | null): readonly string[] | null {
  if (text === null || text === 'all') return text === null ? null : [];
  return text.split(',').map((each) => each.trim());
}

/**
 * Settings from `NAME=VALUE,NAME=VALUE`. Null when not given.
 * @throws CommandError
 */
export function readOptions(text: string | null): WebhookInput['options'] | null {
  if (text === null) return null;
  const pairs = text.split(',').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    if (name.trim() === '' || value.length === 0)
      throw new CommandError(`--set takes NAME=VALUE, separated by commas (not "${pair}").`, 2);
    return [name.trim(), value.join('=').trim()] as const;
  });
  return Object.fromEntries(pairs);
}

/** What was given. */
export function withoutNulls(input: { [N in keyof WebhookInput]?: WebhookInput[N] | null }): Partial<WebhookInput> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}
