/** How urgent a finding is. `serious`: data can be read or changed, or flights are refused. */
export type Severity = 'serious' | 'warning' | 'note';

/** The web servers whose rules we know; `other` for one that does not say which it is. */
export type WebServer = 'nginx' | 'apache' | 'caddy' | 'litespeed' | 'other';

/** What can be wrong, once: the docs, the command and the operator's page say the same. */
export interface FindingKind {
  /** Unless the observation says otherwise. */
  readonly severity: Severity;
  /** A noun phrase or a short sentence. */
  readonly title: string;
  /** Why it matters, in one sentence. */
  readonly reason: string;
  /** What to do; by web server where that differs. */
  readonly remedy: string | Readonly<Record<WebServer, string>>;
}

export const kind = (
  severity: Severity,
  title: string,
  reason: string,
  remedy: FindingKind['remedy'],
): FindingKind => ({
  ...{ severity, title, reason, remedy },
});

/** The remedy of what a rule of the web server denies. */
export function byRule(first: string): Readonly<Record<WebServer, string>> {
  const rules = (server: string) => `\`tracker install FOLDER --server ${server}\` prints the rules that deny it`;
  const files = 'allow .htaccess files in the virtual host (AllowOverride All)';
  return {
    nginx: `${first} ${rules('nginx')}; nginx reads no .htaccess.`,
    apache: `${first} \`tracker check FOLDER --fix\` writes a rule. If it is not followed, ${files}, or use the rules of \`tracker install FOLDER --server apache\`.`,
    caddy: `${first} ${rules('caddy')}; Caddy reads no .htaccess.`,
    litespeed: `${first} \`tracker check FOLDER --fix\` writes a rule; LiteSpeed reads it after a restart at the latest.`,
    other: `${first} Deny it in the web server: \`tracker install FOLDER --server nginx\` (or apache, caddy, litespeed) prints rules.`,
  };
}
