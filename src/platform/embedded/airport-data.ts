/** A row of the package's data, as far as it is used. */
export interface AirportRow {
  readonly icao: string;
  readonly iata: string | null;
  readonly name: string;
  readonly country: string;
  readonly timezone: string;
  readonly lat: number;
  readonly lon: number;
}

const icaoCode = /^[A-Z0-9]{3,8}$/;

/**
 * Some 17,500 airports that have an ICAO code, from the package airport-data-js (CC BY 4.0, https://airportdata.dev).
 * Its elevations mix feet with other units, so none is taken over.
 */
export async function loadAirports(): Promise<readonly AirportRow[]> {
  const { default: data } = await import('airport-data-js');
  const rows = await data.findAirports({});
  return rows.flatMap((row): AirportRow[] => {
    // Codes of digits only come as numbers.
    const icao = String(row.icao).trim().toUpperCase();
    if (!icaoCode.test(icao) || !isPlace(row.latitude, row.longitude)) return [];
    const { airport: name, country_code: country, time: timezone, latitude: lat, longitude: lon } = row;
    return [
      { icao, iata: row.iata ? String(row.iata) : null, name: String(name).slice(0, 100), country, timezone, lat, lon },
    ];
  });
}

function isPlace(lat: number, lon: number): boolean {
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
}
