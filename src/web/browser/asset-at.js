/** Returns the address of another asset of the same version. In a bundle too: all lie below `assets/VERSION/`. @param {string} path */
export function assetAt(path) {
  return import.meta.url.replace(/(\/assets\/[^/?]+\/).*$/s, `$1${path}`);
}
