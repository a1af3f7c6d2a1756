import type { Fare } from '../../tracking/model.ts';

/** What a version 5 sells on a flight; a 0 stands for "unknown". */
export interface SoldAboard {
  /** `schedules.flighttype`; `C` is cargo. */
  readonly flightType: string;
  /** Of the aircraft. */
  readonly seats: number;
  readonly cargoLb: number;
  /** Of a seat, or on a cargo flight of a pound. */
  readonly price: number;
}

/** Version 5 sells one class: seats, or on a cargo flight pounds. Empty when neither capacity nor price is known. */
export function classFare({ flightType, seats, cargoLb, price }: SoldAboard): readonly Fare[] {
  const isCargo = flightType.toUpperCase() === 'C';
  const capacity = (isCargo ? cargoLb : seats) || null;
  if (capacity === null && price === 0) return [];
  const [code, name, kind] = isCargo ? (['C', 'Cargo', 'cargo'] as const) : (['P', 'Passenger', 'passenger'] as const);
  return [{ id: code, code, name, kind, capacity, count: null, price: price || null }];
}
