import {
  deniedPatterns,
  escapeRegex,
  groupName,
  maxBodyMegabytes,
  type Passed,
  pauseS,
  type ServerRules,
  timeoutS,
} from './server-rules.ts';

/**
 * Locations for the server block. A regular expression wins over a prefix, and of several the first one that fits: they must
 * stand before `location ~ \.php$`. A prefix wins over all of them with `^~`.
 */
export function nginxRules(rules: ServerRules): string {
  const denied = deniedPatterns(rules).map((pattern) => `location ~ "${pattern}" { return 403; }`);
  return `# Tracker. Include this in the server block, before the location that runs PHP (location ~ \\.php$).
${group(rules)}${rules.passed.map((each) => location(rules, each)).join('\n')}
# What nobody may read.
${denied.join('\n')}
`;
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
    passed.kind === 'fitting'
      ? [`~ "^${escapeRegex(sitePath)}${passed.pattern}"`, upstream(rules, '')]
      : [`^~ ${sitePath}${passed.path}`, upstream(rules, passed.isCut ? passed.path : `${sitePath}${passed.path}`)];
  const direct =
    passed.kind === 'fitting' && passed.unless !== undefined
      ? `    # Tracker's own calls to the crew center.
    if ($http_${passed.unless.toLowerCase().replaceAll('-', '_')}) { rewrite ^ ${sitePath}/index.php last; }
`
      : '';
  return `location ${matcher} {
${direct}    proxy_pass ${target};
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_buffering off;
${rules.servers.length === 1 ? '' : '    proxy_connect_timeout 3s;\n'}    proxy_read_timeout ${timeoutS}s;
    client_max_body_size ${maxBodyMegabytes}m;
}`;
}
