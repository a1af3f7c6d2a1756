import { Refusal } from '../../tracking/refusals.ts';

const hosts = ['discord.com', 'discordapp.com', 'canary.discord.com', 'ptb.discord.com'];

/** @throws Refusal `invalid` for an address that is not one of a Discord webhook */
export function requireDiscordUrl({ protocol, host, pathname, searchParams }: URL): void {
  const isPath = /^\/api\/(?:v\d+\/)?webhooks\/\d{5,25}\/[\w-]{20,120}$/.test(pathname);
  const isQuery = [...searchParams].every(([name, value]) => name === 'thread_id' && /^\d{5,25}$/.test(value));
  if (isPath && isQuery && protocol === 'https:' && hosts.includes(host)) return;
  const message =
    'Enter the address that Discord shows: channel settings, Integrations, Webhooks, Copy Webhook URL. It begins with https://discord.com/api/webhooks/.';
  throw new Refusal('invalid', {
    message: `The address is not one of a Discord webhook. ${message}`,
    fields: { url: message },
  });
}

/** Returns the address for a new message, which answers with the message. */
export function newMessageUrl(webhook: string): string {
  const url = new URL(webhook);
  url.searchParams.set('wait', 'true');
  return url.href;
}

/** Returns the address of a message that this webhook posted. */
export function messageUrl(webhook: string, message: string): string {
  const url = new URL(webhook);
  url.pathname += `/messages/${message}`;
  return url.href;
}
