import type { Secret } from '../../lib/secret.ts';
import type { GuardedRequests } from '../../webhooks/http/guarded-request.ts';
import type { AlertChannel } from './alerts.ts';

/** Maximum length of a message: https://discord.com/developers/docs/resources/webhook#execute-webhook */
const maxCharacters = 2_000;

/** Posts to a Discord channel by its webhook; nobody is mentioned, and markup is shown as it is. */
export function discordChannel(url: Secret, requests: GuardedRequests): AlertChannel {
  return {
    name: 'discord',
    async send({ subject, text }) {
      const content = `${subject}\n${text}`.replaceAll(/[\\*_~`|>#[\]()<@-]/g, '\\$&').slice(0, maxCharacters);
      const { status } = await requests.send({
        method: 'POST',
        url: url.reveal(),
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ content, allowed_mentions: { parse: [] } }),
        signal: AbortSignal.timeout(20_000),
      });
      if (status < 200 || status > 299) throw new Error(`Discord answered ${status}`);
    },
  };
}
