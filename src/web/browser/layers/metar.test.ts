import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMetar } from './metar.js';

const cases: readonly (readonly [string, string | null, number | null, number | null])[] = [
  ['KJFK 061051Z 32010KT 10SM FEW250 04/M06 A3001 RMK AO2 OVC001', 'vfr', 320, 10],
  ['METAR EGLL 061050Z AUTO 24015G27KT 9999 SCT020 BKN025 12/08 Q1009', 'mvfr', 240, 15],
  ['LSZH 061050Z VRB02KT CAVOK 12/02 Q1020 NOSIG', 'vfr', null, 2],
  ['EDDM 061050Z 00000KT 0300 R26R/0500N FG VV001 00/00 Q1031', 'lifr', 0, 0],
  ['UUEE 061030Z 18005MPS 2000 -SN OVC008 M05/M06 Q1011 TEMPO 0500', 'ifr', 180, 10],
  ['KSFO 061056Z 28012KT 1 1/2SM BR OVC009 12/11 A2992', 'ifr', 280, 12],
  ['KORD 061056Z 05008KT M1/4SM FG VV002 M02/M02 A3010', 'lifr', 50, 8],
  ['PANC 061053Z 00000KT P6SM CLR M12/M15 A2954', 'vfr', 0, 0],
  ['EFHK 061050Z 27010KT 5000 BKN030 M01/M02 Q1002', 'mvfr', 270, 10],
  ['EFHK 061050Z 27010KT 9999 BKN031 M01/M02 Q1002', 'vfr', 270, 10],
  ['KDEN 061053Z 20006KT 3SM HZ SCT100 08/M04 A3011', 'mvfr', 200, 6],
  ['KDEN 061053Z AUTO', null, null, null],
  ['EGLL 061050Z /////KT //// ////// 12/08 Q1009', null, null, null],
];

for (const [metar, category, windDeg, windKt] of cases)
  test(`of “${metar}” the map shows ${category}`, () => {
    const report = readMetar(metar);
    assert.deepEqual([report.category, report.windDeg], [category, windDeg]);
    assert.equal(report.windKt === null ? null : Math.round(report.windKt), windKt);
  });
