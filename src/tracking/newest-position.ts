import type { Position } from './model.ts';

/**
 * The newest position of a flight, as numbers that are written over. Each position lives until the next one comes: kept
 * as objects, those of ten thousand flights would outlive the young generation and fill the heap until a full collection.
 */
export class NewestPosition {
  /** In the order of `put`; NaN for null. */
  readonly #figures = new Float64Array(14);
  #isDated = false;
  #onGround: boolean | null = null;
  #phase: string | null = null;
  #transponder: string | null = null;
  #autopilot: string | null = null;
  #simTime: string | null = null;

  put(position: Position): void {
    const figures = this.#figures;
    figures[0] = position.recordedAt;
    figures[1] = position.receivedAt;
    figures[2] = position.lat;
    figures[3] = position.lon;
    figures[4] = position.seq ?? Number.NaN;
    figures[5] = position.headingDeg ?? Number.NaN;
    figures[6] = position.altitudeMslFt ?? Number.NaN;
    figures[7] = position.altitudeAglFt ?? Number.NaN;
    figures[8] = position.groundSpeedKt ?? Number.NaN;
    figures[9] = position.indicatedAirspeedKt ?? Number.NaN;
    figures[10] = position.verticalSpeedFpm ?? Number.NaN;
    figures[11] = position.fuelLb ?? Number.NaN;
    figures[12] = position.fuelFlowLbPerHour ?? Number.NaN;
    figures[13] = position.distanceNm ?? Number.NaN;
    this.#isDated = position.isDated;
    this.#onGround = position.onGround;
    this.#phase = position.phase;
    this.#transponder = position.transponder;
    this.#autopilot = position.autopilot;
    this.#simTime = position.simTime;
  }

  /** A copy: what is put later does not change it. */
  read(): Position {
    return {
      seq: this.#figure(4),
      recordedAt: this.#figures[0] ?? 0,
      isDated: this.#isDated,
      receivedAt: this.#figures[1] ?? 0,
      lat: this.#figures[2] ?? 0,
      lon: this.#figures[3] ?? 0,
      headingDeg: this.#figure(5),
      altitudeMslFt: this.#figure(6),
      altitudeAglFt: this.#figure(7),
      groundSpeedKt: this.#figure(8),
      indicatedAirspeedKt: this.#figure(9),
      verticalSpeedFpm: this.#figure(10),
      fuelLb: this.#figure(11),
      fuelFlowLbPerHour: this.#figure(12),
      phase: this.#phase,
      distanceNm: this.#figure(13),
      transponder: this.#transponder,
      autopilot: this.#autopilot,
      onGround: this.#onGround,
      simTime: this.#simTime,
    };
  }

  #figure(at: number): number | null {
    const figure = this.#figures[at] ?? Number.NaN;
    return Number.isNaN(figure) ? null : figure;
  }
}
