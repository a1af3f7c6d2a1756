import { table } from '../../../lib/table.ts';
import { isJudgedByContent } from './private-content.ts';

/** What a file in a public folder may be, by its name. */
export type Bait =
  /** Its content must not be read. */
  | 'private'
  /** The same, if its content is as `isPrivateContent` says. */
  | 'content'
  /** It depends on what is in it. */
  | 'archive'
  /** A program that is not meant for visitors. */
  | 'script';

/** Folders whose files are private, whatever they are called, except what a page is made of. */
const privateFolder = /^_?(?:sessions?|logs?|cache|reports?|backups?|dumps?|tmp)$/i;
const partOfPage = /\.(?:css|js|mjs|map|png|jpe?g|gif|svg|webp|avif|ico|woff2?|ttf|otf|eot|mp[34]|php\d?)$/i;
const emptyIndex = /^(?:index\.html?|\.htaccess|\.gitignore|\.gitkeep)$/i;

/** Folders in which editors and programs keep passwords and keys. */
const secretFolder = /^\.(?:ssh|aws|gnupg|docker|kube|config|idea|subversion)$/i;

/** Leftovers of Windows that hold nothing private. */
const harmlessName = /^(?:(?:eh)?thumbs(?:_vista)?\.db|desktop\.ini)$/i;

/** Names with a leading dot that are harmless. */
const harmlessDot =
  /^\.(?:htaccess|well-known|git(?:ignore|attributes|keep|modules)|github|keep|nojekyll|npmignore|editorconfig|DS_Store|(?:travis|eslint|prettier|stylelint|babel|jshint|jscs|bower|scrutinizer|styleci|browserslist|nvmrc|codeclimate|mailmap|dockerignore).*)$/i;

/** Looked for once in each run of characters, however often the run has what is looked for: a name may be long. */
const privateName = new RegExp(
  [
    // Settings, dumps, databases, keys, logs, and what an editor or an owner leaves.
    String.raw`\.(?:env|ini|inc|sql|bak|back|backup|old|orig|save|sav|swp|swo|log|dump|db|sqlite3?|mdb|key|p12|pfx|ppk|htpasswd)$`,
    // The source of a program is shown once its name no longer ends with `.php`.
    String.raw`(?<![\w.~ -])(?=[\w.~ -]*$)[\w.~ -]*\.php(?!\d?$)[\w.~ -]`,
    String.raw`\.\w{1,8}\.[1-9]\d?$`,
    '~$|^#.*#$',
    '^(?:php_?)?errors?_?log$|^php_errors?$',
    String.raw`(?<![\w.-])(?=[\w.-]*\.(?:txt|json|xml|csv)$)[\w.-]*(?:dump|backup)`,
    // Keys, and what programs that copy or start a site know of it.
    '^id_(?:rsa|dsa|ecdsa|ed25519)$',
    String.raw`^sftp(?:-config)?(?:-alt\d?)?\.json$|^(?:filezilla|sitemanager|recentservers)\.xml$`,
    String.raw`^(?:docker-)?compose(?=[\w.-]*$).*\.ya?ml$`,
    String.raw`^(?=[\w-]*$).*(?:dump|backup)`,
    // A dump or a log that is packed.
    String.raw`\.(?:sql|log|env|ini|sqlite)\.(?:gz|bz2|xz|zip|zst)$`,
  ].join('|'),
  'i',
);

const archiveName = /\.(?:zip|tar|tgz|gz|tbz2?|bz2|txz|xz|7z|rar|zst|lzma|lz4?|phar)$/i;
/** Packed once so that they need not be packed for each visitor. */
const packedAsset = /\.(?:css|js|mjs|svg|html?|json|map|txt|xml|ttf)\.(?:gz|br|zst)$/i;

const scriptEnding = /\.(?:php\d?|phtml)$/i;
/** A word that says what a script is for, before its ending or before more words. */
const scriptWord =
  /(?:^|[_.-])(?:debug|diag|diagnose|diagnostics?|tests?|testing|php_?info|info|backups?|bak|old|copy|dump|te?mp|adminer|phpmyadmin)\d*(?:[_-]|\.(?:php\d?|phtml)$)/i;
/** A test of one thing, in one word: `dbtest`, `testmail`. */
const testWord = /(?:^|[_.-])(?:tests?([a-z]+)|([a-z]+?)tests?)\d*(?:[_-]|\.(?:php\d?|phtml)$)/i;
const tested = /^(?:db|database|sql|mysqli?|pdo|php|e?mail|smtp|conn(?:ect(?:ion)?)?|ftp|curl|cron|login|acars)$/i;
const className = /\.class\./i;
/** Folders of libraries, whose file names are not meaningful. */
const libraryFolder = /^(?:vendor|libs?|classes|modules|templates?|plugins|samples|node_modules|views|skins)$/i;

/** @param parts - names from the public folder to the file, the file's own last */
export function baitOf(parts: readonly string[]): Bait | null {
  const name = parts.at(-1) ?? '';
  const folders = parts.slice(0, -1);
  if (packedAsset.test(name) || harmlessName.test(name)) return null;
  if (name.startsWith('.') && !harmlessDot.test(name)) return 'private';
  if (privateName.test(name) || folders.some((folder) => secretFolder.test(folder))) return 'private';
  if (archiveName.test(name)) return 'archive';
  if (isInPrivateFolder(folders) && !partOfPage.test(name) && !emptyIndex.test(name)) return 'private';
  if (isScript(name) && !folders.some((folder) => libraryFolder.test(folder))) return 'script';
  return isJudgedByContent(name) ? 'content' : null;
}

function isScript(name: string): boolean {
  if (!scriptEnding.test(name) || className.test(name)) return false;
  const [, after, before] = testWord.exec(name) ?? [];
  return scriptWord.test(name) || tested.test(after ?? before ?? '');
}

/** The innermost one counts: a folder `reports` among the classes of a library holds classes. */
const isInPrivateFolder = (folders: readonly string[]) => privateFolder.test(folders.at(-1) ?? '');

/** Folders of version control. */
export const repositoryName = /^(?:\.git|\.svn|\.hg|\.bzr|CVS)$/;
/** A file that each of them holds. */
export const repositoryFiles = table<string>({
  '.git': 'HEAD',
  '.svn': 'entries',
  '.hg': 'requires',
  '.bzr': 'README',
  CVS: 'Entries',
});

/** Folders that are meant for visitors: what is packed there is expected. */
const forVisitors =
  /^(?:downloads?|liver(?:y|ies)|uploads?|files|fleet|repaints?|add-?ons|software|clients?|scener(?:y|ies)|documents?)$/i;

export function isForVisitors(folders: readonly string[]): boolean {
  return folders.some((folder) => forVisitors.test(folder));
}
