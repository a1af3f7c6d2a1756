import { createHmac, randomBytes } from 'node:crypto';
import { Secret } from '../lib/secret.ts';
import type { SigningSecret } from './endpoint.ts';

// Standard Webhooks, https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md

const prefix = 'whsec_';
/** The standard asks for 24 to 64. */
const keyBytes = 32;

export function newSigningKey(): Secret {
  return new Secret(`${prefix}${randomBytes(keyBytes).toString('base64')}`);
}

/** Returns the three headers of a message; one signature for each key that is valid at this time. */
export function signatureHeaders(
  secrets: readonly SigningSecret[],
  message: { readonly id: string; readonly at: number; readonly body: string },
): Readonly<Record<string, string>> {
  const timestamp = Math.floor(message.at / 1_000);
  const signed = `${message.id}.${timestamp}.${message.body}`;
  const signatures = secrets
    .filter(({ until }) => until === null || message.at < until)
    .map(({ key }) => {
      const bytes = Buffer.from(key.reveal().slice(prefix.length), 'base64');
      return `v1,${createHmac('sha256', bytes).update(signed).digest('base64')}`;
    });
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
