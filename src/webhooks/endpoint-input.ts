import type { AddressPolicy } from '../lib/address-policy.ts';
import { Secret } from '../lib/secret.ts';
import { Refusal } from '../tracking/refusals.ts';
import { type Endpoint, type EndpointKind, endpointKinds } from './endpoint.ts';
import { type EventType, eventTypes } from './events.ts';
import { requireUrl } from './http/url.ts';
import type { Sender } from './sender.ts';
import type { WebhookInput } from './webhook-calls.ts';

const maxName = 80;

/** @throws Refusal `invalid` */
export function requireKind(kind: string): EndpointKind {
  const known = endpointKinds.find((each) => each === kind);
  if (known !== undefined) return known;
  throw new Refusal('invalid', {
    message: `"${kind}" is no kind of webhook. Use one of: ${endpointKinds.join(', ')}.`,
  });
}

/**
 * Checks what an operator gave for an endpoint.
 * @throws Refusal `invalid` naming what is wrong
 */
export function readInput(
  { name, url, events, options }: Omit<WebhookInput, 'kind'>,
  sender: Sender,
  policy: AddressPolicy,
): Pick<Endpoint, 'name' | 'url' | 'events' | 'options'> {
  const trimmed = name.trim();
  if (trimmed === '' || trimmed.length > maxName)
    throw new Refusal('invalid', { message: `The name must have 1 to ${maxName} characters.` });
  const parsed = requireUrl(url, policy);
  return {
    name: trimmed,
    url: new Secret(parsed.href),
    events: [...new Set(events.map(requireType))],
    options: sender.requireOptions(options, parsed),
  };
}

function requireType(type: string): EventType {
  const known = eventTypes.find((each) => each === type.trim());
  if (known !== undefined) return known;
  throw new Refusal('invalid', { message: `"${type}" is no type of event. Use some of: ${eventTypes.join(', ')}.` });
}
