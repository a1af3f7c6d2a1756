import { publicScripts } from './edge-files.ts';

const scripts = publicScripts.map((name) => name.replace('.php', '')).join('|');

/** Rules for web servers, with the path of the crew center and the address of our server filled in. */
export function edgeAdvice(sitePath: string, server: string): string {
  const path = sitePath.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const isSocket = server.startsWith('unix:');
  const upstream = isSocket ? `http://${server}:` : `http://${server}`;
  return `nginx reads no .htaccess. These rules belong before the one that runs PHP:
  location ~ ^${path}/acars/(va_config\\.php|_tracker_\\w+\\.php|\\.|sessions|reports|logs|cache|storage) { return 403; }

By a proxy rule clients reach Tracker without PHP, which is faster; the map at /tracker/ needs one in any case. nginx:
  location ~ ^${path}/acars/(${scripts})\\.php$ {
    proxy_pass ${isSocket ? `${upstream}` : upstream};
    proxy_set_header Host $host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;
    client_max_body_size 8m;
  }
Apache, in the virtual host (mod_proxy_http, mod_headers):
  ProxyPassMatch "^(${sitePath}/acars/(?:${scripts})\\.php)$" "${isSocket ? `${server}|http://localhost$1` : `http://${server}$1`}"
  ProxyPreserveHost On
  RequestHeader set X-Forwarded-Proto expr=%{REQUEST_SCHEME}
and name the web server's address in TRACKER_TRUST_PROXY (127.0.0.1, or unix:).`;
}
