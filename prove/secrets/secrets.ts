import { join } from 'node:path';
import type { Prove } from '../prove.ts';
import { findCanaries } from './canaries.ts';
import { useSecrets } from './flows.ts';
import { Stage } from './stage.ts';

/** Which secrets a careless aid prints, when the proof itself is tried. */
const printed = ['session of a pilot', 'session of the operator', 'key of a program'];

/**
 * No secret stands where it should not: a canary for each is put in wherever it enters, and all that the server
 * produced is searched for it in every usual encoding: its log at the finest level, answers, pages, what commands print,
 * and its files.
 */
export const secrets: Prove = {
  usage: 'secrets [--short] [--self-test]',
  async run({ short, selfTest, out, figure }) {
    let isKept = true;
    if (!selfTest) {
      const { faults, text } = await search([], short);
      isKept = faults.length === 0;
      for (const fault of faults) out(fault);
      out(`${text}: ${isKept ? 'kept' : 'NOT KEPT'}`);
      figure({ promise: 'secrets', text, isKept });
    }
    const { faults } = await search(['--import', join(import.meta.dirname, 'planted.ts')], true);
    const missed = printed.filter(
      (kind) =>
        !faults.includes(`the ${kind} stands in the log`) &&
        !faults.some((fault) => fault.startsWith(`the ${kind} stands in the log as`)),
    );
    out(
      missed.length === 0
        ? 'with a log that prints them: noticed'
        : `with a log that prints them: NOT NOTICED: ${missed.join(', ')}`,
    );
    return isKept && missed.length === 0;
  },
};

async function search(nodeOptions: readonly string[], isShort: boolean) {
  await using stage = await Stage.open(nodeOptions);
  await useSecrets(stage, isShort);
  await stage.end();
  const faults = [...new Set(findCanaries(stage.canaries, stage.produced))];
  const bytes = stage.produced.reduce((sum, { text }) => sum + text.length, 0);
  const text = `${stage.canaries.size} secrets, sought in ${stage.produced.length} outputs and files (${Math.round(bytes / 1024)} KiB), ${faults.length} found where they should not be`;
  return { faults, text };
}
