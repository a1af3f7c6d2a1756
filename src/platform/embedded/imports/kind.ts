import type { CrewCenter } from '../crew-center.ts';
import type { FileColumns, LineProblem } from './csv-lines.ts';

/** The texts of one thing, by column. */
export type Cells = Readonly<Record<string, string>>;

/** What is wrong with a cell, or with the line when no column is named. */
export type CellProblem = Omit<LineProblem, 'line'>;

/** Checks the cells of a line; what is there already is looked up once for all lines. */
export type CheckCells = (cells: Cells) => {
  /** As `read` would give them back. */
  readonly cells: Cells;
  readonly problems: readonly CellProblem[];
};

/** What files of one kind hold: schedules, pilots, aircraft. Its functions run within a read or a write. */
export interface ImportKind {
  /** Several of them, as in the address of their page. */
  readonly name: 'schedules' | 'pilots' | 'aircraft';
  readonly one: string;
  readonly columns: FileColumns;
  /** Columns that an empty cell leaves as they are; it clears the others. */
  readonly keptWhenEmpty: readonly string[];
  /** What the cells of a new one are where the file does not have the column. */
  readonly defaults: Cells;
  checker(crewCenter: CrewCenter): CheckCells;
  /** What two lines of a file may not have in common. */
  keyOf(cells: Cells): string;
  nameOf(cells: Cells): string;
  /** Id of the one that these cells are about; null when there is none yet. */
  find(crewCenter: CrewCenter, cells: Cells): string | null;
  /** Its cells; null when it is gone. */
  read(crewCenter: CrewCenter, id: string): Cells | null;
  /** Adds it. Returns its id. */
  insert(crewCenter: CrewCenter, cells: Cells): string;
  /** @throws Refusal when it may not be changed now */
  replace(crewCenter: CrewCenter, id: string, cells: Cells): void;
  /** The column of bids and of PIREPs that refers to it, so that it cannot be taken away again. */
  readonly refersBy: 'flight_id' | 'user_id' | 'aircraft_id';
  remove(crewCenter: CrewCenter, id: string): void;
}

/** What acts with files of this kind are called in the audit log: `schedule-import`. */
export function actOf({ one }: ImportKind, act: 'import' | 'import-undo'): string {
  return `${one === 'flight' ? 'schedule' : one}-${act}`;
}
