import { say } from '../visitor/visitor.js';
import { make } from './dom.js';

/** The weather reports of a flight's airports, on its card. */
export class WeatherReports {
  /** @param {string} root @param {boolean} isOn whether the server has a source */
  constructor(root, isOn) {
    this.root = root;
    this.isOn = isOn;
    this.holder = make('div', { class: 'weather' });
    this.holder.hidden = true;
    /** The airports that are shown. */
    this.icaos = '';
  }

  /** @param {readonly string[]} icaos */
  show(icaos) {
    const text = icaos.join();
    if (!this.isOn || text === this.icaos) return;
    this.icaos = text;
    this.holder.hidden = true;
    void this.load(icaos, text);
  }

  /** @param {readonly string[]} icaos @param {string} text */
  async load(icaos, text) {
    const reports = await Promise.all(icaos.map((icao) => this.read(icao)));
    if (this.icaos !== text) return;
    const lines = reports.flatMap((report) =>
      report === null ? [] : [make('code', { dir: 'ltr', lang: 'en' }, report)],
    );
    this.holder.replaceChildren(make('h3', {}, say('weather.title')), ...lines);
    this.holder.hidden = lines.length === 0;
  }

  /** @param {string} icao @returns {Promise<string | null>} */
  async read(icao) {
    const answer = await fetch(`${this.root}airports/${encodeURIComponent(icao)}/metar.json`).catch(() => null);
    return answer?.ok === true ? (await answer.json()).metar : null;
  }
}
