import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bidGone, isLiveMap, noSecret, offMap, onMap, pirepPage } from '../prove/phpvms5/judge.ts';
import { differences } from '../prove/phpvms5/site.ts';

const row = {
  flightnum: 'TVA101',
  heading: '359',
  aircraftname: 'B738',
  registration: 'N738TV',
  phasedetail: 'Climbing',
  lat: '40.1',
  lng: '-73.2',
};
const page = { status: 200, text: 'TVA101 Engine start A line with (script)alert(1)(/script)' };

test('each judge lets pass what is as it must be', () => {
  assert.equal(onMap([row], 'TVA101'), null);
  assert.equal(offMap([{ ...row, flightnum: 'TVA102' }], 'TVA101'), null);
  assert.equal(pirepPage(page, 'TVA101'), null);
  assert.equal(isLiveMap({ status: 200, text: '<div id="acarsmap">' }), null);
  assert.equal(bidGone([{ routeid: 2 }], '1'), null);
  assert.equal(noSecret('POST /acars/login.php', 'canary'), null);
  assert.deepEqual(differences({ pireps: [{ pirepid: 1, load: 7 }] }, { pireps: [{ pirepid: 2, load: 7 }] }), []);
});

test('and nothing else', () => {
  const broken = [
    { heading: '360' },
    { heading: '-1' },
    { heading: '', phasedetail: 'x' },
    { aircraftname: null },
    { phasedetail: '' },
    { lat: 'x' },
  ];
  for (const change of broken) assert.notEqual(onMap([{ ...row, ...change }], 'TVA101'), null, JSON.stringify(change));
  assert.notEqual(onMap([], 'TVA101'), null);
  assert.notEqual(offMap([row], 'TVA101'), null);
  const pages = [
    { ...page, status: 500 },
    { ...page, text: page.text.replace('Engine', '') },
    { ...page, text: page.text.replace('(script)', '') },
    { ...page, text: `${page.text}<script> alert('note')` },
  ];
  for (const each of pages) assert.notEqual(pirepPage(each, 'TVA101'), null, each.text);
  assert.notEqual(pirepPage(page, 'TVA102'), null);
  assert.notEqual(isLiveMap({ status: 200, text: '<h1>Welcome</h1>' }), null);
  assert.notEqual(bidGone([{ routeid: 1 }], '1'), null);
  assert.notEqual(noSecret('password=canary', 'canary'), null);
  const one = { pireps: [{ pilotpay: 18 }] };
  assert.equal(differences(one, { pireps: [{ pilotpay: 19 }] }).length, 1);
  assert.equal(differences(one, { pireps: [] }).length, 1);
});
