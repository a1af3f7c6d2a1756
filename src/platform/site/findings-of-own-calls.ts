import { kind } from './finding-kind.ts';

const handOverAgain = (server: string) =>
  `Print the rules again and put them in place of the old ones: \`tracker install FOLDER --server ${server} --hand-over-core\`.`;
const handedOverAgain = {
  nginx: handOverAgain('nginx'),
  apache: handOverAgain('apache'),
  caddy: handOverAgain('caddy'),
  litespeed: handOverAgain('litespeed'),
  other: handOverAgain('NAME'),
};

/** The way of Tracker's own calls to the crew center's API. */
export const ownCalls = {
  'app-url-redirects': kind(
    'serious',
    'The crew center redirects calls of its own API',
    'Tracker follows no redirect with a pilot’s key: no flight can be started or filed.',
    'Set APP_URL in .env of phpVMS to the address that the evidence names, then run `php artisan optimize:clear` and restart Tracker.',
  ),
  'app-url-not-reached': kind(
    'serious',
    'The crew center’s own API cannot be called at its address',
    'No flight can be started or filed.',
    'Make the address of APP_URL in .env of phpVMS lead to the site from this machine too (name service, /etc/hosts, certificate), or correct it.',
  ),
  'hand-over-open': kind(
    'serious',
    'Calls of phpVMS’s own API can go around Tracker',
    'The web server’s rule is of an older version: with a pilot’s key others’ flights can be changed and cancelled in phpVMS.',
    handedOverAgain,
  ),
  'hand-over-returns': kind(
    'serious',
    'Tracker’s own calls of phpVMS’s API come back to it',
    'The web server’s rule holds the secret of another installation, or of an earlier APP_KEY: no flight can be started or filed.',
    handedOverAgain,
  ),
} as const;
