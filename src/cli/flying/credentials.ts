import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { Credentials } from '../../client/client.ts';
import { CommandError } from '../command.ts';

export interface CredentialOptions {
  readonly login?: string | undefined;
  readonly password?: string | undefined;
  readonly passwordFile?: string | undefined;
  readonly apiKeyFile?: string | undefined;
}

/**
 * Reads the pilot's credentials. A password comes from a file, from standard input (`-`), from a prompt, or, for demonstrations, from the command line.
 * @throws CommandError
 */
export async function readCredentials(options: CredentialOptions): Promise<Credentials> {
  if (options.apiKeyFile !== undefined) return { apiKey: await readSecret(options.apiKeyFile) };
  if (options.login === undefined) {
    throw new CommandError('Give the pilot: --login VMS0001 with --password-file FILE, or --api-key-file FILE.', 2);
  }
  return { login: options.login, password: await readPassword(options) };
}

/** Returns the first line of a file, or of standard input for `-`. @throws CommandError */
export async function readSecret(file: string): Promise<string> {
  const text = file === '-' ? await readInput() : await readText(file);
  const line = text.split(/\r?\n/, 1)[0]?.trim() ?? '';
  if (line === '')
    throw new CommandError(`${file === '-' ? 'Standard input' : file} has no secret in its first line.`, 2);
  return line;
}

async function readText(file: string): Promise<string> {
  return await readFile(file, 'utf8').catch((error: Error) => {
    throw new CommandError(`${file} cannot be read: ${error.message}`, 2);
  });
}

async function readPassword(options: CredentialOptions): Promise<string> {
  if (options.password !== undefined) return options.password;
  if (options.passwordFile !== undefined) return await readSecret(options.passwordFile);
  if (!process.stdin.isTTY)
    throw new CommandError(
      'There is no terminal to prompt for the password: use --password-file FILE, or - for standard input.',
      2,
    );
  return await prompt(`Password of ${options.login}: `);
}

async function readInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

/** Prompts on the terminal without echoing the input. */
async function prompt(question: string): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const asking = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await new Promise((resolve, reject) => {
      asking.once('SIGINT', () => reject(new CommandError('Not logged in.', 130)));
      asking.question('', resolve);
    });
  } finally {
    asking.close();
    process.stderr.write('\n');
  }
}
