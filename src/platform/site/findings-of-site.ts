import { kind } from './finding-kind.ts';

/** What the site answers. */
export const site = {
  'no-address': kind(
    'serious',
    'The address of the site is not known',
    'Nothing can be asked over HTTP.',
    'Name it: `tracker check FOLDER --url https://…`.',
  ),
  'site-not-reachable': kind(
    'serious',
    'The site does not respond',
    'Nothing can be asked over HTTP.',
    'Check the address, the web server and the name service; from behind a router name an address that works here with --url.',
  ),
  'not-checked': kind(
    'serious',
    'Access could not be checked',
    'A control file that must be readable was not, so that a refusal proves nothing.',
    'Name the address under which this folder is published with --url, and run the command as the owner of the folder or as root.',
  ),
  'check-broke-off': kind(
    'warning',
    'A check was not finished',
    'It took longer than its time limit, or the site stopped responding.',
    'Run the check again.',
  ),
  'contract-not-answering': kind(
    'serious',
    'The contract does not respond',
    'Clients cannot sign in or report.',
    'Read the evidence: PHP may not run in this folder, the module may be switched off, or another program answers.',
  ),
  'contract-limited': kind(
    'warning',
    'The contract responds, but not fully',
    'Clients are refused until this is mended.',
    'Read the evidence.',
  ),
  'script-url-not-reached': kind(
    'warning',
    'The Script URL of smartCARS 3 is not reached',
    'smartCARS Central refuses an address that is redirected, or that does not respond.',
    'Enter the address with `?/` in the place of its last slash, which needs no rule, or add the rule that the evidence names.',
  ),
  'site-page-broken': kind(
    'warning',
    'A page of the crew center itself does not respond as expected',
    'Visitors and pilots need it.',
    'Check the site’s own log; if it worked before Tracker was installed, run `tracker uninstall FOLDER` and report it.',
  ),
  'other-server': kind(
    'serious',
    'Another server responds for this site',
    'Pilots’ reports would go to a program that does not belong to this crew center.',
    'Look at the proxy rule and at what listens on its port; restart the server of this site.',
  ),
  'address-taken': kind(
    'warning',
    'Another program listens on Tracker’s address',
    'Tracker cannot start there, and requests reach the other program.',
    'Stop that program, or choose another address with --listen (and in the proxy rule).',
  ),
  'server-not-running': kind(
    'warning',
    'Tracker’s server does not respond',
    'Clients get 503 until it runs, and what depends on it could not be checked.',
    'Start it: `tracker serve --crew-center FOLDER`.',
  ),
} as const;
