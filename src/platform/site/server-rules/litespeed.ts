import { apacheRules } from './apache.ts';
import { deniedPatterns, escapeRegex, type ServerRules } from './server-rules.ts';

/**
 * For OpenLiteSpeed and LiteSpeed Web Server, from their manuals; cPanel with Apache takes Apache's rules in an include. None of
 * this was run, which the rules mention.
 */
export function litespeedRules(rules: ServerRules): string {
  const { sitePath, server } = rules;
  const address = server.startsWith('unix:') ? `uds:/${server.slice('unix:'.length)}` : server;
  const passed = rules.passed.map((each) => {
    const pattern =
      each.kind === 'below'
        ? `^${escapeRegex(sitePath)}(${escapeRegex(each.path)}.*)$`
        : `^${escapeRegex(sitePath)}(${each.pattern.replace(/\$$/, '')})$`;
    const unless = each.kind === 'fitting' ? each.unless : undefined;
    const condition = unless === undefined ? '' : `RewriteCond "%{HTTP:${unless}}" "^$"\n`;
    return `${condition}RewriteRule "${pattern}" "http://tracker$1" [P,L]`;
  });
  const denied = deniedPatterns(rules).map((pattern) => `RewriteRule "${pattern}" - [F,L]`);
  return `# UNTESTED: written from the manual of LiteSpeed. Check the result with \`tracker check\`.
# 1. WebAdmin → Server → External App → Add: type "Web Server", name "tracker", address "${address}",
#    max connections 100, response buffering No. Or in httpd_config.conf:
#    extprocessor tracker {
#      type proxy
#      address ${address}
#      maxConns 100
#      initTimeout 30
#      retryTimeout 0
#      respBuffer 0
#    }
# 2. WebAdmin → Virtual Host → Rewrite: enable it, and put these before all other rules.
RewriteEngine On
${[...passed, ...denied].join('\n')}
# 3. Restart LiteSpeed.
#
# cPanel with Apache (EasyApache 4), UNTESTED as well: save what follows as
# /etc/apache2/conf.d/userdata/ssl/2_4/USER/DOMAIN/tracker.conf, then run
# /usr/local/cpanel/scripts/ensure_vhost_includes --user=USER
${apacheRules(rules)
  .split('\n')
  .map((line) => `#   ${line}`.trimEnd())
  .join('\n')}
`;
}
