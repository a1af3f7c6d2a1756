import { kind } from './finding-kind.ts';

const limits = {
  apache: 'Raise LimitRequestBody (in the virtual host or .htaccess) to 16777216.',
  litespeed: 'Raise the maximum request body size of the server to 16M.',
  other: 'Raise the maximum request body size of the web server to 16 MB.',
};
const trust =
  'Name the proxy in TRACKER_TRUST_PROXY (127.0.0.1, or unix:) and let it set X-Forwarded-For and X-Forwarded-Proto; phpVMS 5 behind a proxy: TRACKER_TRUST_PROXY_HEADERS.';

/** The way between a client and the server, and the machine. */
export const connection = {
  'plain-http': kind(
    'serious',
    'The site is used over plain HTTP',
    'Passwords and session tokens can be read on the way, and Tracker refuses such clients by default.',
    'Get a certificate (certbot, or your host’s panel), and give pilots the address that begins with https://.',
  ),
  'http-not-redirected': kind(
    'warning',
    'The site also responds over plain HTTP',
    'A client that is given the address without https:// sends its first request unprotected.',
    'Let the web server redirect http:// to https://.',
  ),
  'certificate-expiring': kind(
    'warning',
    'The certificate is near its end',
    'Clients stop working when it ends.',
    'Renew it: `certbot renew`, or your host’s panel.',
  ),
  'certificate-wrong': kind(
    'serious',
    'The certificate is not accepted',
    'Clients refuse to connect.',
    'Read the evidence: it may have ended, be made for another name, or lack its chain (use fullchain.pem).',
  ),
  'authorization-stripped': kind(
    'serious',
    'The web server takes the header Authorization away',
    'Clients that send their session token there are refused.',
    {
      nginx:
        'Add `fastcgi_param HTTP_AUTHORIZATION $http_authorization;` where PHP is run, or use the proxy rules of `tracker install FOLDER --server nginx`.',
      apache:
        'Add `CGIPassAuth On` to the virtual host, or `SetEnvIf Authorization "(.+)" HTTP_AUTHORIZATION=$1` to the .htaccess.',
      caddy: 'Use the proxy rules of `tracker install FOLDER --server caddy`.',
      litespeed: 'Add `RewriteRule .* - [E=HTTP_AUTHORIZATION:%{HTTP:Authorization}]` to the .htaccess.',
      other: 'Let the web server pass the header Authorization on to PHP.',
    },
  ),
  'body-limit': kind(
    'serious',
    'The web server refuses bodies of two megabytes',
    'The log of a long flight is as large: it can then not be filed.',
    {
      ...limits,
      nginx:
        'Write `client_max_body_size 16m;` in the server block, or use the rules of `tracker install FOLDER --server nginx`.',
      caddy: 'Raise `request_body max_size` in the Caddyfile to 16MB.',
    },
  ),
  'time-limit': kind(
    'warning',
    'The web server gives up before Tracker replies',
    'Start and finish wait for the crew center for some seconds; a client that gets an error meanwhile does not know what happened.',
    'Raise the timeouts of the proxy (proxy_read_timeout, ProxyTimeout) and of PHP (request_terminate_timeout) to 90 s.',
  ),
  'workers-too-few': kind(
    'warning',
    'Forwarded calls can occupy all PHP workers',
    'While the crew center is slow, pages of the site wait behind them.',
    'Use a proxy rule, raise the number of PHP workers (pm.max_children), or lower TRACKER_MAX_FORWARDED_WAITS.',
  ),
  'proxy-not-trusted': kind(
    'serious',
    'The proxy in front is not trusted',
    'Tracker takes its requests for plain HTTP and refuses them, or takes all pilots for one client.',
    trust,
  ),
  'proxy-trusts-anyone': kind(
    'serious',
    'A client can choose the address under which it is known',
    'Limits on failed logins can be evaded, and the log names wrong addresses.',
    'Let the proxy replace X-Forwarded-For instead of passing it on, and trust only the proxy’s own address.',
  ),
  'clock-wrong': kind(
    'warning',
    'Clocks differ',
    'Reports may be refused as from the future, and times of PIREPs are wrong.',
    'Switch on time synchronization (systemd-timesyncd, chrony) on both machines.',
  ),
  'disk-low': kind(
    'warning',
    'The disk of the data directory is nearly full',
    'When it is full, reports are refused.',
    'Free some space, or move the data directory.',
  ),
  'owner-wrong': kind(
    'warning',
    'Files of Tracker belong to another user than the site',
    'The server and `tracker install` run as the owner of the site, and PHP may be another user still: they may not be able to read or replace them.',
    'Give them to the owner of the site: chown -Rh USER the folder that is named.',
  ),
  'rights-too-wide': kind(
    'warning',
    'Other users of this machine may read or change private files',
    'On a shared machine that is anyone with an account.',
    'Take the rights away: chmod 700 the data directory; chmod o-w files and folders of the site.',
  ),
  'database-unreachable': kind(
    'serious',
    'The database of the crew center cannot be used',
    'Nobody can sign in or file.',
    'Check the database settings of the crew center and that the server runs; TRACKER_DATABASE_SERVER names another address.',
  ),
  'database-tables': kind(
    'serious',
    'The tables of the crew center are not as expected',
    'Tracker does not start with them.',
    'Read the evidence; update the crew center, or set the prefix of its tables.',
  ),
  'database-rights': kind(
    'serious',
    'The database user lacks rights',
    'Flights cannot be written.',
    'Grant SELECT, INSERT, UPDATE and DELETE on the crew center’s database to its user.',
  ),
  'functions-not-used': kind(
    'note',
    'The crew center’s own functions are not used',
    'Bids are read and PIREPs filed by prepared SQL; add-ons that listen to the functions are not notified.',
    'Read the evidence; run the server as the owner of the site, with the PHP that serves it (TRACKER_PHP).',
  ),
  'ways-of-calls': kind(
    'note',
    'How bids and filing reach the crew center',
    'Its add-ons are notified of what goes through its own functions or its API, not of prepared SQL.',
    'Nothing has to be done: this only says what the server uses.',
  ),
  'airports-missing': kind(
    'warning',
    'Airports of booked flights are missing in the crew center',
    'Such a flight cannot be started, or its distance is not known.',
    'Add the airports in the admin pages of the crew center.',
  ),
  'live-time-short': kind(
    'warning',
    'The crew center’s live map forgets flights between two reports',
    'Flights vanish from its map although they report.',
    'Raise the live time of the crew center (phpVMS 5: ACARS_LIVE_TIME, in minutes).',
  ),
  'live-time-below-suspension': kind(
    'serious',
    'The crew center removes silent flights before Tracker suspends them',
    'Its hourly clean-up deletes the PIREP of a flight that has lost its connection; the flight can then not be filed.',
    'Raise acars.live_time (phpVMS 8: pireps.tombstone_time) in Admin → Settings, or lower TRACKER_SUSPEND_AFTER: suspended flights are spared.',
  ),
  'live-time-endless': kind(
    'note',
    'The crew center’s live map never forgets a flight',
    'Suspended flights stay on its map.',
    'Set acars.live_time in Admin → Settings to some hours.',
  ),
} as const;
