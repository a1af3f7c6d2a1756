/**
 * Names of files that no visitor needs, as one regular expression that nginx, Apache, Caddy and LiteSpeed understand alike.
 * It fits the last part of a path, so that what lies below `.well-known` is left alone. Archives are left out: liveries and downloads are archives.
 */
export const deniedNames = [
  String.raw`\.[^/]*`,
  String.raw`[^/]*\.(env|ini|inc|sql|bak|back|backup|old|orig|save|sav|swp|swo|log|dump|db|sqlite3?|mdb|pem|key|p12|pfx|ppk)`,
  String.raw`[^/]*\.(sql|log|env|ini|sqlite)\.(gz|bz2|xz|zip|zst)`,
  String.raw`[^/]*\.(php[0-9]?|inc|ini|env|sql|log|json|txt|conf)(\.[A-Za-z0-9~_-]+|[~_-][^/]*)`,
  String.raw`[^/]*\.phps`,
  '[^/]*~',
  '(php_)?errors?_?log',
].join('|');

/**
 * Names of parts of a page and of what it links to, which visitors need although a denied ending stands inside: `lang.ini.js`, `charts.json.pdf`.
 * A program that ends like a page shows its source.
 */
export const pagePartNames = [
  String.raw`[^./][^/]*\.(js|mjs|css|map|png|jpe?g|gif|svg|webp|avif|ico|woff2?|ttf|otf|eot|mp[34]|webm|wasm|pdf)`,
  String.raw`[^./][^/]*\.(inc|ini|env|sql|log|json|txt|conf)[^/]*\.html?`,
].join('|');

/** The denied names without the parts of a page, for programs that look ahead (not Caddy). */
export const deniedFileNames = `(?!(${pagePartNames})$)(${deniedNames})`;

/** Folders of version control. */
export const deniedFolders = String.raw`\.(git|svn|hg|bzr)`;
