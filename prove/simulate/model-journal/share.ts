/** The part of the tables that one journal has. */
export interface Share {
  hasPilot(pilotId: string): boolean;
  /** @param last - the newest flight of this share; 0 when there is none */
  nextFlightNumber(last: number): number;
}

/** Of a journal that has everything. */
export const everything: Share = { hasPilot: () => true, nextFlightNumber: (last) => last + 1 };
