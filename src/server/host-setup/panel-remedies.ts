import type { FindingName } from '../../platform/site/finding-kinds.ts';

const moveOut =
  'In the file manager of your panel, or by FTP, move it to a folder outside the public one, or delete it when nobody needs it.';
const deny =
  'In the file manager of your panel make a file `.htaccess` in that folder with the line `Require all denied`. If it can still be read, your host ignores such files: ask the host to deny the folder.';
const publish =
  'In your panel, under “Domains”, let the document root be the folder `public` of phpVMS. Where the panel cannot, ask your host.';
const upload =
  'Take the zip of this release and unpack it over the folder of the site, in the file manager or by FTP. Delete nothing before.';
const askHost = 'Your host decides that: ask them, with the evidence above.';
const rights =
  'In the file manager open “Permissions” of what the evidence names, and leave reading and writing to the owner alone: 700 for folders, 600 for files.';

/**
 * What to do on a host without a terminal, where the remedy of a finding names a command, a rule of the web server or an option of the
 * program: set-up in the browser shows this instead.
 */
export const panelRemedies: Partial<Record<FindingName, string>> = {
  'private-file-readable': moveOut,
  'repository-readable': moveOut,
  'archive-readable': moveOut,
  'archive-unknown': `If it is not meant for visitors: ${moveOut} A folder named \`downloads\` or \`liveries\` is not reported.`,
  'phpinfo-runs': moveOut,
  'diagnostic-script': moveOut,
  'tracking-folder-copy': moveOut,
  'installer-left': moveOut,
  'database-tool': `${moveOut} The panel has a tool of its own.`,
  'obsolete-script': moveOut,
  'leftover-in-acars': moveOut,
  'shipped-folder-readable': deny,
  'protected-file-readable': deny,
  'protected-file-not-denied': deny,
  'folder-not-denied': deny,
  'folder-listed':
    'In your panel, under “Indexes” or “Directory privacy”, choose that folders are not listed, or write `Options -Indexes` into the `.htaccess` of the public folder.',
  'module-readable': publish,
  'data-readable': deny,
  'data-in-public-folder':
    'Remove Tracker at the end of this page, keep its data, and set it up again with a private folder outside the public one; then move the folder `data` into it.',
  'no-address': 'Open this page by the address that visitors use.',
  'site-not-reachable': 'Look whether the site opens in your browser, and look again when it is quieter.',
  'not-checked': 'Read the evidence, and look again. If it stays, ask your host whether PHP may call its own site.',
  'not-answered': 'Read the evidence. If the site is busy, look again when it is less so.',
  'check-broke-off': 'Look again.',
  'site-page-broken':
    'Look at the newest file in `storage/logs` (phpVMS 7) or `core/logs` in the file manager. If it worked before, remove Tracker at the end of this page and report it.',
  'other-server': askHost,
  'server-not-identified': upload,
  'address-taken': 'Remove Tracker at the end of this page, keep its data, and set it up again.',
  'server-not-running': 'Open this page again: it starts the server.',
  'plain-http':
    'In your panel, under “SSL/TLS”, switch the free certificate on (AutoSSL, Let’s Encrypt), and give pilots the address that begins with https://.',
  'http-not-redirected': 'In your panel, under “Domains”, switch “Force HTTPS” on.',
  'certificate-expiring': 'In your panel, under “SSL/TLS”, renew the certificate.',
  'certificate-wrong': 'Read the evidence; in your panel, under “SSL/TLS”, have the certificate made again.',
  'authorization-stripped':
    'In the file manager add the line `SetEnvIf Authorization "(.+)" HTTP_AUTHORIZATION=$1` to the `.htaccess` of the public folder.',
  'body-limit':
    'In the file manager add the line `LimitRequestBody 16777216` to the `.htaccess` of the public folder. If that does not help, ask your host.',
  'time-limit': 'Ask your host to let a request take 90 seconds (request_terminate_timeout, ProxyTimeout).',
  'workers-too-few': 'Ask your host for more “entry processes” (PHP workers), or choose the next larger plan.',
  'proxy-not-trusted': askHost,
  'proxy-trusts-anyone': askHost,
  'clock-wrong': 'Tell your host that the clock of the machine is wrong.',
  'disk-low': 'Delete what you do not need in the file manager, old backups first, or ask for more space.',
  'owner-wrong': 'Ask your host to give the files of your account back to your account.',
  'rights-too-wide': rights,
  'database-unreachable':
    'Look in your panel, under “MySQL Databases”, whether database and user are those in the configuration of phpVMS.',
  'database-rights': 'In your panel, under “MySQL Databases”, add the user to the database with “All privileges”.',
  'app-url-redirects':
    'In the file manager set APP_URL in the file `.env` of phpVMS to the address that the evidence names; then Admin → Maintenance: clear the application cache.',
  'app-url-not-reached':
    'In the file manager correct APP_URL in the file `.env` of phpVMS, or ask your host why the site cannot call itself at that address.',
  'hand-over-open': askHost,
  'hand-over-returns': askHost,
  'decisions-not-taken': `${upload} Then activate the module in Admin → Addons.`,
  'edge-missing': upload,
  'edge-mixed': upload,
  'edge-outdated': upload,
  'version-too-old': upload,
  'module-outdated': `${upload} Then open /update.`,
  'functions-not-used':
    'Nothing has to be done. Where your host lets PHP start no program, phpVMS’s own functions cannot be asked.',
  'host-unreleased': 'Use a released phpVMS 7 for an airline that flies.',
  'migrations-pending': 'Nothing has to be done: a backup is made before.',
  'newer-release': 'Read its CHANGELOG, then upload its zip over the folder of the site and open this page.',
  'release-not-read': 'Nothing has to be done: look at the page of releases yourself now and then.',
  'data-damaged':
    'Download the folder `data` of the private folder by FTP first. Then restore a backup on the operator’s page “Backups”.',
};
