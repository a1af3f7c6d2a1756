import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { SeedLine, WorldKind } from './child.ts';

/** Of a process with the mistake of this name in its source. */
export interface ChildOptions {
  readonly world: WorldKind;
  /** `-` for none. */
  readonly name: string;
  readonly steps: number;
  /** Whether a failure is made as short as can be. */
  readonly story?: boolean;
}

/** Runs these seeds in a process of their own, with a mistake until one fails. @throws Error when it breaks off */
export async function runChild(
  { world, name, steps, story = false }: ChildOptions,
  seeds: readonly string[],
): Promise<readonly SeedLine[]> {
  const file = fileURLToPath(new URL('./child.ts', import.meta.url));
  const given = [...(story ? ['--story'] : []), '--', world, name, String(steps), ...seeds];
  const child = spawn(process.execPath, [file, ...given], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`the simulation with ${name} ended with ${code}`);
  return text
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as SeedLine);
}
