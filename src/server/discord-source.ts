import type { Logger } from '../lib/log.ts';
import { readPublicName } from '../platform/embedded/public-names.ts';
import type { FlightView } from '../tracking/figures/flight-view.ts';
import { flightName } from '../tracking/model.ts';
import { isRefusal } from '../tracking/refusals.ts';
import type { Tracking } from '../tracking/tracking.ts';
import { readBrand } from '../web/brand.ts';
import { knownFigures, totalsOf } from '../web/picture/known-figures.ts';
import type { Pictures } from '../web/picture/pictures.ts';
import type { FactsSource, FlightFacts } from '../webhooks/discord/flight-facts.ts';
import type { CrewCenter } from './crew-center.ts';

/** What posts are made from. */
export interface SourceParts {
  readonly tracking: Tracking;
  readonly pictures: Pick<Pictures, 'read'>;
  /** Returns the name of a pilot who agreed to be named in public; null for all others. */
  readPublicName(pilotId: string): string | null;
  readonly log: Logger;
}

/** Returns the source of what posts in Discord say: the journal, and the pictures drawn from it. */
export function discordSource(parts: SourceParts): FactsSource {
  const { tracking, pictures, log } = parts;
  return {
    airline: () => readBrand(tracking),
    async readFlight(id) {
      const view = await tracking.operator.readFlight(id);
      return view === null ? null : factsOf(parts, view);
    },
    async readPicture(id) {
      const view = await tracking.operator.readFlight(id);
      if (view === null) return null;
      try {
        return await pictures.read(view);
      } catch (error) {
        if (!isRefusal(error)) log.error({ err: error }, 'a picture could not be drawn');
        return null;
      }
    },
  };
}

function factsOf({ tracking, readPublicName }: SourceParts, view: FlightView): FlightFacts {
  const { id, plan, aircraft, pilot, receipt } = view.flight;
  const { leftAt, arrivedAt, flightTimeMin, distanceNm, landingRateFpm } = knownFigures(
    view,
    totalsOf(tracking.flights, id),
  );
  const { icao, name } = receipt?.pirep.diversion ?? plan.arrival;
  return {
    callsign: flightName(plan),
    departure: { icao: plan.departure.icao, name: plan.departure.name },
    arrival: { icao, name },
    aircraft: [aircraft?.icao, aircraft?.registration].filter(Boolean).join(' · '),
    pilot: { ident: pilot.ident, name: readPublicName(pilot.id) },
    leftAt,
    arrivedAt,
    flightTimeMin: flightTimeMin?.value ?? null,
    distanceNm: distanceNm?.value ?? null,
    score: receipt?.pirep.judgement?.score ?? null,
    landingRate: landingRateFpm && { fpm: landingRateFpm.value, isEstimated: landingRateFpm.isEstimated },
  };
}

/** Only the embedded crew center knows who agreed. */
export function publicNamesOf({ embedded }: Pick<CrewCenter, 'embedded'>): SourceParts['readPublicName'] {
  return (pilotId) =>
    embedded === null || embedded.updates.isPending ? null : readPublicName(embedded.crewCenter, pilotId);
}
