/** A program that was uploaded into the site's folder, as far as it may be said of it. */
export interface UploadedVersion {
  /** `program-linux-x64`. */
  readonly name: string;
  /** Null where it cannot be used. */
  readonly usable: {
    readonly version: string;
    /** Id of the key that signed it. */
    readonly signedBy: string;
    /** What becomes of the data, in a sentence. */
    readonly data: string;
  } | null;
  /** Why it cannot be used, in a sentence; null where it can. */
  readonly problem: string | null;
}

/** What the program of a private place is, and what it may become. */
export interface ProgramState {
  readonly current: string;
  /** Set when the next start takes another version than the one that runs. */
  readonly next: string | null;
  readonly uploaded: readonly UploadedVersion[];
  /** What can be returned to, and what is lost by it, in a sentence; null where nothing is lost. */
  readonly before: { readonly version: string; readonly loses: string | null; readonly problem: string | null } | null;
}

/** Updates of a program that was set up through the folder of a site. */
export interface ProgramUpdates {
  readProgram(): Promise<ProgramState>;
  /**
   * Unpacks an uploaded program and lets the next start take it; a running server ends then.
   * @param from - a folder with the parts; null for the folder of the site
   * @returns the version
   * @throws Refusal `invalid` with a sentence for the operator
   */
  updateProgram(actor: string, from: string | null): Promise<string>;
  /**
   * Lets the next start take the version of before.
   * @param mayLose - whether the operator agreed to what is lost by it
   * @throws Refusal `invalid`
   */
  returnProgram(actor: string, mayLose: boolean): Promise<string>;
}
