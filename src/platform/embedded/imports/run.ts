import { Refusal } from '../../../tracking/refusals.ts';
import type { CrewCenter } from '../crew-center.ts';
import { applyImport, takenBack, undoImport } from './apply.ts';
import type { ImportKind } from './kind.ts';
import type { Progress } from './pieces.ts';
import { previewImport } from './preview.ts';
import { dropImports, linesNoted, newestImport } from './store.ts';

/** What is said of a line. */
export interface LineNote {
  readonly line: number;
  readonly problem: string;
}

export type ImportResult =
  | {
      readonly kind: 'imported';
      readonly added: number;
      readonly changed: number;
      readonly unchanged: number;
      /** What of the file was not taken, because it was changed here since. */
      readonly kept: readonly LineNote[];
    }
  /** Problems in the order of the lines; nothing was changed then. */
  | { readonly kind: 'refused'; readonly problems: readonly LineNote[] };

/** Imports a file without looking at its preview: all of it, or nothing when a line is refused; nothing is ever deleted. */
export async function importFile(
  crewCenter: CrewCenter,
  kind: ImportKind,
  csv: string,
  onProgress: Progress = () => {},
): Promise<ImportResult> {
  const id = await previewImport(crewCenter, kind, csv);
  const problems = crewCenter.read(() => linesNoted(crewCenter, id, 'refused'));
  if (problems.length > 0) {
    await crewCenter.write(() => dropImports(crewCenter, kind, `state = 'preview'`));
    return { kind: 'refused', problems };
  }
  await applyImport(crewCenter, kind, id, onProgress);
  return crewCenter.read(() => {
    const counts = newestImport(crewCenter, kind)?.counts ?? { new: 0, changed: 0, unchanged: 0 };
    const kept = linesNoted(crewCenter, id, null);
    return { kind: 'imported', added: counts.new, changed: counts.changed, unchanged: counts.unchanged, kept };
  });
}

/** What became of an import that was taken back. */
export interface UndoResult {
  /** Number of lines whose item is as it was before the import. One that was removed here since is not among them. */
  readonly takenBack: number;
  /** What stays, and why. */
  readonly stays: readonly LineNote[];
}

/** Takes the newest import of this kind back. @throws Refusal `not-found` when there is none that was applied */
export async function undoNewest(
  crewCenter: CrewCenter,
  kind: ImportKind,
  onProgress: Progress = () => {},
): Promise<UndoResult> {
  const newest = crewCenter.read(() => newestImport(crewCenter, kind));
  if (newest === null || newest.state === 'undone')
    throw new Refusal('not-found', { message: `There is no import of ${kind.name} to take back.` });
  if (newest.state === 'preview')
    throw new Refusal('not-found', {
      message: `A newer file of ${kind.name} is shown on the page of imports and was not applied yet. Apply it there, or put it aside.`,
    });
  if (newest.state === 'applying')
    throw new Refusal('not-found', {
      message: `The newest import of ${kind.name} is under way, or was stopped in the middle. Continue it on the page of imports, and take it back then.`,
    });
  await undoImport(crewCenter, kind, newest.id, onProgress);
  return crewCenter.read(() => {
    const ended = linesNoted(crewCenter, newest.id, 'unchanged');
    const noted = (['new', 'changed'] as const).flatMap((what) => linesNoted(crewCenter, newest.id, what));
    return {
      takenBack: ended.filter(({ problem }) => problem === takenBack).length,
      stays: noted.toSorted((one, other) => one.line - other.line),
    };
  });
}
