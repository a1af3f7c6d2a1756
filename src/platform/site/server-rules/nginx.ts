import {
  deniedPatterns,
  escapeRegex,
  maxBodyMegabytes,
  type Passed,
  type ServerRules,
  timeoutS,
  upstreamOf,
} from './server-rules.ts';

/**
 * Locations for the server block. A regular expression wins over a prefix, and of several the first one that fits: they must
 * stand before `location ~ \.php$`. A prefix wins over all of them with `^~`.
 */
export function nginxRules(rules: ServerRules): string {
  const denied = deniedPatterns(rules).map((pattern) => `location ~ "${pattern}" { return 403; }`);
  return `# Tracker. Include this in the server block, before the location that runs PHP (location ~ \\.php$).
${rules.passed.map((each) => location(rules, each)).join('\n')}
# What nobody may read.
${denied.join('\n')}
`;
}

function location(rules: ServerRules, passed: Passed): string {
  const { sitePath } = rules;
  const [matcher, target] =
    passed.kind === 'fitting'
      ? [`~ "^${escapeRegex(sitePath)}${passed.pattern}"`, upstreamOf(rules, '').replace(/:$/, '')]
      : [`^~ ${sitePath}${passed.path}`, upstreamOf(rules, passed.isCut ? passed.path : `${sitePath}${passed.path}`)];
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
    proxy_read_timeout ${timeoutS}s;
    client_max_body_size ${maxBodyMegabytes}m;
}`;
}
