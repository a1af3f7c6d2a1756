import { namesWith, objectOf } from '../lib/table.ts';
import type { WebhookCalls } from '../webhooks/webhook-calls.ts';
import type { ControlMethods } from './control-socket.ts';
import type { Operator } from './operator.ts';
import { operatorTable } from './operator-table.ts';

export const webhookNames = namesWith(operatorTable, 'by', 'webhooks');

/** Returns the calls for webhooks as members of their own. */
export function webhookCalls(given: WebhookCalls): WebhookCalls {
  return objectOf<WebhookCalls>(webhookNames, (name) => given[name].bind(given) as (typeof given)[typeof name]);
}

const names = Object.keys(operatorTable) as (keyof Operator)[];

/** Returns the operator's calls as methods of the control socket. */
export function toMethods(operator: Operator): ControlMethods {
  const ping = async () => 'pong';
  const methods = Object.fromEntries(
    names.map((name) => [
      name,
      async (args: readonly unknown[]) => (operator[name] as (...args: unknown[]) => unknown)(...args),
    ]),
  );
  return { ping, ...methods };
}

/** Returns the same interface, implemented by calls through `ask`. */
export function fromMethods(ask: (method: string, args: readonly unknown[]) => Promise<unknown>): Operator {
  return objectOf<Operator>(names, (name) => ((...args: unknown[]) => ask(name, args)) as Operator[typeof name]);
}
