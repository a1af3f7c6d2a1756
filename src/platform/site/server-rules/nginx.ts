import { directHeader } from '../../../lib/direct-header.ts';
import {
  deniedFiles,
  deniedPaths,
  escapeRegex,
  groupName,
  type HandedOver,
  maxBodyMegabytes,
  type Passed,
  pauseS,
  reads,
  type ServerRules,
  timeoutOf,
  withoutExcepted,
} from './server-rules.ts';

/**
 * Locations for the server block. A regular expression wins over a prefix, and of several the first one that fits: they must
 * stand before `location ~ \.php$`. A prefix wins over all of them with `^~`.
 */
export function nginxRules(rules: ServerRules): string {
  const denied = deniedPaths(rules).map((pattern) => `location ~ "${pattern}" { return 403; }`);
  return `# Tracker. Include this in the server block, before the location that runs PHP (location ~ \\.php$).
${group(rules)}${rules.passed.map((each) => location(rules, each)).join('\n')}
# What nobody may read.
${denied.join('\n')}
${denyFiles(rules)}
`;
}

/**
 * Before a location is chosen, because one that was chosen cannot leave a request to another. There a folder of a location (`alias`,
 * or its own `root`) does not count yet, so the crew center's is looked into too.
 */
function denyFiles(rules: ServerRules): string {
  const { sitePath, shown } = rules;
  const named = deniedFiles(rules).map(
    (files) => `if ($uri ~ "${withoutExcepted(files)}") { set $tracker_denied named; }\n`,
  );
  const own =
    shown === null || /[\p{Cc}"$\\]/u.test(shown)
      ? ''
      : `set $tracker_file "";
if ($uri ~ "^${escapeRegex(sitePath)}(/.*)$") { set $tracker_file "${shown}$1"; }
if (-f $tracker_file) { set $tracker_denied "\${tracker_denied}-file"; }
`;
  return `# Files that nobody may read, by their names; a page with such a name is the crew center's.
set $tracker_denied "";
${named.join('')}if (-f $request_filename) { set $tracker_denied "\${tracker_denied}-file"; }
${own}if ($tracker_denied ~ "^named-file") { return 403; }`;
}

/** A group stands outside of every server block. A request that was sent to one server is sent to another one only if it is a GET. */
function group({ servers }: ServerRules): string {
  if (servers.length === 1) return '';
  const lines = servers.map((server) => `#   server ${server} max_fails=1 fail_timeout=${pauseS}s;\n`);
  return `# Put this outside of the server block, without the signs in front, for instance into /etc/nginx/conf.d/${groupName}.conf:
# upstream ${groupName} {
${lines.join('')}# }
`;
}

/** The address of a path at Tracker. */
function upstream({ servers }: ServerRules, path: string): string {
  const [first, ...others] = servers;
  if (others.length > 0) return `http://${groupName}${path}`;
  return first.startsWith('unix:') ? `http://${first}${path === '' ? '' : `:${path}`}` : `http://${first}${path}`;
}

function location(rules: ServerRules, passed: Passed): string {
  const { sitePath } = rules;
  const [matcher, target] =
    passed.kind !== 'below'
      ? [`~ "^${escapeRegex(sitePath)}${passed.pattern}"`, upstream(rules, '')]
      : [`^~ ${sitePath}${passed.path}`, upstream(rules, passed.isCut ? passed.path : `${sitePath}${passed.path}`)];
  const direct = passed.kind === 'handed-over' ? stayingWith(passed, `${sitePath}/index.php`) : '';
  return `location ${matcher} {
${direct}    proxy_pass ${target};
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_buffering off;
${rules.servers.length === 1 ? '' : '    proxy_connect_timeout 3s;\n'}    proxy_read_timeout ${timeoutOf(rules)}s;
    client_max_body_size ${maxBodyMegabytes}m;
}`;
}

function stayingWith({ direct, isForChanges }: HandedOver, program: string): string {
  const name = `$http_${directHeader.toLowerCase().replaceAll('-', '_')}`;
  const ofReads = `    if ($request_method ~ "^(${reads.join('|')})$") { rewrite ^ ${program} last; }\n`;
  return `    # Tracker's own calls to the crew center. Keep the value secret.
    if (${name} = "${direct.reveal()}") { rewrite ^ ${program} last; }
${isForChanges ? ofReads : ''}`;
}
