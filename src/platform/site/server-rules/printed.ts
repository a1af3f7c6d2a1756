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

export function printRules(server: PrintedServer, rules: ServerRules): string {
  return printers[server](rules);
}
