import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Returns the first folder above `path`, or itself, that accounts other than its owner's may not enter; null where there is none. */
export function closedFolder(path: string): string | null {
  for (let folder = path; ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return folder;
    if (dirname(folder) === folder) return null;
  }
}

/**
 * Runs this program of the project again in a copy that all accounts may enter, and removes the copy.
 * @param program - from the root of the project
 * @returns its exit code
 */
export async function runInCopy(root: string, program: string, words: readonly string[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-'));
  try {
    chmodSync(folder, 0o755);
    const copy = join(folder, 'project');
    cpSync(root, copy, { recursive: true, verbatimSymlinks: true });
    chmodSync(copy, 0o755);
    const env = { ...process.env, PATH: (process.env.PATH ?? '').replaceAll(root, copy) };
    const child = spawn(process.execPath.replace(root, copy), [join(copy, program), ...words], {
      cwd: copy,
      env,
      stdio: 'inherit',
    });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
    const [code] = (await once(child, 'exit')) as [number | null];
    return code ?? 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
