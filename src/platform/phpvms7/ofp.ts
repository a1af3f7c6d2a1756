/** What a client is shown of SimBrief's flight plan. */
export interface Ofp {
  readonly route: string | null;
  readonly alternate: string | null;
  readonly blockFuelLb: number | null;
  readonly cruiseAltitudeFt: number | null;
  readonly passengers: number | null;
  readonly cargoLb: number | null;
}

const poundsOfKilogram = 2.204_622_621_8;

/** Reads the flight plan as SimBrief writes it (`simbrief.ofp_xml`): some 200 kB, of which a few elements with fixed names are looked up. */
export function readOfp(xml: string): Ofp {
  const [params, general, alternate] = [block(xml, 'params'), block(xml, 'general'), block(xml, 'alternate')];
  const [fuel, weights] = [block(xml, 'fuel'), block(xml, 'weights')];
  const isMetric = value(params, 'units')?.startsWith('kg') === true;
  const pounds = (figure: number | null) =>
    figure === null ? null : Math.round(isMetric ? figure * poundsOfKilogram : figure);
  return {
    route: value(general, 'route'),
    alternate: value(alternate, 'icao_code')?.toUpperCase() ?? null,
    blockFuelLb: pounds(figureOf(fuel, 'plan_ramp')),
    cruiseAltitudeFt: figureOf(general, 'initial_altitude'),
    passengers: figureOf(weights, 'pax_count') ?? figureOf(general, 'passengers'),
    cargoLb: pounds(figureOf(weights, 'cargo')),
  };
}

/** The text of the first element of this name, with what is in it; empty when there is none. */
function block(xml: string, name: string): string {
  const from = xml.indexOf(`<${name}>`);
  const to = from < 0 ? -1 : xml.indexOf(`</${name}>`, from);
  return to < 0 ? '' : xml.slice(from + name.length + 2, to);
}

function value(within: string, name: string): string | null {
  const text = block(within, name).replace(/^\s*<!\[CDATA\[([\s\S]*)\]\]>\s*$/, '$1');
  const plain = text.replace(/&(amp|lt|gt|quot|apos);/g, (_all, entity: keyof typeof entities) => entities[entity]);
  return plain.replace(/\s+/g, ' ').trim() || null;
}

const entities = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" } as const;

function figureOf(within: string, name: string): number | null {
  const figure = Number(value(within, name) ?? Number.NaN);
  return Number.isFinite(figure) && figure >= 0 ? figure : null;
}
