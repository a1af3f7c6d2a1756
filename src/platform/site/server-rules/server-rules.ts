import type { Secret } from '../../../lib/secret.ts';
import { deniedFolders, deniedNames, pagePartNames } from '../denied-names.ts';

/** What a web server in front of a site has to do for Tracker. Paths begin with a slash and are below the site's address. */
export interface ServerRules {
  /** Path of the site's address: empty, or `/crew`. */
  readonly sitePath: string;
  /** The folder that the site's address shows; null when it is not known. */
  readonly shown: string | null;
  /** Where Tracker listens: `127.0.0.1:8787`, or `unix:/path`. Several servers that share a journal take requests in turn. */
  readonly servers: readonly [string, ...string[]];
  readonly passed: readonly Passed[];
  /** Paths of the crew center's own API that may be handed over too, if its operator wants that; none where that is not possible. */
  readonly handedOver: readonly HandedOver[];
  /** Files and folders that nobody may read, as regular expressions of what follows the site's path and a slash. */
  readonly denied: readonly string[];
  /** The site is shown by its folder `public` below this path, beside which nothing may be read; null where it is not. */
  readonly besidePublic: string | null;
}

/** Requests that go to Tracker without PHP. */
export type Passed =
  /** Everything below this path. The server finds its own paths behind the site's; its pages need them cut. */
  | { readonly kind: 'below'; readonly path: string; readonly isCut: boolean }
  /** Exactly what this regular expression fits, from the site's path on. */
  | { readonly kind: 'fitting'; readonly pattern: string }
  | HandedOver;

/** The same, of the crew center's own API. Other requests stay with its `index.php`. */
export interface HandedOver {
  readonly kind: 'handed-over';
  readonly pattern: string;
  /** Value of `directHeader` in Tracker's own calls, which stay with the crew center. */
  readonly direct: Secret;
  /** Reads stay with the crew center too. */
  readonly isForChanges: boolean;
}

/** More than Tracker takes (8 MiB after decompression), so that it is Tracker that refuses, in the contract's words. */
export const maxBodyMegabytes = 16;
/**
 * How long an answer is waited for, in seconds: longer than Tracker takes for any. Of several servers one that was paused or cut off is
 * given up sooner, so that its clients come to another one: after more than the pauses of the map's feed (15 s), and than the usual
 * `TRACKER_CREW_CENTER_TIMEOUT` (8 s).
 */
export function timeoutOf({ servers }: Pick<ServerRules, 'servers'>): number {
  return servers.length === 1 ? 90 : 20;
}

/** Methods that change nothing. */
export const reads = ['GET', 'HEAD'] as const;

export const escapeRegex = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Regular expressions of the paths that are denied whether something is there or not, each from the beginning of a path. */
export function deniedPaths({ sitePath, denied, besidePublic }: ServerRules): readonly string[] {
  // Folders of the crew center that lie beside its folder `public`; said by name, as not every server knows "all but".
  const folders = 'app|bin|bootstrap|config|database|modules|node_modules|resources|storage|tests|vendor';
  return [
    ...denied.map((each) => `^${escapeRegex(sitePath)}/${each}`),
    `^/(.*/)?${deniedFolders}(/|$)`,
    ...(besidePublic === null ? [] : [`^${escapeRegex(besidePublic)}/(${folders})(/|$)`]),
  ];
}

/** Files that are denied by their path. */
export interface DeniedFiles {
  readonly pattern: string;
  /** Those that are not, although the pattern fits; null for none. */
  readonly except: string | null;
}

/**
 * Paths that are denied only where a file is: a page of the crew center may have such a name too, as the log files in its admin
 * area have. Names count for the whole host.
 */
export function deniedFiles({ besidePublic }: ServerRules): readonly DeniedFiles[] {
  const beside = String.raw`(artisan|[^/]*\.(json|lock|xml|neon|ya?ml|js|md|toml)|Dockerfile|Makefile|Procfile)`;
  return [
    { pattern: `^/(.*/)?(${deniedNames})$`, except: `^/(.*/)?(${pagePartNames})$` },
    ...(besidePublic === null ? [] : [{ pattern: `^${escapeRegex(besidePublic)}/${beside}$`, except: null }]),
  ];
}

/** One regular expression for both, for programs that look ahead (not Caddy). */
export const withoutExcepted = ({ pattern, except }: DeniedFiles) =>
  except === null ? pattern : `^(?!${except.slice(1)})${pattern.slice(1)}`;

/** Whether these rules deny a file, or a folder with a slash at its end, at this path. */
export function isDeniedByRules(rules: ServerRules, path: string): boolean {
  const patterns = [...deniedPaths(rules), ...(path.endsWith('/') ? [] : deniedFiles(rules).map(withoutExcepted))];
  return patterns.some((pattern) => new RegExp(`${pattern}`).test(path));
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
