/** One file of a release, one symbolic link, or one folder that is not like the others. */
export interface Entry {
  /** With forward slashes, from the root of the archive. */
  readonly path: string;
  readonly content: { readonly bytes: Uint8Array } | { readonly linksTo: string } | { readonly isFolder: true };
  readonly isExecutable: boolean;
  /** Not for everybody to read. */
  readonly isPrivate?: true;
  /** Where the flags above do not say it all, as in a package of somebody else. */
  readonly mode?: number;
  /** User and group, by number; root by default. */
  readonly owner?: number;
}

export function file(path: string, bytes: Uint8Array | string, isExecutable = false): Entry {
  return { path, content: { bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes }, isExecutable };
}

export function link(path: string, linksTo: string): Entry {
  return { path, content: { linksTo }, isExecutable: false };
}

/** The same entries below this folder. */
export function below(folder: string, entries: readonly Entry[]): readonly Entry[] {
  return entries.map((entry) => ({ ...entry, path: `${folder}/${entry.path}` }));
}
