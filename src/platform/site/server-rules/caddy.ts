import { directHeader } from '../../../lib/direct-header.ts';
import {
  type DeniedFiles,
  deniedFiles,
  deniedPaths,
  escapeRegex,
  type Passed,
  pauseS,
  reads,
  type ServerRules,
  timeoutOf,
} from './server-rules.ts';

/**
 * Blocks for a site of the Caddyfile. Caddy runs `handle` before `php_fastcgi` and `file_server` wherever it stands, takes the
 * first one that fits, keeps Host with its port, and sets X-Forwarded-* by itself.
 */
export function caddyRules(rules: ServerRules): string {
  return `# Tracker. Put this into the site's block of the Caddyfile.
${rules.passed.map((each, index) => passOn(rules, each, index)).join('\n')}
# What nobody may read.
${deniedPaths(rules)
  .map((pattern, index) => deny(`@tracker_denied${index}`, `path_regexp ${quote(pattern)}`))
  .join('\n')}
# Files that nobody may read, by their names; a page with such a name is the crew center's.
${deniedFiles(rules)
  .map((files, index) => deny(`@tracker_file${index}`, fileMatcher(files)))
  .join('\n')}
`;
}

function deny(name: string, matcher: string): string {
  return `${name} ${matcher}
handle ${name} {
    respond 403
}`;
}

const fileMatcher = ({ pattern, except }: DeniedFiles) => `{
    path_regexp ${quote(pattern)}
${except === null ? '' : `    not path_regexp ${quote(except)}\n`}    file
}`;

const quote = (text: string) => `\`${text}\``;

function passOn(rules: ServerRules, passed: Passed, index: number): string {
  const { sitePath, servers } = rules;
  const to = servers.map((each) => (each.startsWith('unix:') ? `unix/${each.slice('unix:'.length)}` : each)).join(' ');
  const name = `@tracker${index}`;
  const matcher =
    passed.kind === 'below'
      ? `${name} path ${sitePath}${passed.path}*`
      : fitting(name, `^${escapeRegex(sitePath)}${passed.pattern}`, passed);
  const cut = passed.kind === 'below' && passed.isCut && sitePath !== '' ? `    uri strip_prefix ${sitePath}\n` : '';
  return `${matcher}
handle ${name} {
${cut}    reverse_proxy ${to} {
        flush_interval -1
${servers.length === 1 ? '' : others(timeoutOf(rules))}    }
}`;
}

/**
 * Whether a server can be used is asked of itself: a request with a body that met a closed port cannot be sent to the next one, because
 * its body is gone (2.6.2), and the next one would count as gone too.
 */
const others = (timeoutS: number) => `        lb_policy round_robin
        health_uri /readyz
        health_interval 2s
        health_timeout 2s
        fail_duration ${pauseS}s
        transport http {
            response_header_timeout ${timeoutS}s
        }
`;

function fitting(name: string, pattern: string, passed: Exclude<Passed, { kind: 'below' }>): string {
  if (passed.kind === 'fitting') return `${name} path_regexp ${quote(pattern)}`;
  return `# Without the header of Tracker's own calls to the crew center. Keep the value secret.
${name} {
    path_regexp ${quote(pattern)}
    not header ${directHeader} ${passed.direct.reveal()}
${passed.isForChanges ? `    not method ${reads.join(' ')}\n` : ''}}`;
}
