import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';
import { readableLine } from './log-line.ts';
import { openLogOutput } from './log-output.ts';
import { printable } from './printable.ts';

export type Logger = Pick<PinoLogger, 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'> & {
  /** May be changed while the server runs. */
  level: string;
};

export interface LogOptions {
  readonly level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  /** Standard output when absent. */
  readonly destination?: DestinationStream;
  /** Readable lines instead of JSON; by default if standard output is a terminal. */
  readonly isReadable?: boolean;
}

/**
 * The server's logger: one JSON object a line, or on a terminal a line to read. What is given to it should hold no secret in the first place (`Secret`
 * prints as `[secret]`, URLs are logged without their query); a line that holds one all the same is masked.
 */
export function createLogger(options: LogOptions): Logger {
  const isReadable = options.isReadable ?? (options.destination === undefined && process.stdout.isTTY === true);
  const settings = {
    level: options.level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: {
      streamWrite: (line: string) => {
        const masked = maskSecrets(line);
        return isReadable ? readableLine(masked) : printable(masked);
      },
    },
  };
  return pino(settings, options.destination ?? openLogOutput());
}

const secretNames =
  'password|passwd|pass|pwd|token|api_?key|apikey|secret|authorization|cookie|x-tracker-token|x-tracker-client|x-api-key';
const secretMember = new RegExp(`("(?:${secretNames})"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*"`, 'gi');
const escapedMember = new RegExp(`(\\\\"(?:${secretNames})\\\\"\\s*:\\s*)\\\\".*?\\\\"`, 'gi');
const parameter = new RegExp(`\\b((?:${secretNames})=)[^&\\s"'\\\\]+`, 'gi');
const bearer = /\b(bearer\s+)[\w.~+/-]+=*/gi;
const bcryptHash = /\$2[abxy]?\$\d\d\$[./A-Za-z0-9]{53}/g;

/** Masks passwords, tokens, keys and password hashes in a log line, including its messages and stacks. */
export function maskSecrets(line: string): string {
  return line
    .replace(secretMember, '$1"[secret]"')
    .replace(escapedMember, '$1\\"[secret]\\"')
    .replace(parameter, '$1[secret]')
    .replace(bearer, '$1[secret]')
    .replace(bcryptHash, '[secret]');
}
