import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isThere } from '../lib/is-there.ts';
import { serverOf } from '../platform/check/subject.ts';
import { CrewCenterError } from '../platform/crew-center.ts';
import { createAsk } from '../platform/site/ask.ts';
import type { EdgeKit } from '../platform/site/edge-kit.ts';
import { apacheModules } from '../platform/site/server-rules/apache.ts';
import { type PrintedServer, printedFor, printRules } from '../platform/site/server-rules/printed.ts';
import type { ServerRules } from '../platform/site/server-rules/server-rules.ts';
import { CommandError, type CommandIo } from './command.ts';

interface Wish {
  /** `--site`: its path is used instead of the one in the crew center's configuration. */
  readonly site: string | null;
  /** `--write`. */
  readonly file: string | null;
  /** `--hand-over-core`. */
  readonly handsOver: boolean;
}

/** Prints the rules for a web server, or writes them to a file. @throws CommandError for a server without rules */
export function showRules(kit: EdgeKit, name: string, { site, file, handsOver }: Wish, io: CommandIo): number {
  const server = printedFor.find((each) => each === name);
  if (server === undefined) throw new CommandError(`--server must be one of ${printedFor.join(', ')}.`, 2);
  const rules = withCore(rulesAt(kit, site), handsOver);
  const text = inWords(() => printRules(server, rules));
  if (file === null) {
    io.out(io.json ? JSON.stringify({ success: true, server, rules: text }) : text);
    return 0;
  }
  const path = resolve(file);
  try {
    writeRules(path, text, handsOver);
  } catch (error) {
    throw new CommandError(`${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  }
  io.out(
    io.json ? JSON.stringify({ success: true, server, file: path }) : `${path} written. ${next[server](path, rules)}`,
  );
  return 0;
}

/** With what is handed over they hold a secret: then others may not read the file, also one that is there already. */
function writeRules(path: string, text: string, isSecret: boolean): void {
  if (isSecret && isThere(path)) chmodSync(path, statSync(path).mode & 0o770);
  writeFileSync(path, text, { mode: isSecret ? 0o600 : 0o644 });
}

const next: Readonly<Record<PrintedServer, (path: string, rules: ServerRules) => string>> = {
  nginx: (path) =>
    `Add \`include ${path};\` to the server block, before the location that runs PHP; then: nginx -t && systemctl reload nginx`,
  apache: (path, rules) =>
    `Add \`Include ${path}\` to the virtual host; then: a2enmod ${apacheModules(rules).join(' ')} && apachectl configtest && systemctl reload apache2`,
  caddy: (path, { passed }) =>
    `${passed.some(({ kind }) => kind === 'handed-over') ? `Let only Caddy read it: chgrp caddy ${path} && chmod 640 ${path}. ` : ''}Add \`import ${path}\` to the site's block of the Caddyfile; then: systemctl reload caddy`,
  litespeed: () => 'Follow the steps in the file; they are untested.',
};

/** Returns the rules for the web server at this address; if it cannot be identified, how to print them. */
export async function rulesFor(kit: EdgeKit, url: string | null): Promise<string> {
  const reply = url === null ? null : await createAsk()(`${url}/`);
  const server = printedFor.find((each) => each === serverOf(reply?.headers.get('server') ?? ''));
  if (server !== undefined) return ruleText(server, rulesAt(kit, url));
  return 'Rules for your web server: `tracker install FOLDER --server nginx` (or apache, caddy, litespeed) prints them.';
}

function ruleText(server: PrintedServer, rules: ServerRules): string {
  try {
    return printRules(server, rules);
  } catch (error) {
    if (error instanceof CrewCenterError) return error.message;
    throw error;
  }
}

function inWords<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw error instanceof CrewCenterError ? new CommandError(error.message) : error;
  }
}

/** @throws CommandError for a crew center without such an API */
function withCore(rules: ServerRules, handsOver: boolean): ServerRules {
  if (!handsOver) return rules;
  const { handedOver, passed } = rules;
  if (handedOver.length > 0) return { ...rules, passed: [...passed, ...handedOver] };
  const message = '--hand-over-core is for a phpVMS 7 whose APP_KEY has 32 bytes (php artisan key:generate).';
  throw new CommandError(message, 2);
}

function rulesAt({ rules }: EdgeKit, site: string | null): ServerRules {
  return site === null ? rules : { ...rules, sitePath: new URL(site).pathname.replace(/(?<!\/)\/+$/, '') };
}
