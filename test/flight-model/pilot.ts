import type { Place } from '../../src/lib/geo.ts';
import type { Leg, Manner, State } from './model.ts';
import { beside, onRunway, placeFrom, type Way, wayThrough } from './way.ts';

const knotMs = 1_852 / 3_600;
const footM = 0.3048;
const rotateKt = 145;
const approachKt = 138;
const finalM = 26_000;
const thresholdFt = 50;
const airFlow = 5_000;
const groundFlow = 1_500;

/** Flies a leg from stand to stand, a state each second. The same for the same leg and manner. */
export function fly(leg: Leg, manner: Manner = {}): readonly State[] {
  const pilot = new Pilot(leg, manner);
  pilot.taxiOut();
  pilot.takeOff();
  pilot.land();
  return pilot.states;
}

class Pilot {
  readonly states: State[] = [];
  readonly #leg: Leg;
  readonly #manner: Manner;
  #place: Place;
  #courseDeg: number;
  #altitudeFt: number;
  #speedKt = 0;
  #iasKt = 0;
  #fuelLb = 30_000;
  #onGround = true;
  #areEnginesOn = false;
  #gForce = 1;
  #flaps = 0;
  #isGearUp = false;
  #areLightsOn = false;
  #groundFt: number;

  constructor(leg: Leg, manner: Manner) {
    this.#leg = leg;
    this.#manner = manner;
    this.#groundFt = leg.from.startElevationFt;
    this.#altitudeFt = this.#groundFt;
    this.#place = onRunway(leg.from, 300, 500);
    this.#courseDeg = leg.from.bearingDeg;
  }

  taxiOut(): void {
    const { from } = this.#leg;
    this.#stand(40);
    this.#areEnginesOn = true;
    this.#stand(40);
    this.#roll(wayThrough([this.#place, onRunway(from, 300, 150), onRunway(from, 20, 150), onRunway(from, 20, 0)]));
    this.#areLightsOn = true;
    this.#flaps = 5;
    this.#stand(15);
  }

  takeOff(): void {
    const { from } = this.#leg;
    const way = wayThrough([this.#place, onRunway(from, from.lengthM + 3_000)]);
    this.#accelerate(way, 0);
  }

  land(): void {
    const { to, from } = this.#leg;
    const { first, detourM = 0 } = this.#manner;
    const departed = onRunway(from, from.lengthM + 10_000);
    const detour = detourM === 0 ? [] : [beside(departed, onRunway(to, -finalM), detourM)];
    let ahead: readonly Place[] = [departed, ...detour];
    if (first !== undefined) {
      this.#approach(ahead, this.#leg.cruiseFt, first === 'go-around' ? 400 : null);
      if (first === 'touch-and-go') this.#accelerate(this.#ahead(), 12);
      ahead = this.#circuit();
    }
    this.#approach(ahead, first === undefined ? this.#leg.cruiseFt : to.startElevationFt + 3_000, null);
    this.#rollOut();
  }

  /** Straight on, and back to the beginning of the final approach. */
  #circuit(): readonly Place[] {
    const { to } = this.#leg;
    const backM = -finalM - 8_000;
    return [
      onRunway(to, to.lengthM + 6_000),
      onRunway(to, to.lengthM + 6_000, 6_000),
      onRunway(to, backM, 6_000),
      onRunway(to, backM),
    ];
  }

  /** Flies through these places and down to the runway, or up again at a height. */
  #approach(ahead: readonly Place[], cruiseFt: number, upAgainFt: number | null): void {
    const { to } = this.#leg;
    const { besideM = 0, fromSideDeg = 0 } = this.#manner;
    const thresholdM = to.displacedFt * footM;
    const turnM = 1_200;
    const sideM = Math.tan((fromSideDeg * Math.PI) / 180) * (finalM - turnM);
    const way = wayThrough([
      this.#place,
      ...ahead,
      onRunway(to, thresholdM - finalM, besideM + sideM),
      onRunway(to, thresholdM - turnM, besideM),
      onRunway(to, to.lengthM, besideM),
      onRunway(to, to.lengthM + 5_000, besideM),
    ]);
    const toThresholdM = way.lengthM - (to.lengthM + 5_000 - thresholdM);
    let [doneM, floatS] = [0, this.#manner.floatS ?? 0];
    while (!this.#onGround) {
      const toGoM = toThresholdM - doneM;
      const isSinking = this.#steer(toGoM, cruiseFt);
      if (upAgainFt !== null && isSinking && this.#heightFt(to.startElevationFt) <= upAgainFt) return;
      const sinkFps = this.#sink(toGoM, cruiseFt, floatS > 0);
      if (sinkFps === 0 && this.#heightFt(to.startElevationFt) < thresholdFt) floatS -= 1;
      const lowestFt = toGoM < finalM ? to.startElevationFt : Number.NEGATIVE_INFINITY;
      const nextFt = Math.max(lowestFt, this.#altitudeFt - sinkFps);
      if (nextFt === lowestFt) this.#touch();
      doneM += this.#speedKt * knotMs;
      this.#move(way, doneM, nextFt, -sinkFps * 60);
    }
  }

  /** Sets speed, flaps, gear and lights for this way to the threshold; returns whether it descends to it. */
  #steer(toGoM: number, cruiseFt: number): boolean {
    const { lowKt = 240, flapsFt = 1_900 } = this.#manner;
    const pathFt = this.#pathFt(toGoM);
    const isSinking = pathFt < cruiseFt && this.#altitudeFt >= pathFt - 60;
    const finalFt = isSinking ? pathFt - this.#leg.to.startElevationFt : Number.POSITIVE_INFINITY;
    const isLow = this.#altitudeFt < (isSinking ? 12_000 : 10_100);
    const cruiseKt = isLow ? lowKt : 280;
    const targetKt = finalFt < 2_300 ? approachKt : finalFt < 4_300 ? 190 : cruiseKt;
    this.#iasKt += Math.max(-1, Math.min(1, targetKt - this.#iasKt));
    this.#speedKt = this.#iasKt * (1 + this.#altitudeFt / 50_000);
    this.#areLightsOn = this.#altitudeFt < 10_500;
    if (this.#heightFt(this.#groundFt) > 1_500) this.#groundFt = this.#leg.to.startElevationFt;
    if (isSinking) this.#flaps = finalFt < flapsFt ? 30 : finalFt < 3_000 ? 15 : finalFt < 4_000 ? 5 : 0;
    else if (this.#heightFt(this.#groundFt) > 1_000) this.#flaps = 0;
    this.#isGearUp =
      finalFt > 2_100 ? this.#isGearUp || this.#heightFt(this.#groundFt) > 150 : this.#manner.isGearUp === true;
    return isSinking;
  }

  /** Feet that it sinks in the next second, negative when it climbs. */
  #sink(toGoM: number, cruiseFt: number, isFloating: boolean): number {
    const heightFt = this.#heightFt(this.#leg.to.startElevationFt);
    const isFlaring = toGoM < 2_000 && heightFt <= thresholdFt && this.#manner.isFlareLess === undefined;
    if (isFlaring && isFloating && heightFt < 15) return 0;
    if (isFlaring) return 2.4 + 0.198 * heightFt;
    const wantedFt = Math.min(cruiseFt, this.#pathFt(toGoM - this.#speedKt * knotMs));
    return Math.max(-36, this.#altitudeFt - wantedFt);
  }

  /** Altitude on the glide path so far from the threshold. */
  #pathFt(toGoM: number): number {
    const slope = Math.tan(((this.#manner.slopeDeg ?? 3) * Math.PI) / 180);
    return this.#leg.to.startElevationFt + thresholdFt + (toGoM * slope) / footM;
  }

  #heightFt(elevationFt: number): number {
    return this.#altitudeFt - elevationFt;
  }

  #touch(): void {
    this.#onGround = true;
    this.#groundFt = this.#leg.to.startElevationFt;
    this.#gForce = this.#manner.landingG ?? 1.25;
  }

  /** Straight on along the runway. */
  #ahead(): Way {
    return wayThrough([this.#place, onRunway(this.#leg.to, this.#leg.to.lengthM + 20_000, this.#manner.besideM ?? 0)]);
  }

  #accelerate(way: Way, coastS: number): void {
    let doneM = 0;
    for (let s = 0; this.#speedKt < rotateKt || s < coastS; s++) {
      if (s >= coastS) this.#speedKt += 3;
      this.#flaps = 5;
      this.#iasKt = this.#speedKt;
      doneM += this.#speedKt * knotMs;
      this.#move(way, doneM, this.#groundFt, 0);
    }
    this.#onGround = false;
  }

  #rollOut(): void {
    const { to } = this.#leg;
    const { bounceS = 0, overrunM } = this.#manner;
    const way = this.#ahead();
    const toEndM = way.lengthM - 20_000;
    let doneM = 0;
    for (let s = 0; this.#speedKt > 15; s++) {
      const isLate = overrunM !== undefined && doneM < toEndM + overrunM;
      this.#onGround = s < 1 || s > bounceS;
      this.#speedKt = isLate ? Math.max(40, this.#speedKt - 1.5) : this.#speedKt - (overrunM === undefined ? 3 : 12);
      this.#iasKt = Math.max(0, this.#speedKt);
      doneM += Math.max(0, this.#speedKt) * knotMs;
      const isUp = !this.#onGround;
      this.#move(way, doneM, to.startElevationFt + (isUp ? 4 : 0), isUp ? (s * 2 <= bounceS ? 120 : -120) : 0);
    }
    this.#speedKt = Math.max(0, this.#speedKt);
    if (overrunM !== undefined) this.#stand(30);
    this.#areLightsOn = false;
    const aheadM = overrunM === undefined ? 120 : 30;
    const turns = [
      [aheadM, 0],
      [aheadM + 60, 150],
      [aheadM, 150],
      [aheadM - 700, 150],
      [aheadM - 700, 500],
    ] as const;
    const from = this.#place;
    this.#roll(
      wayThrough([from, ...turns.map(([forwardM, rightM]) => placeFrom(from, to.bearingDeg, forwardM, rightM))]),
    );
    this.#stand(20);
    this.#areEnginesOn = false;
    this.#flaps = 0;
    this.#stand(90);
  }

  /** Taxies along a way, and stops at its end. */
  #roll(way: Way): void {
    const { taxiKt = 15 } = this.#manner;
    let doneM = 0;
    while (doneM < way.lengthM - 1) {
      const leftM = way.lengthM - doneM;
      this.#speedKt = Math.min(taxiKt, this.#speedKt + 1, Math.max(2, leftM / 4));
      this.#iasKt = 0;
      doneM += Math.min(leftM, this.#speedKt * knotMs);
      this.#move(way, doneM, this.#groundFt, 0);
    }
  }

  #stand(seconds: number): void {
    [this.#speedKt, this.#iasKt] = [0, 0];
    for (let s = 0; s < seconds; s++) this.#note(0);
  }

  #move(way: Way, doneM: number, altitudeFt: number, climbFpm: number): void {
    const { lat, lon, courseDeg } = way.at(doneM);
    this.#place = { lat, lon };
    this.#courseDeg = courseDeg;
    this.#altitudeFt = altitudeFt;
    this.#note(climbFpm);
  }

  #note(climbFpm: number): void {
    const flow = !this.#areEnginesOn ? 0 : this.#onGround ? groundFlow : airFlow;
    this.#fuelLb -= flow / 3_600;
    this.states.push({
      s: this.states.length,
      lat: this.#place.lat,
      lon: this.#place.lon,
      courseDeg: this.#courseDeg,
      altitudeFt: this.#altitudeFt,
      aglFt: Math.max(0, this.#heightFt(this.#groundFt)),
      speedKt: this.#speedKt,
      iasKt: this.#iasKt,
      climbFpm,
      fuelLb: this.#fuelLb,
      flowLbPerHour: flow,
      onGround: this.#onGround,
      gForce: this.#gForce,
      bankDeg: 0,
      flaps: this.#flaps,
      isGearUp: this.#isGearUp,
      areLandingLightsOn: this.#areLightsOn,
      isBeaconOn: this.#areEnginesOn,
      isPaused: false,
      isSlewing: false,
      simRate: 1,
    });
    this.#gForce = 1;
  }
}
