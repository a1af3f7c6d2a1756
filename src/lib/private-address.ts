import { BlockList, isIP } from 'node:net';

/** What nobody outside can listen to: this machine, and networks that are not routed on the internet (RFC 1918, 6598, 4193). */
const privateNetworks = new BlockList();
for (const [net, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  privateNetworks.addSubnet(net, bits, 'ipv4');
privateNetworks.addAddress('::1', 'ipv6');
privateNetworks.addSubnet('fc00::', 7, 'ipv6');

/** Whether this is an address, not a name, in such a network. @param host - as in a URL: IPv6 with or without brackets */
export function isPrivate(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '');
  const version = isIP(address);
  return version !== 0 && privateNetworks.check(address, version === 4 ? 'ipv4' : 'ipv6');
}
