/** Points as several programs send them: whole, with nothing but their place, with fractions, as a line of a log. */
export function readPoints(position: (changes: object) => object): readonly object[] {
  return [
    position({
      autopilot: true,
      transponder: 2000,
      ias: 12.4,
      fuel_flow: 900.25,
      sim_time: '2024-03-06T10:00:00.1234567Z',
    }),
    { lat: 47.47, lon: 8.56 },
    position({ lat: 47.48, heading: 359.6, gs: 12.5, autopilot: false, transponder: '', sim_time: '' }),
    { lat: 47.48, lon: 8.56, heading: 1, type: 2, status: 'SCH', log: 'Doors closed', source: 'vmsOpenAcars' },
  ];
}
