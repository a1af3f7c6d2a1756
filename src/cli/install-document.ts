import type { EdgeStep } from '../platform/site/edge-steps.ts';
import type { CommandIo } from './command.ts';

/** What a command on a site did. */
export interface SiteOutcome {
  readonly success: boolean;
  readonly steps: readonly EdgeStep[];
}

/**
 * Runs a command on a site, which prints as it goes. With `--json` one document is printed at the end instead, with the
 * steps and the lines. Returns the exit code.
 */
export async function printSiteCommand(io: CommandIo, run: (io: CommandIo) => Promise<SiteOutcome>): Promise<number> {
  if (!io.json) return (await run(io)).success ? 0 : 1;
  const lines: string[] = [];
  const { success, steps } = await run({ ...io, out: (text) => void lines.push(...text.trim().split('\n')) });
  const shown = steps.map((step) => ({
    kind: step.kind,
    path: step.path,
    why: step.why,
    ...(step.kind === 'move' && { to: step.to }),
  }));
  io.out(JSON.stringify({ success, steps: shown, output: lines }));
  return success ? 0 : 1;
}
