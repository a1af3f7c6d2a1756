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
    'Check the address, the web server and the name service, and repeat it when a busy site is quieter; from behind a router name an address that works here with --url.',
  ),
  'not-checked': kind(
    'serious',
    'Access could not be checked',
    'It may be open to anyone: where a file that must be readable is not shown, or cannot be made, a refusal proves nothing.',
    'Read the evidence. Name the address under which this folder is published with --url, and run the command as the owner of the folder or as root.',
  ),
  'not-answered': kind(
    'serious',
    'The site left questions unanswered',
    'What was asked for may be open to anyone: no answer is no denial.',
    'Read the evidence, and the web server’s log. If the site is busy, run the check again when it is less so.',
  ),
  'check-broke-off': kind(
    'serious',
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
  'server-not-identified': kind(
    'note',
    'Whose server responds could not be verified',
    'The folder has no key of its own. The database password, which stands in for it, proves nothing to programs elsewhere, because they could guess it by such a proof. Nor is it known how clients’ requests arrive.',
    'Run `tracker install FOLDER`, which makes a key, and check again. Without that, make sure that the proxy rule leads to the server of this site.',
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
