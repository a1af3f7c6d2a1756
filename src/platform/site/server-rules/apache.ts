import { deniedPatterns, escapeRegex, type Passed, type ServerRules, timeoutS } from './server-rules.ts';

/**
 * Directives for the virtual host, for mod_php and for PHP-FPM alike: what is passed on is decided before a handler of PHP and
 * before any `.htaccess`. Modules: proxy, proxy_http, headers.
 */
export function apacheRules(rules: ServerRules): string {
  const denied = deniedPatterns(rules).map(
    (pattern) => `<LocationMatch "${pattern}">\n    Require all denied\n</LocationMatch>`,
  );
  return `# Tracker. Include this in the virtual host; needs: a2enmod proxy proxy_http headers
${rules.passed.map((each) => passOn(rules, each)).join('\n')}
# What nobody may read.
${denied.join('\n')}
`;
}

const headers = `    ProxyPreserveHost On
    RequestHeader set X-Forwarded-Proto expr=%{REQUEST_SCHEME}
    RequestHeader unset X-Forwarded-Host
    RequestHeader unset X-Forwarded-For
    SetEnv no-gzip 1`;

function passOn(rules: ServerRules, passed: Passed): string {
  const { sitePath } = rules;
  const options = `retry=0 timeout=${timeoutS} flushpackets=on`;
  if (passed.kind === 'below') {
    const path = `${sitePath}${passed.path}`;
    const target = upstream(rules, passed.isCut ? passed.path : path);
    return `ProxyPass "${path}" "${target}" ${options}\n<Location "${path}">\n${headers}\n</Location>`;
  }
  const pattern = `^(${escapeRegex(sitePath)}${passed.pattern.replace(/\$$/, '')})$`;
  if (passed.unless !== undefined) return handOver(rules, pattern, passed.unless);
  const match = `ProxyPassMatch "${pattern}" "${upstream(rules, '$1')}" ${options}`;
  return `${match}\n<LocationMatch "${pattern}">\n${headers}\n</LocationMatch>`;
}

/** `ProxyPassMatch` knows no condition. */
function handOver(rules: ServerRules, pattern: string, unless: string): string {
  return `RewriteEngine On
# Without this header: it is that of Tracker's own calls to the crew center.
RewriteCond "%{HTTP:${unless}}" "^$"
RewriteRule "${pattern}" "${upstream(rules, '$1')}" [P]
<LocationMatch "${pattern}">
${headers}
</LocationMatch>`;
}

function upstream({ server }: ServerRules, path: string): string {
  return server.startsWith('unix:') ? `${server}|http://localhost${path}` : `http://${server}${path}`;
}
