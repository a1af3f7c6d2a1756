/** Where the packed program lies in a site that was set up by an upload, by the version of phpVMS; below the site's folder. */
export const packedFolders = { 5: 'acars/program', 7: 'modules/Tracker/Program' } as const;

/** Names of a packed program and of what signs it. */
export const packedName = /^program-([a-z]+-[a-z0-9]+)\.(?:part([1-9][0-9]?)|sig|keys)$/;

/** The file in which set-up names the private place, by the version of phpVMS; below the site's folder. It is of this site alone. */
export const placeFiles = { 5: 'acars/_tracker_place.php', 7: 'storage/app/tracker-place.txt' } as const;

/** Whether nothing but a packed program lies in this folder. @param names - of what lies in it */
export function holdsOnlyPacked(names: readonly string[]): boolean {
  return names.every((name) => name === '.htaccess' || packedName.test(name));
}
