import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { childrenByParent, commandOf, treeOf } from '../process-tree.ts';

/** What `node --test` is started with, so that one of its files can say where it hangs. */
export function reportOptions(folder: string): readonly string[] {
  return ['--report-on-signal', '--report-exclude-network', `--report-directory=${folder}`];
}

/**
 * Ends each file of a run of tests that takes longer than any may, with all that it started, and says where it hung:
 * the run then goes on, and the file has failed. Node's own limit of time is one of tests, not of a file whose tests
 * are over and which something keeps alive. Where there is no `/proc` nothing is ended.
 * @param runner - process id of `node --test`, started with `reportOptions(folder)`
 * @returns stops watching
 */
export function endLongFiles(runner: number, folder: string, minutes: number, say: (text: string) => void): () => void {
  if (!existsSync('/proc/self/status')) return () => undefined;
  const firstSeen = new Map<number, number>();
  const asked = new Set<number>();
  const look = () => {
    for (const file of childrenByParent().get(runner) ?? []) {
      const since = firstSeen.get(file) ?? performance.now();
      firstSeen.set(file, since);
      if (performance.now() - since < minutes * 60_000) continue;
      if (!asked.has(file)) signal(file, 'SIGUSR2');
      else {
        say(`\nended after ${minutes} minutes:\n${whatRuns(file)}\n${readReport(folder, file)}\n`);
        for (const each of treeOf(file).toReversed()) signal(each, 'SIGKILL');
      }
      asked.add(file);
    }
  };
  const timer = setInterval(look, Math.min(10_000, minutes * 20_000));
  return () => clearInterval(timer);
}

function whatRuns(file: number): string {
  return treeOf(file)
    .map((pid) => `  ${pid} ${commandOf(pid).slice(-200)}`)
    .join('\n');
}

interface Report {
  readonly javascriptStack?: { readonly message?: string; readonly stack?: readonly string[] };
  readonly libuv?: readonly { readonly type: string; readonly is_active?: boolean; readonly is_referenced?: boolean }[];
}

/** Where the process was, and what keeps it alive. */
function readReport(folder: string, pid: number): string {
  const name = readdirSync(folder).find((each) => each.startsWith('report.') && each.split('.')[3] === String(pid));
  if (name === undefined) return '  it did not answer: its thread is busy';
  try {
    const { javascriptStack, libuv = [] } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Report;
    const stack = (javascriptStack?.stack ?? []).slice(0, 15).map((line) => `  ${line}`);
    const handles = libuv.filter((each) => each.is_active && each.is_referenced);
    return [...stack, ...handles.map((each) => `  ${JSON.stringify(each)}`)].join('\n');
  } catch (error) {
    return `  its report cannot be read: ${String(error)}`;
  }
}

function signal(pid: number, name: 'SIGUSR2' | 'SIGKILL'): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended by itself.
  }
}
