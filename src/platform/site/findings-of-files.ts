import { byRule, kind } from './finding-kind.ts';

/** What lies in a public folder and must not. */
export const files = {
  'private-file-readable': kind(
    'serious',
    'A private file can be read',
    'Anyone who guesses its address can read it: backups, logs and configuration hold passwords, tokens and names.',
    byRule('Move it out of the public folder with `tracker check FOLDER --fix PATH`.'),
  ),
  'shipped-folder-readable': kind(
    'serious',
    'A private folder that the crew center brings along can be read',
    'The crew center keeps logs, caches or its installer there, and the web server shows them to anyone.',
    byRule('The folder belongs to the crew center and stays where it is.'),
  ),
  'repository-readable': kind(
    'serious',
    'A version control folder can be read',
    'The whole source with its history, often with passwords, can be downloaded from it.',
    byRule('Move it out of the public folder, or deny it.'),
  ),
  'archive-readable': kind(
    'serious',
    'An archive of the site can be downloaded',
    'It contains programs, a configuration or a database, and with them passwords.',
    byRule('Move it out of the public folder with `tracker check FOLDER --fix PATH`.'),
  ),
  'archive-unknown': kind(
    'warning',
    'An archive that cannot be looked into can be downloaded',
    'If it is a backup, it contains passwords; if it is meant for visitors, it is fine.',
    'If it is not meant for visitors, move it: `tracker check FOLDER --fix PATH`. A folder named `downloads` or `liveries` is not reported.',
  ),
  'phpinfo-runs': kind(
    'serious',
    'A page shows the configuration of PHP',
    'It tells strangers paths, versions and environment variables, which may hold passwords.',
    'Move it out of the public folder with `tracker check FOLDER --fix PATH`.',
  ),
  'diagnostic-script': kind(
    'warning',
    'A test, debug or backup script lies in the public folder',
    'Anyone can run it, and such scripts seldom check who calls them.',
    'If it is not needed, move it out of the public folder with `tracker check FOLDER --fix PATH`.',
  ),
  'tracking-folder-copy': kind(
    'serious',
    'A copy of the tracking folder can be called',
    'Its scripts are of another release or another program, and bypass the checks of this one.',
    'Move it out of the public folder with `tracker check FOLDER --fix PATH`; with Apache and LiteSpeed `--fix` denies it meanwhile.',
  ),
  'installer-left': kind(
    'serious',
    'An installer of the crew center can be called',
    'Strangers can make the tables again with it, or an administrator of their own.',
    'Move it out of the public folder with `tracker check FOLDER --fix PATH`; with Apache and LiteSpeed `--fix` denies it meanwhile.',
  ),
  'database-tool': kind(
    'warning',
    'A tool for the database lies in the public folder',
    'Strangers can try passwords there, and a hole in it opens the whole database.',
    'If it is not needed, move it out of the public folder with `tracker check FOLDER --fix PATH`; else ask for a second password in the web server.',
  ),
  'obsolete-script': kind(
    'serious',
    'An obsolete script of the tracking folder can be called',
    'It belongs to an older release or to another version of the crew center and bypasses the checks of this one.',
    'Run `tracker check FOLDER --fix`: it moves the file to a private backup.',
  ),
  'leftover-in-acars': kind(
    'warning',
    'A file that is not part of Tracker lies in the folder acars',
    'Old reports, logs and copies of scripts hold pilots’ data, and only a rule of the web server hides them.',
    'Run `tracker check FOLDER --fix`: it moves the file to a private backup.',
  ),
  'folder-listed': kind(
    'warning',
    'The web server lists a folder',
    'A list shows strangers the names of files that nobody would guess.',
    {
      nginx: 'Remove `autoindex on` from the configuration of nginx.',
      apache: 'Run `tracker check FOLDER --fix`, or write `Options -Indexes` in the virtual host.',
      caddy: 'Remove `browse` from `file_server` in the Caddyfile.',
      litespeed: 'Run `tracker check FOLDER --fix`, or switch off Auto Index in the virtual host.',
      other: 'Switch off directory listing in the web server.',
    },
  ),
  'protected-file-readable': kind(
    'serious',
    'A protected file of Tracker can be read',
    'It holds settings or keys of the site.',
    byRule('Until it is denied, treat its values as known to strangers.'),
  ),
  'protected-file-not-denied': kind(
    'warning',
    'A protected file or folder is not denied by a rule',
    'Nothing of it can be read today, but only because PHP runs or because it does not exist yet.',
    byRule('No file has to be moved.'),
  ),
  'folder-not-denied': kind(
    'serious',
    'The private folders in acars are not denied',
    'Sessions, reports, logs or caches that are stored there can be read by anyone.',
    byRule('No file has to be moved.'),
  ),
  'module-readable': kind(
    'serious',
    'Files of the module can be read by URL',
    'The folder of the crew center itself is published, and with it its configuration.',
    byRule('Set the document root of the web server to the folder `public` of the crew center.'),
  ),
  'data-readable': kind(
    'serious',
    'Tracker’s data can be read by URL',
    'The journal holds every flight, and hashes of sessions.',
    'Stop the server, move the data directory to a place that no web server shows, and name that with --data.',
  ),
  'data-in-public-folder': kind(
    'warning',
    'Tracker’s data lie in the public folder',
    'Only a rule of the web server hides them; a change of the server or of that rule would publish them.',
    'Stop the server, move the data directory outside the public folder, and name it with --data (phpVMS 5: also TRACKER_PRIVATE_STORAGE_PATH).',
  ),
} as const;
