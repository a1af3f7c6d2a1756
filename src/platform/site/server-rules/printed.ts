import { CrewCenterError } from '../../crew-center.ts';
import { apacheRules } from './apache.ts';
import { caddyRules } from './caddy.ts';
import { litespeedRules } from './litespeed.ts';
import { nginxRules } from './nginx.ts';
import type { ServerRules } from './server-rules.ts';

/** Web servers for which rules can be printed. */
export const printedFor = ['nginx', 'apache', 'caddy', 'litespeed'] as const;
export type PrintedServer = (typeof printedFor)[number];

const printers: Readonly<Record<PrintedServer, (rules: ServerRules) => string>> = {
  nginx: nginxRules,
  apache: apacheRules,
  caddy: caddyRules,
  litespeed: litespeedRules,
};

/**
 * Returns the rules as the web server reads them.
 * @throws CrewCenterError when the site's settings hold what would become more than one word of a file that root includes
 */
export function printRules(server: PrintedServer, rules: ServerRules): string {
  const { sitePath, besidePublic, servers } = rules;
  for (const path of [sitePath, besidePublic ?? ''])
    if (!isPlainPath(path)) throw unprintable('path of the site', path, 'letters, digits and -._~%@,=:+!');
  for (const each of servers)
    if (!isPlainAddress(each)) throw unprintable('address of Tracker’s server', each, '127.0.0.1:8787 or unix:/path');
  return printers[server](rules);
}

const isPlainPath = (path: string) => /^(?:\/[\w.~%@,=:+!-]+)*$/.test(path);

const isPlainAddress = (address: string) =>
  /^(?:[\w.-]+|\[[0-9a-f:.]+\]):\d{1,5}$|^unix:(?:\/[\w.~%@=+-]+)+$/i.test(address);

function unprintable(what: string, value: string, expected: string): CrewCenterError {
  return new CrewCenterError(
    `No rules can be printed: the ${what} is ${JSON.stringify(value)}, and rules can only hold such as ${expected}.`,
  );
}
