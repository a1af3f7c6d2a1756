/** The state of the page in its address, so that a link shows the same. */

const query = new URLSearchParams(location.search);

/** Returns what the address said when the page was loaded. @param {string} name */
export function inAddress(name) {
  return query.get(name);
}

export function addressed() {
  return query;
}

/** Keeps values in the address; one that is null or empty is removed. @param {Readonly<Record<string, string | null>>} values */
export function keepInAddress(values) {
  const address = new URL(location.href);
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === '') address.searchParams.delete(name);
    else address.searchParams.set(name, value);
  }
  if (address.href !== location.href) history.replaceState(null, '', address);
}
