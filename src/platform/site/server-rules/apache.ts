import { directHeader } from '../../../lib/direct-header.ts';
import {
  deniedFiles,
  deniedPaths,
  escapeRegex,
  groupName,
  type HandedOver,
  type Passed,
  pauseS,
  reads,
  type ServerRules,
  timeoutOf,
  withoutExcepted,
} from './server-rules.ts';

/**
 * Directives for the virtual host, for mod_php and for PHP-FPM alike: what is passed on is decided before a handler of PHP and
 * before any `.htaccess`. Modules: proxy, proxy_http, headers.
 */
export function apacheRules(rules: ServerRules): string {
  const denied = deniedPaths(rules).map(
    (pattern) => `<LocationMatch "${pattern}">\n    Require all denied\n</LocationMatch>`,
  );
  const files = deniedFiles(rules).map(
    (each) => `<LocationMatch "${withoutExcepted(each)}">
    <If "-f %{REQUEST_FILENAME}">
        Require all denied
    </If>
</LocationMatch>`,
  );
  return `# Tracker. Include this in the virtual host; needs: a2enmod ${apacheModules(rules).join(' ')}
${group(rules)}${rules.passed.map((each) => passOn(rules, each)).join('\n')}
# What nobody may read.
${denied.join('\n')}
# Files that nobody may read, by their names; a page with such a name is the crew center's.
${files.join('\n')}
`;
}

export function apacheModules({ servers }: ServerRules): readonly string[] {
  const own = ['proxy', 'proxy_http', 'headers'];
  return servers.length === 1 ? own : [...own, 'proxy_balancer', 'lbmethod_byrequests', 'slotmem_shm'];
}

/** A server that cannot be reached is passed over; a request that was sent to one is not sent to another. */
function group(rules: ServerRules): string {
  const { servers } = rules;
  if (servers.length === 1) return '';
  const members = servers.map((each) => {
    const url = each.startsWith('unix:') ? `${each}|http://localhost` : `http://${each}`;
    return `    BalancerMember "${url}" retry=${pauseS} connectiontimeout=3 timeout=${timeoutOf(rules)} flushpackets=on\n`;
  });
  // Without `failontimeout` (2.4.5) every second request would wait for a server that takes connections and answers nothing.
  return `<Proxy "balancer://${groupName}">\n${members.join('')}    ProxySet failontimeout=On\n</Proxy>\n`;
}

const headers = `    ProxyPreserveHost On
    RequestHeader set X-Forwarded-Proto expr=%{REQUEST_SCHEME}
    RequestHeader unset X-Forwarded-Host
    RequestHeader unset X-Forwarded-For
    SetEnv no-gzip 1`;

function passOn(rules: ServerRules, passed: Passed): string {
  const { sitePath } = rules;
  // Of a group, each server has its own.
  const options = rules.servers.length === 1 ? ` retry=0 timeout=${timeoutOf(rules)} flushpackets=on` : '';
  if (passed.kind === 'below') {
    const path = `${sitePath}${passed.path}`;
    const target = upstream(rules, passed.isCut ? passed.path : path);
    return `ProxyPass "${path}" "${target}"${options}\n<Location "${path}">\n${headers}\n</Location>`;
  }
  const pattern = `^(${escapeRegex(sitePath)}${passed.pattern.replace(/\$$/, '')})$`;
  if (passed.kind === 'handed-over') return handOver(rules, pattern, passed);
  const match = `ProxyPassMatch "${pattern}" "${upstream(rules, '$1')}"${options}`;
  return `${match}\n<LocationMatch "${pattern}">\n${headers}\n</LocationMatch>`;
}

/** `ProxyPassMatch` knows no condition. What stays with the crew center keeps its headers. */
function handOver(rules: ServerRules, pattern: string, { direct, isForChanges }: HandedOver): string {
  const ofReads = `RewriteCond "%{REQUEST_METHOD}" "!^(${reads.join('|')})$"\n`;
  return `RewriteEngine On
# Without the header of Tracker's own calls to the crew center. Keep the value secret.
RewriteCond "%{HTTP:${directHeader}}" "!=${direct.reveal()}"
${isForChanges ? ofReads : ''}RewriteRule "${pattern}" "${upstream(rules, '$1')}" [P,E=tracker:1]
<LocationMatch "${pattern}">
${headers.replaceAll(/(RequestHeader .*)/g, '$1 env=tracker')}
</LocationMatch>`;
}

function upstream({ servers }: ServerRules, path: string): string {
  const [first, ...others] = servers;
  if (others.length > 0) return `balancer://${groupName}${path}`;
  return first.startsWith('unix:') ? `${first}|http://localhost${path}` : `http://${first}${path}`;
}
