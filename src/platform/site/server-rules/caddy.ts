import { deniedPatterns, escapeRegex, type Passed, type ServerRules } from './server-rules.ts';

/**
 * Blocks for a site of the Caddyfile. Caddy runs `handle` before `php_fastcgi` and `file_server` wherever it stands, takes the
 * first one that fits, keeps Host with its port, and sets X-Forwarded-* by itself.
 */
export function caddyRules(rules: ServerRules): string {
  return `# Tracker. Put this into the site's block of the Caddyfile.
${rules.passed.map((each, index) => passOn(rules, each, index)).join('\n')}
# What nobody may read.
${deniedPatterns(rules).map(deny).join('\n')}
`;
}

function deny(pattern: string, index: number): string {
  const name = `@tracker_denied${index}`;
  return `${name} path_regexp ${quote(pattern)}
handle ${name} {
    respond 403
}`;
}

const quote = (text: string) => `\`${text}\``;

function passOn(rules: ServerRules, passed: Passed, index: number): string {
  const { sitePath, server } = rules;
  const to = server.startsWith('unix:') ? `unix/${server.slice('unix:'.length)}` : server;
  const name = `@tracker${index}`;
  const matcher =
    passed.kind === 'below'
      ? `${name} path ${sitePath}${passed.path}*`
      : fitting(name, `^${escapeRegex(sitePath)}${passed.pattern}`, passed.unless);
  const cut = passed.kind === 'below' && passed.isCut && sitePath !== '' ? `    uri strip_prefix ${sitePath}\n` : '';
  return `${matcher}
handle ${name} {
${cut}    reverse_proxy ${to} {
        flush_interval -1
    }
}`;
}

function fitting(name: string, pattern: string, unless: string | undefined): string {
  if (unless === undefined) return `${name} path_regexp ${quote(pattern)}`;
  return `${name} {
    path_regexp ${quote(pattern)}
    header !${unless}
}`;
}
