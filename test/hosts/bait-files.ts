import type { FindingName } from '../../src/platform/site/finding-kinds.ts';
import { tgzOf, zipOf } from './bait-site.ts';

export type Kind = 'nginx' | 'apache';
/** A fault, the finding that it must give, and what `--fix` does about it: at once, when it is named, by a rule, or nothing. */
export type Fault = readonly [
  path: string,
  bytes: string | Buffer,
  finding: FindingName | Readonly<Record<Kind, FindingName | null>>,
  fix: 'moves' | 'moves named' | 'denies' | 'nothing',
];

export const secret = 'canary: nobody may read this';
export const files: readonly Fault[] = [
  ...[
    '.env',
    '.env.backup',
    'dump.sql',
    'settings.ini',
    'a.inc',
    'index.php.bak',
    'x.php~',
    'old.php.1',
    'a.swp',
    'error_log',
    'a.log',
    'b.old',
    'c.db',
  ].map((path): Fault => [path, secret, 'private-file-readable', 'denies']),
  ...[
    'sub/sessions/s1',
    'sub/logs/day.txt',
    'sub/reports/one.html',
    'sub/cache/page',
    'sub/backups/all.txt',
    'sub/dump-2020.txt',
  ].map((path): Fault => [path, secret, 'private-file-readable', 'denies']),
  ['sub/dump.sql.gz', tgzOf('x'), 'private-file-readable', 'denies'],
  ['.git/HEAD', 'ref: refs/heads/main', 'repository-readable', 'denies'],
  ['sub/.svn/entries', '12', 'repository-readable', 'denies'],
  ['site.zip', zipOf('a/index.php'), 'archive-readable', 'denies'],
  ['sub/site.tar.gz', tgzOf('html/core/local.config.php'), 'archive-readable', 'denies'],
  ['downloads/hidden.zip', zipOf('dump.sql'), 'archive-readable', 'denies'],
  ['sub/thing.rar', 'Rar!', 'archive-unknown', 'moves named'],
  ['phpinfo.php', '<?php phpinfo();', 'phpinfo-runs', 'denies'],
  ['sub/what.php', '<?php\n phpinfo ( );', 'phpinfo-runs', 'denies'],
  ['db_test.php', '<?php echo 1;', 'diagnostic-script', 'moves named'],
  ['login_backup.php', '<?php echo 1;', 'diagnostic-script', 'moves named'],
  ['dbtest.php', '<?php echo 1;', 'diagnostic-script', 'moves named'],
  ['testmail.php', '<?php echo 1;', 'diagnostic-script', 'moves named'],
  ['core/local.config.txt', "<?php define('DBASE_PASS', 'canary');", 'private-file-readable', 'denies'],
  ['sub/db_config.yml', 'production:\n  password: canary\n', 'private-file-readable', 'denies'],
  ['id_rsa', secret, 'private-file-readable', 'denies'],
  ['sub/private.pem', '-----BEGIN RSA PRIVATE KEY-----\ncanary', 'private-file-readable', 'denies'],
  ['.vscode/sftp.json', secret, 'private-file-readable', 'denies'],
  ['sftp-config.json', secret, 'private-file-readable', 'denies'],
  ['.ssh/config', secret, 'private-file-readable', 'denies'],
  ['docker-compose.yml', secret, 'private-file-readable', 'denies'],
  ['db_dump', secret, 'private-file-readable', 'denies'],
  ['sub/tables.txt', '-- MySQL dump 10.13\nCREATE TABLE pilots', 'private-file-readable', 'denies'],
  ['pilots.csv', 'id,mail\n1,a@va.example\n2,b@va.example\n', 'private-file-readable', 'denies'],
  ['acars_old/login.php', '<?php', 'tracking-folder-copy', 'denies'],
  ['acars.bak/position.php', '<?php', 'tracking-folder-copy', 'denies'],
  ['tracking/submit_log.php', '<?php', 'tracking-folder-copy', 'denies'],
  ['tracking/get_bid.php', '<?php', 'tracking-folder-copy', 'denies'],
  ['phpMyAdmin/config.sample.inc.php', '<?php', 'database-tool', 'moves named'],
  ['phpMyAdmin/index.php', '<?php echo "<title>phpMyAdmin</title>";', 'database-tool', 'moves named'],
  ['installed/install.php', '<?php', 'installer-left', 'denies'],
];
export const ofFive: readonly Fault[] = [
  ['acars/cleanup_live.php', '<?php', 'obsolete-script', 'moves'],
  ['acars/login_debug.php', '<?php', 'obsolete-script', 'moves'],
  ['acars/other.php', '<?php', 'leftover-in-acars', 'moves'],
  ['acars/sessions/abc.json', secret, { apache: 'leftover-in-acars', nginx: 'private-file-readable' }, 'moves'],
  ['acars/reports/flight.txt', secret, { apache: 'leftover-in-acars', nginx: 'private-file-readable' }, 'moves'],
  ['acars/va_config.php.1', secret, 'private-file-readable', 'moves'],
  ['acars/all.zip', zipOf('va_config.php'), { apache: 'leftover-in-acars', nginx: 'private-file-readable' }, 'moves'],
  ['acars/storage/journal.sqlite', 'SQLite format 3\0', { apache: null, nginx: 'data-readable' }, 'nothing'],
  ['acars/login.php', '<?php // Tracker edge 1.1.9-1\n', 'edge-mixed', 'nothing'],
  [
    'acars/va_config.php',
    "<?php define('TRACKER_REQUIRE_HTTPS', false); define('TRACKER_TRUST_PROXY_HEADERS', true);",
    'https-not-required',
    'nothing',
  ],
];
export const ofSeven: readonly Fault[] = [
  ['acars/login.php', '<?php', 'obsolete-script', 'moves'],
  ['acars/submit_log_debug.php', '<?php', 'obsolete-script', 'moves'],
  ['acars/sessions/abc.json', secret, 'private-file-readable', 'moves'],
  ['acars/reports/flight.txt', secret, 'private-file-readable', 'moves'],
  ['../modules/Tracker/module.json', '{"version": "1.1.0"}', 'version-too-old', 'nothing'],
];

/** What ordinary sites have, and what must raise nothing. */
export const harmless: readonly (readonly [path: string, bytes: string | Buffer])[] = [
  // A store of certificates is public; a browser leaves the others behind.
  ['core/lib/cacert.pem', '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'],
  ['lib/images/Thumbs.db', 'a picture of pictures'],
  ['lib/images/desktop.ini', '[.ShellClassInfo]'],
  ['keys/id_rsa.pub', 'ssh-rsa AAAA'],
  ['lib/config.txt', 'How to configure: put your password into the file config.php.'],
  ['lib/editor/config.json', '{"toolbar": "full", "password": ""}'],
  ['lib/settings.yml', 'theme: dark\n'],
  ['lib/compose.js', 'compose()'],
  ['LICENSE', 'You may copy this.'],
  ['downloads/readme.txt', '-- how to fly'],
  ['downloads/airports.csv', 'icao,name,contact\nKJFK,Kennedy,info@jfk.example\nKBOS,Logan,\n'],
  ['acars_images/plane.png', 'p'],
  ['acars_images/show.php', '<?php'],
  ['latest.php', '<?php'],
  ['contest.php', '<?php'],
  ['uninstalled/plane.txt', 'gone'],
  ['modules/tour/install/install.php', '<?php'],
  ['phpmyairline/index.php', '<?php'],
];
