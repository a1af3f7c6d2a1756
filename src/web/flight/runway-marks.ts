import { placeOn } from '../../lib/runways/runway.ts';
import type { Mark } from '../../tracking/model.ts';
import { displacedM, type RunwayLanding } from '../../tracking/rules/detectors/runway-landing.ts';

/** The numbers of marks of the rules at one place of a drawing. */
export interface Sign {
  readonly x: number;
  readonly text: string;
}

/** Marks farther from the pavement than these, metres, are not of the landing, nor those of another time. */
const marginM = 150;
const besideM = 120;
const landingMs = 180_000;
const signWidth = 24;

/**
 * Returns signs for the marks on the pavement and just around it, of the time when it landed and rolled out. Those that would
 * cover each other are one: `1, 2`.
 * @param marks - of the rules, in the order by which they are numbered
 */
export function drawSigns(
  { runway, touchdown }: RunwayLanding,
  marks: readonly Mark[],
  xOf: (alongM: number) => number,
): readonly Sign[] {
  const signs: { x: number; text: string }[] = [];
  marks.forEach(({ lat, lon, from }, index) => {
    if (lat === null || lon === null || Math.abs(from - touchdown.at) > landingMs) return;
    const { alongM, rightM } = placeOn(runway, { lat, lon });
    if (alongM < -marginM || alongM > runway.lengthM + marginM || Math.abs(rightM) > besideM) return;
    const x = xOf(alongM - displacedM(runway));
    const near = signs.find((sign) => Math.abs(sign.x - x) < signWidth);
    if (near === undefined) signs.push({ x, text: String(index + 1) });
    else near.text += `, ${index + 1}`;
  });
  return signs;
}
