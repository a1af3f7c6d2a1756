/** What the first page says of an airline that has no other site. */
export interface HomeFacts {
  /** Active pilots, accepted flights, and the minutes of those. */
  readonly pilots: number;
  readonly flights: number;
  readonly flightTimeMin: number;
  /** Plain text; the newest first. */
  readonly news: readonly { readonly title: string; readonly body: string; readonly postedAt: number | null }[];
}

/** A crew center that keeps the airline itself. */
export interface HomeHost {
  /** Whether the airline wants the page. */
  isShown(): boolean;
  readFacts(): HomeFacts;
}
