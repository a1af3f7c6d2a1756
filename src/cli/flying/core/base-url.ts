import type { Fetch } from '../../../client/transport.ts';
import { CommandError } from '../../command.ts';

/** Where the API of phpVMS 7 can be below an address, best first: through Tracker, or at the address itself. */
const places = ['/api/tracker/core', ''];

/**
 * Returns what `/api/…` is appended to: an address that names Tracker's own place as it is, else the first place that answers.
 * @throws CommandError when none does
 */
export async function findCoreBase(address: string, fetch: Fetch): Promise<string> {
  const site = address.replace(/(?<!\/)\/+$/, '');
  if (site.endsWith('/api/tracker/core')) return site;
  const said: string[] = [];
  for (const place of places) {
    const problem = await greet(`${site}${place}/api/status`, fetch);
    if (problem === null) return site + place;
    said.push(`  ${site}${place}/api/status: ${problem}`);
  }
  throw new CommandError(`The API of phpVMS 7 does not answer at ${site}:\n${said.join('\n')}`, 3);
}

/** null when it answers as phpVMS 7 does; else what it says. */
async function greet(url: string, fetch: Fetch): Promise<string | null> {
  try {
    const response = await fetch(url, { method: 'GET', headers: { Accept: 'application/json' }, redirect: 'manual' });
    const text = await response.text();
    if (response.status !== 200) return String(response.status);
    return /"version"\s*:/.test(text) ? null : 'another page';
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    return `no answer (${cause})`;
  }
}
