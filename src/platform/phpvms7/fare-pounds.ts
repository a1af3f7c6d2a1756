import type { Fare } from '../../tracking/desk-model.ts';
import type { SiteRules } from './site-settings.ts';

const poundsOfKilogram = 2.204_622_621_8;

/** Cargo is counted in the site's unit of weight (app/Http/Controllers/Frontend/SimBriefController.php); ours is the pound. */
export function inPounds(fares: readonly Fare[], rules: SiteRules): readonly Fare[] {
  if (!rules.weighsInKilograms) return fares;
  const weight = (value: number | null) => (value === null ? null : Math.round(value * poundsOfKilogram));
  const price = (value: number | null) => (value === null ? null : Number((value / poundsOfKilogram).toFixed(4)));
  return fares.map((fare) =>
    fare.kind === 'passenger'
      ? fare
      : { ...fare, capacity: weight(fare.capacity), count: weight(fare.count), price: price(fare.price) },
  );
}
