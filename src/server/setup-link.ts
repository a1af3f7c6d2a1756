import type { Config } from '../config/config.ts';
import { setupLinkMin } from '../web/access/setup.ts';

/** Returns the URL of a server with this configuration, for when none is running; null for a socket. */
export function configuredUrl({ listen, tls }: Pick<Config, 'listen' | 'tls'>): string | null {
  if (listen.kind !== 'tcp') return null;
  const host = listen.host.includes(':') ? `[${listen.host}]` : listen.host;
  return `${tls.kind === 'none' ? 'http' : 'https'}://${host}:${listen.port}`;
}

/** Returns the full URL of a path, as this machine can open it; null for a socket. */
export function wholeAddress(url: string | null, path: string): string | null {
  if (url === null || url.startsWith('unix:')) return null;
  return `${url.replace('//0.0.0.0', '//127.0.0.1').replace('//[::]', '//[::1]')}${path}`;
}

/** Explains in two or three lines how to use a one-time link. */
export function setupText(url: string | null, path: string): string {
  const address = wholeAddress(url, path);
  const how = `once, within ${setupLinkMin} minutes`;
  if (address === null) return `Open this path at the address of your site, ${how}:\n  ${path}`;
  return `Open this address, ${how}:\n  ${address}\nFrom another machine: the address of your site, with the same path.`;
}
