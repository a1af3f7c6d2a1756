import type { Fetch } from '../../../client/transport.ts';
import { CommandError } from '../../command.ts';

/** Ends of a Script URL below the site's address, best first. */
const ends = ['/api/tracker/smartcars/', '/acars/smartcars.php/', '/api/tracker/smartcars?/', '/acars/smartcars.php?/'];

/**
 * Returns the Script URL of a site, with which paths are joined; a Script URL itself is taken as it is.
 * @throws CommandError when nothing there speaks with smartCARS 3, or the site is not reached
 */
export async function findScriptUrl(baseUrl: string, fetch: Fetch): Promise<string> {
  if (/smartcars(?:\.php)?(?:\/|\?\/)$/.test(baseUrl)) return baseUrl;
  const site = baseUrl.replace(/(?<!\/)\/+$/, '');
  const said: string[] = [];
  for (const end of ends) {
    const answer = await handshake(`${site}${end}`, fetch);
    if (answer === null) return `${site}${end}`;
    said.push(`  ${site}${end}: ${answer}`);
  }
  throw new CommandError(`No Script URL of ${site} answers smartCARS 3:\n${said.join('\n')}`, 3);
}

/** null when it answers as smartCARS Central wants it; else what it says. */
async function handshake(url: string, fetch: Fetch): Promise<string | null> {
  try {
    const response = await fetch(url, { method: 'GET', headers: {}, redirect: 'manual' });
    const text = await response.text();
    if (response.status !== 200) return `${response.status}`;
    return /"handler":"phpvms[57]"/.test(text.replace(/\s/g, '')) ? null : 'another page';
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    return `no answer (${cause})`;
  }
}
