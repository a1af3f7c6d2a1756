import { readFences, readPage } from '../docs/fences.ts';
import { startWebServer, type WebServer, type WebSite } from './web-server.ts';

const page = 'docs/scaling.md';

/** A private nginx in front of three servers, by the rules of the page about several machines. @param servers - addresses with their ports */
export function startDocumentedNginx(
  servers: readonly [string, string, string],
  site: Pick<WebSite, 'documentRoot' | 'fastcgi'>,
): Promise<WebServer> {
  const blocks = readFences(page, readPage(page)).filter(({ info }) => info === 'nginx');
  const [group = '', locations = ''] = blocks.map(({ text }) => text);
  // TLS ends there.
  const rules = locations.replaceAll('$scheme', 'https');
  const outside = group.replaceAll(/10\.0\.0\.(\d):8787/g, (address, last) => servers[Number(last) - 1] ?? address);
  return startWebServer('nginx', { ...site, sitePath: '', rules, outside });
}
