import type { Logger } from '../lib/log.ts';
import { arrivalOf, missedArrivalOf } from '../tracking/figures/arrival.ts';
import type { FlightView } from '../tracking/figures/flight-view.ts';
import { flightName } from '../tracking/model.ts';
import { isRefusal } from '../tracking/refusals.ts';
import type { Tracking } from '../tracking/tracking.ts';
import { readBrand } from '../web/brand.ts';
import { knownFigures, totalsOf } from '../web/picture/known-figures.ts';
import type { Pictures } from '../web/picture/pictures.ts';
import type { PublicNames } from '../web/public-names.ts';
import type { FactsSource, FlightFacts } from '../webhooks/discord/flight-facts.ts';

/** What posts are made from. */
export interface SourceParts {
  readonly tracking: Tracking;
  readonly pictures: Pick<Pictures, 'read'>;
  readonly publicNames: Pick<PublicNames, 'isNamed'>;
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

function factsOf({ tracking, publicNames }: SourceParts, view: FlightView): FlightFacts {
  const { id, plan, aircraft, pilot, receipt } = view.flight;
  const planned = missedArrivalOf(view.flight);
  const { leftAt, arrivedAt, flightTimeMin, distanceNm, landingRateFpm } = knownFigures(
    view,
    totalsOf(tracking.flights, id),
  );
  const { icao, name } = arrivalOf(view.flight);
  return {
    callsign: flightName(plan),
    departure: { icao: plan.departure.icao, name: plan.departure.name },
    arrival: { icao, name },
    plannedArrival: planned && { icao: planned.icao, name: planned.name },
    aircraft: [aircraft?.icao, aircraft?.registration].filter(Boolean).join(' · '),
    pilot: { ident: pilot.ident, name: publicNames.isNamed(pilot.id) ? pilot.name : null },
    leftAt,
    arrivedAt,
    flightTimeMin: flightTimeMin?.value ?? null,
    distanceNm: distanceNm?.value ?? null,
    score: receipt?.pirep.judgement?.score ?? null,
    landingRate: landingRateFpm && { fpm: landingRateFpm.value, isEstimated: landingRateFpm.isEstimated },
  };
}
