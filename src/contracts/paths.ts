/** The paths of a contract with their methods; a path may have parameters, `/bids/{id}`. */
export class Paths {
  readonly #methods = new Map<string, Set<string>>();
  readonly #patterns: { readonly segments: readonly string[]; readonly methods: ReadonlySet<string> }[] = [];

  add(path: string, method: string): void {
    const methods = this.#methods.get(path) ?? new Set();
    if (!this.#methods.has(path)) {
      this.#methods.set(path, methods);
      if (path.includes('{')) this.#patterns.push({ segments: path.split('/'), methods });
    }
    methods.add(method);
    if (method === 'GET') methods.add('HEAD');
  }

  /** Returns the methods of the path that a request names; undefined where there is none. */
  get(path: string): ReadonlySet<string> | undefined {
    const methods = this.#methods.get(path);
    if (methods !== undefined) return methods;
    const named = path.split('/');
    return this.#patterns.find(({ segments }) => isOf(segments, named))?.methods;
  }
}

function isOf(segments: readonly string[], named: readonly string[]): boolean {
  if (segments.length !== named.length) return false;
  return segments.every((segment, index) => {
    const name = named[index] ?? '';
    return isParameter(segment) ? name !== '' : segment === name;
  });
}

/** Returns the path below the contract's base, `/position`, without double or trailing slashes, which the framework ignores too. */
export function pathBelow(base: string, url: string): string {
  const path = (url.split('?', 1)[0] ?? '').replace(/\/{2,}/g, '/');
  const below = path.slice(path.indexOf(base) + base.length);
  return below.length > 1 && below.endsWith('/') ? below.slice(0, -1) : below || '/';
}

/** The path as the web framework spells it: `/bids/:id`. */
export function frameworkPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{');
}
