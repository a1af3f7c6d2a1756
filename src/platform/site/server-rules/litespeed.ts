import { directHeader } from '../../../lib/direct-header.ts';
import { apacheRules } from './apache.ts';
import {
  deniedFiles,
  deniedPaths,
  escapeRegex,
  groupName,
  type HandedOver,
  reads,
  type ServerRules,
  withoutExcepted,
} from './server-rules.ts';

/**
 * For OpenLiteSpeed and LiteSpeed Web Server, from their manuals; cPanel with Apache takes Apache's rules in an include. None of
 * this was run, which the rules mention.
 */
export function litespeedRules(rules: ServerRules): string {
  const { sitePath } = rules;
  const passed = rules.passed.map((each) => {
    const pattern =
      each.kind === 'below'
        ? `^${escapeRegex(sitePath)}(${escapeRegex(each.path)}.*)$`
        : `^${escapeRegex(sitePath)}(${each.pattern.replace(/\$$/, '')})$`;
    return `${each.kind === 'handed-over' ? conditionsOf(each) : ''}RewriteRule "${pattern}" "http://tracker$1" [P,L]`;
  });
  const denied = deniedPaths(rules).map((pattern) => `RewriteRule "${pattern}" - [F,L]`);
  // Where a page has such a name no file has it.
  const isFile = 'RewriteCond "%{REQUEST_FILENAME}" -f [OR]\nRewriteCond "%{DOCUMENT_ROOT}%{REQUEST_URI}" -f\n';
  const files = deniedFiles(rules).map((each) => `${isFile}RewriteRule "${withoutExcepted(each)}" - [F,L]`);
  return `# UNTESTED: written from the manual of LiteSpeed. Check the result with \`tracker check\`.
${externalApps(rules)}
# 2. WebAdmin → Virtual Host → Rewrite: enable it, and put these before all other rules.
RewriteEngine On
${[...passed, ...denied, ...files].join('\n')}
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

function conditionsOf({ direct, isForChanges }: HandedOver): string {
  const ofReads = `RewriteCond "%{REQUEST_METHOD}" "!^(${reads.join('|')})$"\n`;
  return `RewriteCond "%{HTTP:${directHeader}}" "!^${direct.reveal()}$"\n${isForChanges ? ofReads : ''}`;
}

/** One server is the application that is named; of several, a balancer of them is. */
function externalApps({ servers }: ServerRules): string {
  const isAlone = servers.length === 1;
  const apps = servers.map((server, index) => {
    const address = server.startsWith('unix:') ? `uds:/${server.slice('unix:'.length)}` : server;
    return { name: isAlone ? groupName : `${groupName}${index + 1}`, address };
  });
  const said = apps.map(({ name, address }) => `name "${name}", address "${address}"`).join('; ');
  const balancer = `#    Then one more: type "Load Balancer", name "${groupName}", workers ${apps.map(({ name }) => `proxy::${name}`).join(', ')}.\n`;
  return `# 1. WebAdmin → Server → External App → Add: type "Web Server", ${said},
#    max connections 100, response buffering No.
${isAlone ? '' : balancer}#    Or in httpd_config.conf:
${apps.map(configOf).join('\n')}${
  isAlone
    ? ''
    : `
#    extprocessor ${groupName} {
#      type loadbalancer
#      workers ${apps.map(({ name }) => `proxy::${name}`).join(', ')}
#    }`
}`;
}

function configOf({ name, address }: { readonly name: string; readonly address: string }): string {
  return `#    extprocessor ${name} {
#      type proxy
#      address ${address}
#      maxConns 100
#      initTimeout 30
#      retryTimeout 0
#      respBuffer 0
#    }`;
}
