/** The crew center may be below a path (`/crew/api/tracker/…`), so anything before a contract's base is ignored. */
export function cutPrefix(url: string, bases: readonly string[]): string {
  if (bases.some((base) => url.startsWith(base))) return url;
  const query = url.indexOf('?');
  const path = query < 0 ? url : url.slice(0, query);
  const starts = bases.map((base) => `${path}/`.indexOf(`${base}/`)).filter((at) => at > 0);
  return starts.length === 0 ? url : url.slice(Math.min(...starts));
}
