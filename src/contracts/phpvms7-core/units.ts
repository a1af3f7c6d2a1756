import { Type } from 'typebox';

/** Values with a unit, in all units that phpVMS tells (app/Support/Units): its clients pick the one that they want. */

export const distanceSchema = Type.Object(
  {
    m: Type.Number({ description: 'Metres' }),
    km: Type.Number({ description: 'Kilometres' }),
    mi: Type.Number({ description: 'Miles' }),
    nmi: Type.Number({ description: 'Nautical miles' }),
  },
  { title: 'Distance', description: 'Distance; 0 when unknown' },
);

/** phpVMS writes 0 for an unknown distance. */
export function encodeDistance(nauticalMiles: number | null) {
  const nmi = nauticalMiles ?? 0;
  return { m: round(nmi * 1852), km: round(nmi * 1.852), mi: round(nmi * 1.150_779_448), nmi: round(nmi) };
}

export const massSchema = Type.Object(
  { kg: Type.Number({ description: 'Kilograms' }), lbs: Type.Number({ description: 'Pounds' }) },
  { title: 'Mass', description: 'Mass; 0 when unknown' },
);

export function encodeMass(pounds: number | null) {
  const lbs = pounds ?? 0;
  return { kg: round(lbs * 0.453_592_37), lbs: round(lbs) };
}

const round = (value: number) => Math.round(value * 100) / 100;
