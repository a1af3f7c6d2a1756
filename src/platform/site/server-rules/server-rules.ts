import { deniedFolders, deniedNames } from '../denied-names.ts';

/** What a web server in front of a site has to do for Tracker. Paths begin with a slash and are below the site's address. */
export interface ServerRules {
  /** Path of the site's address: empty, or `/crew`. */
  readonly sitePath: string;
  /** Where Tracker listens: `127.0.0.1:8787`, or `unix:/path`. Several servers that share a journal take requests in turn. */
  readonly servers: readonly [string, ...string[]];
  readonly passed: readonly Passed[];
  /** Paths of the crew center's own API that may be handed over too, if its operator wants that; null where there are none. */
  readonly handedOver: Passed | null;
  /** Files and folders that nobody may read, as regular expressions of what follows the site's path and a slash. */
  readonly denied: readonly string[];
  /** The site is shown by its folder `public` below this path, beside which nothing may be read; null where it is not. */
  readonly besidePublic: string | null;
}

/** Requests that go to Tracker without PHP. */
export type Passed =
  /** Everything below this path. The server finds its own paths behind the site's; its pages need them cut. */
  | { readonly kind: 'below'; readonly path: string; readonly isCut: boolean }
  /**
   * Exactly what this regular expression fits, from the site's path on. `unless`: a request with this header stays with the
   * crew center's own `index.php`.
   */
  | { readonly kind: 'fitting'; readonly pattern: string; readonly unless?: string };

/** More than Tracker takes (8 MiB after decompression), so that it is Tracker that refuses, in the contract's words. */
export const maxBodyMegabytes = 16;
/** Longer than Tracker takes for any answer, and than the pauses in the map's feed. */
export const timeoutS = 90;

export const escapeRegex = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Regular expressions of the paths that are denied, each from the beginning of a path. Names count for the whole host. */
export function deniedPatterns({ sitePath, denied, besidePublic }: ServerRules): readonly string[] {
  const path = escapeRegex(sitePath);
  return [
    ...denied.map((each) => `^${path}/${each}`),
    `^/(.*/)?${deniedFolders}(/|$)`,
    `^/(.*/)?(${deniedNames})$`,
    ...(besidePublic === null ? [] : besidePatterns(besidePublic)),
  ];
}

/** Folders of the crew center that lie beside its folder `public`; said by name, as not every server knows "all but". */
function besidePatterns(path: string): readonly string[] {
  const folders = 'app|bin|bootstrap|config|database|modules|node_modules|resources|storage|tests|vendor';
  return [
    `^${escapeRegex(path)}/(${folders})(/|$)`,
    `^${escapeRegex(path)}/(artisan|[^/]*\\.(json|lock|xml|neon|ya?ml|js|md|toml)|Dockerfile|Makefile|Procfile)$`,
  ];
}

/** Addresses of servers, as settings have them: with commas between them. Null where there is none. */
export function readServers(text: string): readonly [string, ...string[]] | null {
  const [first, ...others] = text.split(',').flatMap((each) => each.trim() || []);
  return first === undefined ? null : [first, ...others];
}

/** Name of several servers together, in the rules of web servers that want one. */
export const groupName = 'tracker';
/** How long a server that cannot be reached gets no request, in seconds. */
export const pauseS = 5;
