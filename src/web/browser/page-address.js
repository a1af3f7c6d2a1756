/**
 * Addresses of pages. Where a web server passes no path on to a script, all paths are in the query of one:
 * `/acars/tracker.php?/flights/x?share=y`.
 */

/** Splits the search of an address into what belongs to its path and its query proper. @param {string} search */
export function splitSearch(search) {
  const [, path, query = ''] = /^\?((?:\/|%2F)[^?&=]*)=?(?:[?&](.*))?$/is.exec(search) ?? [];
  return path === undefined
    ? { path: '', query: search.slice(1) }
    : { path: `?${path.replaceAll(/%2F/gi, '/')}`, query };
}

/** Returns the query of this page. */
export function pageQuery() {
  return new URLSearchParams(splitSearch(location.search).query);
}

/** Returns the address of this page with another query and no fragment. @param {URLSearchParams} query */
export function pageAddress(query) {
  return withQuery(location.origin + location.pathname + splitSearch(location.search).path, query.toString());
}

/** Returns this address with another query. @param {string} address with its own query or none @param {string} query */
export function withQuery(address, query) {
  const place = withoutQuery(address);
  return query === '' ? place : `${place}?${query}`;
}

/** Returns the query of an address. @param {string} address */
export function queryOf(address) {
  const at = address.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : splitSearch(address.slice(at)).query);
}

/** @param {string} address */
function withoutQuery(address) {
  const at = address.indexOf('?');
  return at < 0 ? address : address.slice(0, at) + splitSearch(address.slice(at)).path;
}
