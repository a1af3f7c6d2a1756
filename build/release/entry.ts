/** One file of a release, or one symbolic link. */
export interface Entry {
  /** With forward slashes, from the root of the archive. */
  readonly path: string;
  readonly content: { readonly bytes: Uint8Array } | { readonly linksTo: string };
  readonly isExecutable: boolean;
  /** Not for everybody to read. */
  readonly isPrivate?: true;
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
