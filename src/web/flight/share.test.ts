import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Signer } from '../access/keys.ts';
import { makeShare, readShare } from './share.ts';

const notes = new Map<string, string>();
const records = {
  readNote: (name: string) => notes.get(name) ?? null,
  async saveNote(name: string, text: string | null) {
    notes.set(name, text ?? '');
  },
};
const now = 1_700_000_000_000;

test('a share link holds for one flight, until its instant, and across a restart', async () => {
  const share = makeShare(await Signer.open(records), 'flightA', now + 60_000);
  const again = await Signer.open(records);
  assert.equal(readShare(again, 'flightA', share, now), now + 60_000);
  assert.equal(readShare(again, 'flightB', share, now), null);
  assert.equal(readShare(again, 'flightA', share, now + 60_000), null);
});

test('what was changed in a link opens nothing', async () => {
  const signer = await Signer.open(records);
  const share = makeShare(signer, 'flightA', now + 60_000);
  const [until = '', signature = ''] = share.split('-');
  const later = (Number.parseInt(until, 36) + 9_999).toString(36);
  const forged = [
    `${later}-${signature}`,
    `${until}-${'A'.repeat(43)}`,
    `${until}-`,
    '',
    '-',
    `${share}x`,
    'x'.repeat(500),
  ];
  for (const each of forged) assert.equal(readShare(signer, 'flightA', each, now), null, each);
});

test('a signature for one purpose is none for another', async () => {
  const signer = await Signer.open(records);
  assert.equal(signer.isSigned('form', 'x', signer.sign('share', 'x')), false);
});
