import { deniedFileNames, deniedFolders } from '../site/denied-names.ts';

const begin = '# BEGIN Tracker: what no visitor may read';
const end = '# END Tracker';
const marked = new RegExp(`${begin}[\\s\\S]*?${end}\\n?`);
const pathLine = /^# path (.+)$/gm;

/** Whether an `.htaccess` has Tracker's block. */
export const hasDenyBlock = (text: string) => marked.test(text);
/** The first and the last line of the block. */
export const denyBlockLines = [begin, end] as const;

export interface DenyWish {
  /** Files and folders (with a slash at their end) that are denied, relative to the folder of the `.htaccess`. */
  readonly paths: readonly string[];
  readonly hidesLists: boolean;
}

/**
 * Returns an `.htaccess` with Tracker's block at its beginning; the rest is unchanged, and rules of an earlier block are kept.
 * For Apache 2.4 and LiteSpeed, where AllowOverride allows AuthConfig, FileInfo, Limit and (for listings) Options.
 */
export function addDenyBlock(text: string, { paths, hidesLists }: DenyWish): string {
  const before = marked.exec(text)?.[0] ?? '';
  const known = [...before.matchAll(pathLine)].map(([, path = '']) => decode(path));
  const all = [...new Set([...known, ...paths])].sort();
  const lists = hidesLists || before.includes('Options -Indexes') ? ['Options -Indexes'] : [];
  const lines = [begin, ...all.map((path) => `# path ${encode(path)}`), ...rulesFor(all), ...lists, end];
  const rest = text.replace(marked, '');
  return `${lines.join('\n')}\n${rest}`;
}

function rulesFor(paths: readonly string[]): readonly string[] {
  const rules = paths.map((path) => `RewriteRule "^${asPattern(path)}${path.endsWith('/') ? '' : '$'}" - [F,L]`);
  return [
    `<FilesMatch "^${deniedFileNames}$">`,
    '<IfModule mod_authz_core.c>',
    // A page with such a name is the crew center's. Whether LiteSpeed knows the condition is not known.
    '<IfModule !LiteSpeed>',
    '<If "-f %{REQUEST_FILENAME}">',
    'Require all denied',
    '</If>',
    '</IfModule>',
    '<IfModule LiteSpeed>',
    'Require all denied',
    '</IfModule>',
    '</IfModule>',
    '<IfModule !mod_authz_core.c>',
    'Order allow,deny',
    'Deny from all',
    '</IfModule>',
    '</FilesMatch>',
    '<IfModule mod_rewrite.c>',
    'RewriteEngine On',
    `RewriteRule "(^|/)${deniedFolders}(/|$)" - [F,L]`,
    ...rules,
    '</IfModule>',
  ];
}

/** What a file is called is a stranger's choice: one line, which no backslash at its end joins with the next. */
const encode = (path: string) =>
  path.replaceAll(/[\p{Cc}%\\]/gu, (sign) => `%${(sign.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`);

const decode = (text: string) =>
  text.replaceAll(/%(25|5c|[0189][0-9a-f]|7f)/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));

/** As a regular expression inside quotes: `[^/]` stands for what a line of a configuration cannot hold, also a line feed. */
const asPattern = (path: string) =>
  path
    .replaceAll(/[\p{Cc}"\\]/gu, '\0')
    .replaceAll(/[.*+?^${}()|[\]]/g, '\\$&')
    .replaceAll('\0', '[^/]');
