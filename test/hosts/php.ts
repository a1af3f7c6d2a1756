import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { until } from '../until.ts';
import { findPart, phpPart } from './parts.ts';
import { accepts, freePort } from './ports.ts';

export function findPhp(): string {
  return findPart(phpPart)[0] ?? 'php';
}

/** PHP's own web server over a folder, with what it printed. */
export interface PhpServer extends AsyncDisposable {
  readonly url: string;
  /** Its log and everything that PHP complained about. */
  readonly output: () => string;
}

export async function startPhpServer(root: string): Promise<PhpServer> {
  const port = await freePort();
  const options = [
    '-d',
    'display_errors=1',
    '-d',
    'log_errors=1',
    '-d',
    'error_reporting=-1',
    '-d',
    'zend.assertions=1',
    '-d',
    // Files change within the two seconds for which it would not look at them again.
    'opcache.enable=0',
  ];
  const child = spawn(findPhp(), [...options, '-S', `127.0.0.1:${port}`, '-t', root], { cwd: root });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)));
  const isLost = () => child.exitCode !== null;
  await until(() => accepts(port), { isLost, otherwise: () => `PHP's web server did not start: ${output}` });
  return {
    url: `http://127.0.0.1:${port}`,
    output: () => output,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode !== null) return;
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
  };
}
