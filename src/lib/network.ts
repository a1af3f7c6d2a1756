/** Bits of the IPv6 networks that are counted: a customer has at least a /64, a site up to a /48, a provider a /32. */
const widthsOf6 = [64, 48, 32] as const;

/**
 * Returns the network as which an address is counted: the first 64 bits of an IPv6 address (a customer has at least a
 * /64 and may use any address in it), or the IPv4 address itself.
 */
export function networkOf(address: string): string {
  return networksOf(address)[0];
}

/**
 * Returns the networks that an address is in, narrowest first: the one as which it is counted, then those that one
 * sender may have many of. IPv6: /64, /48, /32; IPv4, also inside IPv6 (RFC 4291, 6052): the address, /24; anything
 * else: itself.
 */
export function networksOf(address: string): readonly [string, ...string[]] {
  if (!address.includes(':')) return networksOf4(address);
  const groups = groupsOf(address);
  if (groups === null) return [address];
  const inner = innerAddress(groups);
  if (inner !== null) return networksOf4(inner);
  const [own, ...wider] = widthsOf6.map((bits) => {
    const kept = groups.slice(0, bits / 16).map((group) => group.toString(16));
    return `${kept.join(':')}::/${bits}`;
  });
  return [own ?? address, ...wider];
}

function networksOf4(address: string): readonly [string, ...string[]] {
  const quad = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(address);
  return quad === null ? [address] : [address, `${quad[1]}.0/24`];
}

/** Returns the IPv4 address in an IPv6 address, by its eight groups: `::ffff:0:0/96` and `64:ff9b::/96`; null in any other. */
function innerAddress(groups: readonly number[]): string | null {
  const prefix = groups.slice(0, 6).map((group) => group.toString(16));
  if (!['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'].includes(prefix.join(':'))) return null;
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.');
}

/** Returns the eight groups of an IPv6 address; null when it is invalid. */
function groupsOf(address: string): readonly number[] | null {
  const [head = '', tail, rest] = address.split('::');
  const before = parseGroups(head);
  const after = parseGroups(tail ?? '');
  if (before === null || after === null || rest !== undefined) return null;
  const missing = 8 - before.length - after.length;
  if (tail === undefined ? missing !== 0 : missing < 0) return null;
  return [...before, ...Array.from({ length: missing }, () => 0), ...after];
}

function parseGroups(text: string): readonly number[] | null {
  if (text === '') return [];
  const groups = text.split(':').flatMap((group) => {
    const quad = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(group)?.slice(1).map(Number);
    if (quad === undefined) return /^[0-9a-f]{1,4}$/i.test(group) ? [Number.parseInt(group, 16)] : [Number.NaN];
    const [a = 0, b = 0, c = 0, d = 0] = quad;
    return [a * 256 + b, c * 256 + d];
  });
  return groups.some(Number.isNaN) ? null : groups;
}
