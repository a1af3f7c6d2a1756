import type { PilotComment, RouteFix } from '../tracking/papers-model.ts';

/** What a pilot writes on a PIREP beside filing it. An unknown PIREP and another pilot's are refused alike. */
export interface PirepPapers {
  /**
   * Adds a comment of the pilot, plain text.
   * @throws Refusal `flight-not-found`
   */
  comment(pilotId: string, pirepId: string, text: string): Promise<PilotComment>;
  /** Oldest first. @throws Refusal `flight-not-found` */
  listComments(pilotId: string, pirepId: string): Promise<readonly PilotComment[]>;
  /** Replaces the fixes of the route; none removes them. @throws Refusal `flight-not-found` */
  replaceRoute(pilotId: string, pirepId: string, fixes: readonly RouteFix[]): Promise<void>;
  /** Sets custom fields of a filed PIREP; others stay. @throws Refusal `flight-not-found` */
  addFields(pilotId: string, pirepId: string, fields: Readonly<Record<string, string>>): Promise<void>;
  /** The custom fields by name. @throws Refusal `flight-not-found` */
  listFields(pilotId: string, pirepId: string): Promise<Readonly<Record<string, string>>>;
  /** In order. @throws Refusal `flight-not-found` */
  listRoute(pilotId: string, pirepId: string): Promise<readonly RouteFix[]>;
}
