import { isIP } from 'node:net';

/** Whether this is an address of this machine alone; a peer on the server's own unix socket is `unix:`. */
export function isLoopback(address: string): boolean {
  return (
    address === '127.0.0.1' ||
    address === '::1' ||
    address === 'unix:' ||
    (address.startsWith('127.') && isIP(address) === 4)
  );
}

/** Whether this is a host name, or an address, by which only this machine is asked for; a port may follow. */
export function isLoopbackName(host: string | undefined): boolean {
  if (host === undefined) return false;
  const name = host.replace(/:\d*$/, '').toLowerCase();
  return (
    name === 'localhost' || name === '[::1]' || name.endsWith('.localhost') || (isIP(name) === 4 && isLoopback(name))
  );
}
