import { readMetar } from './metar.js';
import { drawBarb, drawCategory } from './weather-marks.js';

/** @typedef {import('./metar.js').Report} Report */
/** @typedef {import('../map/airports.js').Airport} Airport */

/** From this zoom on the wind is drawn, too. */
const windFrom = 4.5;

/** The weather at the airports of the flights shown. */
export class WeatherLayer {
  /** @param {() => readonly Airport[]} airports those that are shown */
  constructor(airports) {
    this.airports = airports;
    /** @type {ReadonlyMap<string, Report>} */
    this.reports = new Map();
  }

  /** Takes what the server sent. @param {{ reports: Readonly<Record<string, string>> }} answer @returns {number} airports with a report */
  take({ reports }) {
    this.reports = new Map(Object.entries(reports).map(([icao, metar]) => [icao, readMetar(metar)]));
    return this.reports.size;
  }

  /** @param {import('./source.js').Drawing} drawing */
  draw({ context, view, palette }) {
    const isNear = view.zoom >= windFrom;
    for (const { icao, lat, lon } of this.airports()) {
      const report = this.reports.get(icao);
      if (report === undefined) continue;
      const y = view.y(lat);
      for (const copy of view.copies) {
        const x = view.x(lon + copy);
        if (!view.holds(x, y, 40)) continue;
        if (isNear) drawBarb(context, x, y, report, palette);
        drawCategory(context, x, y, report.category, isNear ? 7 : 5, palette);
      }
    }
  }
}
