import { isRefusal } from '../../../tracking/refusals.ts';
import type { CrewCenter } from '../crew-center.ts';
import type { Cells, ImportKind } from './kind.ts';
import { inPieces, type Progress } from './pieces.ts';
import { isSame } from './preview.ts';
import {
  dropImports,
  endLine,
  type ImportLine,
  linesToDo,
  requireImport,
  setImportedCells,
  setImportState,
} from './store.ts';

/** Said of a line whose item is as it was before the import again. */
export const takenBack = 'taken back';

/** Lines that are read and prepared at once. */
const atOnce = 500;

/**
 * Does what a preview says. What was changed here since the preview is left as it is, and its line reports it. One that was
 * stopped in the middle continues.
 * @throws Refusal `not-found` when it is not the newest, or was applied already
 */
export async function applyImport(
  crewCenter: CrewCenter,
  kind: ImportKind,
  importId: string,
  onProgress: Progress = () => {},
): Promise<void> {
  await crewCenter.write(() => {
    requireImport(crewCenter, kind, importId, ['preview', 'applying']);
    setImportState(crewCenter, importId, 'applying');
    // Only the newest one can be undone.
    dropImports(crewCenter, kind, `id < ${Number(importId)}`);
  });
  for (let lines = next(); lines.length > 0; lines = next())
    await inPieces(lines, onProgress, (piece) =>
      crewCenter.write(() => piece((line) => applyLine(crewCenter, kind, line))),
    );
  await crewCenter.write(() => setImportState(crewCenter, importId, 'applied'));

  function next(): readonly ImportLine[] {
    return crewCenter.read(() => linesToDo(crewCenter, importId, atOnce));
  }
}

function applyLine(crewCenter: CrewCenter, kind: ImportKind, line: ImportLine): void {
  const outcome = outcomeOf(crewCenter, kind, line);
  endLine(crewCenter, line.id, outcome);
  if (outcome.what !== 'refused' && outcome.itemId !== null && line.after !== null)
    setImportedCells(crewCenter, kind, outcome.itemId, baseOf(line, outcome.after ?? line.after));
}

/** What imports brought: of columns that this one did not bring, what those before had. */
function baseOf({ base, brought }: ImportLine, after: Cells): Cells {
  return { ...base, ...Object.fromEntries(brought.map((column) => [column, after[column] ?? ''])) };
}

type Outcome = Pick<ImportLine, 'what' | 'itemId' | 'after' | 'note'>;

function outcomeOf(crewCenter: CrewCenter, kind: ImportKind, line: ImportLine): Outcome {
  const { what, itemId, after, before, note } = line;
  const refuse = (reason: string): Outcome => ({ what: 'refused', itemId, after, note: reason });
  if (after === null || what === 'refused' || what === 'unchanged') return { what, itemId, after, note };
  try {
    if (what === 'new') {
      if (kind.find(crewCenter, after) !== null) return refuse('was added here since the preview');
      const id = kind.insert(crewCenter, after);
      return { what, itemId: id, after: kind.read(crewCenter, id), note };
    }
    const here = itemId === null ? null : kind.read(crewCenter, itemId);
    if (itemId === null || here === null) return refuse('was removed here since the preview');
    if (before === null || !isSame(here, before)) return refuse('was changed here since the preview');
    kind.replace(crewCenter, itemId, after);
    return { what, itemId, after: kind.read(crewCenter, itemId), note };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return refuse(error.detail.message);
  }
}

/**
 * Takes back what an import did: what it added goes, what it changed is as before. What was changed here since, and what
 * something refers to, stays; its line reports it.
 * @throws Refusal `not-found` when it is not the newest, or was not applied
 */
export async function undoImport(
  crewCenter: CrewCenter,
  kind: ImportKind,
  importId: string,
  onProgress: Progress = () => {},
): Promise<void> {
  await crewCenter.write(() => {
    const { state } = requireImport(crewCenter, kind, importId, ['applied', 'undoing']);
    if (state === 'undoing') return;
    crewCenter.run(
      `UPDATE tracker_import_lines SET is_done = 0, note = NULL WHERE import_id = ? AND what IN ('new', 'changed')`,
      importId,
    );
    setImportState(crewCenter, importId, 'undoing');
  });
  for (;;) {
    const lines = crewCenter.read(() => linesToDo(crewCenter, importId, atOnce));
    if (lines.length === 0) break;
    await inPieces(lines, onProgress, (piece) =>
      crewCenter.write(() => piece((line) => endLine(crewCenter, line.id, undone(crewCenter, kind, line)))),
    );
  }
  await crewCenter.write(() => setImportState(crewCenter, importId, 'undone'));
}

/** A line that is taken back is as one that does nothing; one that stays keeps its word, with the reason. */
function undone(crewCenter: CrewCenter, kind: ImportKind, line: ImportLine): Outcome {
  const { what, itemId, before, after, base } = line;
  const stays = (note: string): Outcome => ({ what, itemId, after, note: `stays: ${note}` });
  const here = itemId === null ? null : kind.read(crewCenter, itemId);
  if (itemId === null || here === null) return { what: 'unchanged', itemId, after, note: 'is gone already' };
  if (after === null || !isSame(here, after)) return stays('it was changed here since');
  const reference = what === 'new' ? referenceTo(crewCenter, kind, itemId) : null;
  if (reference !== null) return stays(`${reference} refers to it`);
  try {
    if (what === 'new') kind.remove(crewCenter, itemId);
    else if (before !== null) kind.replace(crewCenter, itemId, before);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return stays(error.detail.message);
  }
  setImportedCells(crewCenter, kind, itemId, base);
  return { what: 'unchanged', itemId: what === 'new' ? null : itemId, after, note: takenBack };
}

/** What refers to it: `a bid`; null for nothing. */
function referenceTo(crewCenter: CrewCenter, { refersBy }: ImportKind, itemId: string): string | null {
  const has = (table: string) =>
    crewCenter.get(`SELECT 1 FROM ${table} WHERE ${refersBy} = ? LIMIT 1`, itemId) !== null;
  return has('bids') ? 'a bid' : has('pireps') ? 'a PIREP' : null;
}
