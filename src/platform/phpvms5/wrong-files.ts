import { CrewCenterError } from '../crew-center.ts';
import { PhpSyntaxError } from '../site/php-config.ts';
import { CoreConfigError } from './core-config.ts';
import { TablesNotFound } from './tables.ts';
import { VaConfigError } from './va-config.ts';

const known = [CoreConfigError, VaConfigError, TablesNotFound, PhpSyntaxError];

/**
 * What the crew center's own files or tables say wrong becomes a sentence for the operator instead of a stack; so does a file
 * that cannot be read (of another user, a link that leads nowhere).
 * @throws CrewCenterError
 */
export async function inWords<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof Error) || error instanceof CrewCenterError) throw error;
    const isFile = 'syscall' in error && 'path' in error;
    if (!isFile && !known.some((kind) => error instanceof kind)) throw error;
    throw new CrewCenterError(error.message, { cause: error });
  }
}
