import { kind } from './finding-kind.ts';

const update =
  'Run `tracker install FOLDER`; without shell access, copy the new files over the old ones by FTP (phpVMS 5: delete nothing, your values are in that folder).';

/** Versions of what is installed, and what its configuration says. */
export const versions = {
  'edge-missing': kind(
    'warning',
    'Tracker’s folder is not installed',
    'Clients find Tracker only through it, or through a proxy rule.',
    'Run `tracker install FOLDER`.',
  ),
  'edge-mixed': kind(
    'serious',
    'Tracker’s folder holds files of several versions',
    'They are one unit: a mixed folder refuses every call.',
    update,
  ),
  'edge-outdated': kind(
    'warning',
    'Tracker’s folder is of another release than this package',
    'Corrections of this release are missing there.',
    update,
  ),
  'version-too-old': kind(
    'serious',
    'The version is below 1.2.0',
    'Older versions do not fit ACARS rows and PIREP columns to the installed crew center: live map and filing fail.',
    update,
  ),
  'module-outdated': kind(
    'serious',
    'The module is outdated: it misses the platform’s base controller class',
    'It was written for another release of the crew center, and every call fails.',
    'Run `tracker install FOLDER` (or replace the folder modules/Tracker), then open /update.',
  ),
  'module-migrations-pending': kind(
    'warning',
    'Migrations of the module are pending',
    'Settings cannot be saved or are kept in old columns until they have run.',
    'Open /update of the crew center as its administrator.',
  ),
  'host-unreleased': kind(
    'warning',
    'The crew center is a phpVMS 8 that is not released',
    'Flights are opened, shown on its map and filed, but Tracker has no add-on for it: no settings in its admin pages, no calls without a proxy rule. It may change with each update.',
    'Use a released phpVMS 7 for an airline that flies. For a trial pass Tracker’s paths on by the rules of `tracker install FOLDER --server NAME`; docs/platforms/phpvms7.md says what works.',
  ),
  'migrations-pending': kind(
    'note',
    'Tracker’s data will be upgraded at the next start',
    'They were written by an older release.',
    'Restart the server; a backup is made before.',
  ),
  'newer-release': kind(
    'note',
    'There is a newer release of Tracker',
    'Only the newest release gets corrections.',
    'Read its CHANGELOG, then follow docs/upgrading.md.',
  ),
  'release-not-read': kind(
    'note',
    'Whether there is a newer release is not known',
    'The address in TRACKER_RELEASE_URL has none that can be read and trusted.',
    'Try `tracker upgrade --check` with the address; docs/situations/signatures.md says what a changed key means.',
  ),
  'data-damaged': kind(
    'serious',
    'Tracker’s data is damaged',
    'The disk returned other bytes than were written: flights, tracks or PIREPs are lost, or will be.',
    'Check the disk (`smartctl -a`). Then run `tracker repair`, while the server is stopped (with sudo it stops the service itself): it says what is lost, and takes it from the newest backup.',
  ),
  'data-too-new': kind(
    'serious',
    'Tracker’s data were written by a newer release',
    'This release does not start with them.',
    'Install the newer release again, or restore the copy that it made next to the file before it upgraded the data.',
  ),
} as const;

export const settings = {
  'config-wrong': kind(
    'serious',
    'A configuration file cannot be used',
    'The server does not start with it.',
    'Correct the value that is named.',
  ),
  'https-not-required': kind(
    'warning',
    'Plain HTTP is accepted',
    'Passwords and session tokens can be read on the way.',
    'Set TRACKER_REQUIRE_HTTPS to true, the default.',
  ),
  'proxy-headers-trusted': kind(
    'warning',
    'Forwarding headers of the peer are trusted',
    'Without a proxy of your own in front, any client can choose the address under which it is known.',
    'Set TRACKER_TRUST_PROXY_HEADERS to false unless a proxy of yours sets X-Forwarded-For and X-Forwarded-Proto.',
  ),
  'line-not-read': kind(
    'note',
    'A line of va_config.php is not read',
    'Tracker reads plain values and does not run the file.',
    'Remove the line, or write it as a plain value.',
  ),
} as const;
