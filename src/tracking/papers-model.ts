/** A comment of a pilot on a PIREP. */
export interface PilotComment {
  readonly id: string;
  readonly at: number | null;
  readonly text: string;
}

/** A fix of a route. */
export interface RouteFix {
  readonly name: string;
  readonly order: number;
  readonly lat: number;
  readonly lon: number;
  /** Kind of the fix, as the host numbers them; null when unknown. */
  readonly navType: number | null;
}
