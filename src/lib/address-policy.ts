import { BlockList, isIP } from 'node:net';

/**
 * Addresses that are not of the public internet: https://www.iana.org/assignments/iana-ipv4-special-registry, with multicast and
 * the reserved class E.
 */
const specialFour = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/**
 * Services inside a cloud, at addresses that belong to the public internet and lead nowhere else:
 * Azure (https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16),
 * IBM (https://cloud.ibm.com/docs/vpc?topic=vpc-service-endpoints-for-vpc),
 * Google (https://cloud.google.com/vpc/docs/configure-private-google-access). What others have is in the list above.
 */
const ofClouds = ['168.63.129.16', '161.26.0.0/16', '166.8.0.0/14', '199.36.153.4/30', '199.36.153.8/30'];
/** Only this part of IPv6 is the public internet so far: https://www.iana.org/assignments/ipv6-address-space. */
const publicSix = ['2000::/3'];
/** Of it: assignments for protocols such as Teredo, documentation, and 6to4, which leads to any IPv4 address. */
const specialSix = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

/** Which addresses may be connected to. */
export class AddressPolicy {
  readonly #special = blockList([...specialFour, ...ofClouds, ...specialSix]);
  readonly #publicSix = blockList(publicSix);
  readonly #named: BlockList;

  /** @param networks - those of the operator that are allowed though they are not public: `10.0.0.0/8`, `192.168.1.7` */
  constructor(networks: readonly string[]) {
    this.#named = blockList(networks);
  }

  /** Whether the operator named any network. */
  get hasNamed(): boolean {
    return this.#named.rules.length > 0;
  }

  /** Whether the operator named a network with this address. */
  isNamed(address: string): boolean {
    const family = familyOf(address);
    return family !== null && this.#named.check(address, family);
  }

  /** Whether this is an address of the public internet, or one that the operator named. */
  isAllowed(address: string): boolean {
    const family = familyOf(address);
    if (family === null) return false;
    if (this.#named.check(address, family)) return true;
    return !this.#special.check(address, family) && (family === 'ipv4' || this.#publicSix.check(address, family));
  }
}

/** Null for what is no address, and for one with a zone (`fe80::1%eth0`), which only this machine understands. */
function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  if (address.includes('%')) return null;
  const version = isIP(address);
  return version === 4 ? 'ipv4' : version === 6 ? 'ipv6' : null;
}

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}
