import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Ofp, readOfp } from './ofp.ts';

/** As SimBrief writes it, shortened. */
const ofp = `<?xml version="1.0" encoding="UTF-8"?>
<OFP>
  <params>
    <request_id>19317474</request_id>
    <units>lbs</units>
  </params>
  <general>
    <release>1</release>
    <sys_rmk/>
    <initial_altitude>16000</initial_altitude>
    <passengers>167</passengers>
    <route>DCT BOMUP DCT LOVIM</route>
    <route_ifps>DCT BOMUP</route_ifps>
  </general>
  <alternate>
    <icao_code>OTHH</icao_code>
    <route>NABI2G NABIX</route>
  </alternate>
  <alternate><icao_code>OMAA</icao_code></alternate>
  <fuel><taxi>220</taxi><plan_ramp>14313</plan_ramp></fuel>
  <weights><pax_count>160</pax_count><cargo>500</cargo></weights>
</OFP>`;
const read = {
  route: 'DCT BOMUP DCT LOVIM',
  alternate: 'OTHH',
  blockFuelLb: 14_313,
  cruiseAltitudeFt: 16_000,
  passengers: 160,
  cargoLb: 500,
};
const nothing = {
  route: null,
  alternate: null,
  blockFuelLb: null,
  cruiseAltitudeFt: null,
  passengers: null,
  cargoLb: null,
};

const cases: readonly [string, string, Ofp][] = [
  [
    'with marks that XML writes as entities',
    ofp.replace('DCT BOMUP DCT LOVIM', 'A&amp;B &lt;C&gt; &quot;D&quot; &apos;E&apos;'),
    { ...read, route: `A&B <C> "D" 'E'` },
  ],
  ['in pounds', ofp, read],
  [
    'in kilograms',
    ofp.replace('>lbs<', '>kgs<').replace('14313', '6492').replace('>500<', '>227<'),
    { ...read, blockFuelLb: 14_312, cargoLb: 500 },
  ],
  [
    'without an alternate',
    ofp.replace(/<alternate>[\s\S]*<\/alternate>/, '<alternate/>'),
    { ...read, alternate: null },
  ],
  [
    'with characters that are escaped',
    ofp.replace('LOVIM', 'A&amp;B &lt;b&gt;'),
    { ...read, route: 'DCT BOMUP DCT A&B <b>' },
  ],
  ['with a section of characters', ofp.replace('DCT BOMUP DCT LOVIM', '<![CDATA[ A  B ]]>'), { ...read, route: 'A B' }],
  [
    'with figures that are none',
    ofp.replace('14313', 'many').replace('16000', '-1'),
    { ...read, blockFuelLb: null, cruiseAltitudeFt: null },
  ],
  ['without the weights', ofp.replace(/<weights>.*<\/weights>/, ''), { ...read, passengers: 167, cargoLb: null }],
  ['broken off', ofp.slice(0, 200), nothing],
  ['empty', '', nothing],
  ['no such thing', '{"general":{}}', nothing],
];
for (const [name, xml, expected] of cases)
  test(`a flight plan ${name}`, () => assert.deepEqual(readOfp(xml), expected));
