/**
 * Returns the network as which an address is counted: the first `bits` bits of an IPv6 address (a customer has at least a /64 and
 * may use any address in it), or the IPv4 address itself.
 */
export function networkOf(address: string, bits: 48 | 64): string {
  const groups = groupsOf(address);
  if (groups === null) return address;
  const kept = groups.slice(0, bits / 16).map((group) => group.toString(16));
  return `${kept.join(':')}::/${bits}`;
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
