import type { ScheduleDetails } from '../../tracking/model.ts';
import { cruiseAltitudeFt, daysOf } from './flight-words.ts';
import { readableText } from './readable-text.ts';

/** Details of a schedule of version 5, from the texts of its columns; an empty text is unknown. */
export function detailsOf(texts: {
  readonly flightlevel: string;
  readonly daysofweek: string;
  readonly notes: string;
}): ScheduleDetails {
  return {
    days: daysOf(texts.daysofweek),
    cruiseAltitudeFt: cruiseAltitudeFt(texts.flightlevel),
    notes: readableText(texts.notes) || null,
  };
}
