import { lstatSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { isHeaderText } from '../five/plain-text.ts';
import { type PhpRemark, type PhpValue, readPhpConfig } from '../site/php-config.ts';

/** `acars/va_config.php`: what the owner of a crew center decides. */
export interface VaConfig {
  readonly name: string | null;
  readonly platformUrl: string | null;
  readonly websiteUrl: string | null;
  readonly logoUrl: string | null;
  readonly bannerUrl: string | null;
  readonly primaryColor: string | null;
  /** Null: not enforced. */
  readonly clientToken: string | null;
  readonly dbPrefix: string;
  /** `AUTO`, or an absolute path. */
  readonly storagePath: string;
  readonly requireHttps: boolean;
  readonly requireBid: boolean;
  /** Lifetime of a session of a client that stores it, in days. */
  readonly longSessionDays: number;
  readonly trustProxyHeaders: boolean;
  /** Where the edge finds the server, or several with commas between them; `AUTO` where the server wrote that down. */
  readonly server: string;
  /** Lines that were not read, for the start-up log. */
  readonly notRead: readonly PhpRemark[];
}

/** A constant of the wrong kind. `problems` has a sentence for each. */
export class VaConfigError extends Error {
  override readonly name = 'VaConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** Type of a constant: `read` returns its value, or undefined if it is invalid; `must` ends the sentence "it must be …". */
interface Rule<T> {
  readonly unset: T;
  readonly must: string;
  read(value: PhpValue): T | undefined;
}

const flag = (unset: boolean): Rule<boolean> => ({
  unset,
  must: 'true or false, without quotes',
  read: (value) => (typeof value === 'boolean' ? value : undefined),
});
const days = (unset: number, max: number): Rule<number> => ({
  unset,
  must: `a whole number of days from 1 to ${max}, without quotes`,
  read: (value) => (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= max ? Number(value) : undefined),
});
const text = (unset: string, must: string, fits: (value: string) => boolean): Rule<string> => ({
  unset,
  must,
  read: (value) => (typeof value === 'string' && fits(value) ? value : undefined),
});
const optional = (must: string, fits: (value: string) => boolean): Rule<string | null> => ({
  unset: null,
  must: `${must}, or '' for none`,
  read: (value) => {
    if (value === null || value === '') return null;
    return typeof value === 'string' && fits(value) ? value : undefined;
  },
});
const isUrl = (value: string) => /^https?:\/\/[^\s<>"']+$/i.test(value);
const isAddress = (value: string) => /^(?:[\w.-]+|\[[0-9a-f:]+\]):\d{1,5}$/i.test(value) || /^unix:\/./.test(value);
const isServer = (value: string) => value === 'AUTO' || value.split(',').every((each) => isAddress(each.trim()));

const serverMust =
  "'AUTO', or an address such as '127.0.0.1:8787' or 'unix:/path', or several with commas between them";

/** The constants by the names of `VaConfig`; what is unset takes the value that is safest. */
const rules = {
  name: ['VA_NAME', optional('a text in quotes', (value) => value.trim() !== '')],
  platformUrl: ['VA_PLATFORM_URL', optional('an address that begins with https:// or http://', isUrl)],
  websiteUrl: ['VA_WEBSITE_URL', optional('an address that begins with https:// or http://', isUrl)],
  logoUrl: ['VA_LOGO_URL', optional('an address that begins with https:// or http://', isUrl)],
  bannerUrl: ['VA_BANNER_URL', optional('an address that begins with https:// or http://', isUrl)],
  primaryColor: ['VA_PRIMARY_COLOR', optional("a colour such as '#1a2b3c'", (value) => /^#[0-9a-f]{6}$/i.test(value))],
  clientToken: [
    'VA_CLIENT_TOKEN',
    optional('a text in quotes, of English letters, digits and signs without blanks at its ends', isHeaderText),
  ],
  dbPrefix: ['TRACKER_DB_PREFIX', text('AUTO', "'AUTO' or the prefix of the platform's tables in quotes", () => true)],
  storagePath: [
    'TRACKER_PRIVATE_STORAGE_PATH',
    text('AUTO', "'AUTO' or an absolute path in quotes", (value) => value === 'AUTO' || isAbsolute(value)),
  ],
  requireHttps: ['TRACKER_REQUIRE_HTTPS', flag(true)],
  requireBid: ['TRACKER_REQUIRE_BID', flag(true)],
  longSessionDays: ['TRACKER_LONG_SESSION_DAYS', days(30, 365)],
  trustProxyHeaders: ['TRACKER_TRUST_PROXY_HEADERS', flag(false)],
  server: ['TRACKER_SERVER', text('AUTO', serverMust, isServer)],
} as const;

/**
 * The file's constants, checked. Without a file everything is unset.
 * @throws VaConfigError, PhpSyntaxError
 */
export async function readVaConfig(path: string): Promise<VaConfig> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    if (isLink) throw new VaConfigError([`${path} is a link to a file that cannot be read: ${error.message}.`]);
    if (error.code === 'ENOENT') return Buffer.from('');
    throw error;
  });
  return parseVaConfig(bytes, path);
}

export function parseVaConfig(bytes: Uint8Array, path: string): VaConfig {
  const config = readPhpConfig(bytes, path);
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, [constant, rule]] of Object.entries(rules)) {
    const value = config.constants.get(constant);
    const read = value === undefined ? rule.unset : rule.read(value);
    if (read === undefined)
      problems.push(`${constant} in va_config.php is of the wrong kind: it must be ${rule.must}.`);
    values[key] = read;
  }
  for (const { line, what } of config.notRead) {
    if (!isOurs(what)) continue;
    problems.push(
      `${what} on line ${line} of va_config.php is not a plain value; Tracker reads the file and does not run it.`,
    );
  }
  if (problems.length > 0) throw new VaConfigError(problems);
  // The only `if` of Tracker's template refuses a visitor who requests the file itself.
  const notRead = config.notRead.filter(({ what }) => what !== 'if');
  return { ...(values as unknown as Omit<VaConfig, 'notRead'>), notRead };
}

function isOurs(what: string): boolean {
  return Object.values(rules).some(([constant]) => constant === what);
}
