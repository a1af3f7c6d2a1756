/** Where the packed program lies in a site that was set up by an upload, by the version of phpVMS; below the site's folder. */
export const packedFolders = { 5: 'acars/program', 7: 'modules/Tracker/Program' } as const;

/** Names of a packed program and of what signs it. */
export const packedName = /^program-([a-z]+-[a-z0-9]+)\.(?:part([1-9][0-9]?)|sig|keys)$/;
