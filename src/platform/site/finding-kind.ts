/** How urgent a finding is. `serious`: data can be read or changed, or flights are refused. */
export type Severity = 'serious' | 'warning' | 'note';

/** The web servers whose rules we know; `other` for one that does not say which it is. */
export const webServers = ['nginx', 'apache', 'caddy', 'litespeed', 'other'] as const;
export type WebServer = (typeof webServers)[number];

/** What can be wrong, once: the docs, the command and the operator's page say the same. */
export interface FindingKind {
  /** Unless the observation says otherwise. */
  readonly severity: Severity;
  /** A noun phrase or a short sentence. */
  readonly title: string;
  /** Why it matters, in one sentence. */
  readonly reason: string;
  /** What to do; by web server where that differs. */
  readonly remedy: string | Readonly<Record<WebServer, string>> | ByRule;
}

/** A rule of the web server mends it, after this sentence. */
export interface ByRule {
  readonly first: string;
}

export const kind = (
  severity: Severity,
  title: string,
  reason: string,
  remedy: FindingKind['remedy'],
): FindingKind => ({
  severity,
  title,
  reason,
  remedy,
});

export const byRule = (first: string): ByRule => ({ first });

/** @param unruled - paths of addresses that the printed rules do not deny, because their names say nothing */
export function ruleRemedy({ first }: ByRule, server: WebServer, unruled: readonly string[]): string {
  return `${first} ${unruled.length === 0 ? printed[server] : ownRules[server](unruled)}`;
}

const rules = (server: string) => `\`tracker install FOLDER --server ${server}\` prints the rules that deny it`;
const files = 'allow .htaccess files in the virtual host (AllowOverride All)';
const byFix = '`tracker check FOLDER --fix` writes a rule';

const printed: Readonly<Record<WebServer, string>> = {
  nginx: `${rules('nginx')}; nginx reads no .htaccess.`,
  apache: `${byFix}. If it is not followed, ${files}, or use the rules of \`tracker install FOLDER --server apache\`.`,
  caddy: `${rules('caddy')}; Caddy reads no .htaccess.`,
  litespeed: `${byFix}; LiteSpeed reads it after a restart at the latest.`,
  other:
    'Deny it in the web server: `tracker install FOLDER --server nginx` (or apache, caddy, litespeed) prints rules.',
};

const ownRules: Readonly<Record<WebServer, (paths: readonly string[]) => string>> = {
  nginx: (paths) =>
    `Or deny it by rules of your own in the server block: \`${paths.map((path) => `location ${path.endsWith('/') ? '^~' : '='} "${path}" { return 403; }`).join(' ')}\``,
  apache: () => `${byFix}. If it is not followed, ${files}.`,
  caddy: (paths) =>
    `Or deny it by rules of your own in the site’s block: \`${paths.map((path) => `respond "${path}${path.endsWith('/') ? '*' : ''}" 403`).join(' and ')}\``,
  litespeed: () => printed.litespeed,
  other: (paths) => `Or deny in the web server: ${paths.join(', ')}`,
};
