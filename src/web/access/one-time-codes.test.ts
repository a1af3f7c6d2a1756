import assert from 'node:assert/strict';
import { test } from 'node:test';
import decodeQR from 'qr/decode.js';
import { codeAt } from '../../../test/authenticator.ts';
import { Secret } from '../../lib/secret.ts';
import { addressOfKey, newKey, newRecoveryCode, plainCode, stepOf, toQrCode } from './one-time-codes.ts';

/** `12345678901234567890`, as in appendix B of RFC 6238; there the codes have eight digits, of which these are the last six. */
const key = new Secret('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
const vectors: readonly (readonly [seconds: number, code: string])[] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
];

for (const [seconds, code] of vectors)
  test(`at ${seconds} s the code of RFC 6238 counts, one step before and after it too, and no further`, async () => {
    const step = Math.floor(seconds / 30);
    const at = (steps: number) => stepOf(key, code, (step + steps) * 30_000);
    assert.deepEqual(await Promise.all([-2, -1, 0, 1, 2].map(at)), [null, step, step, step, null]);
    assert.equal(codeAt(key.reveal(), seconds * 1_000), code);
  });

test('what is no code is none', async () => {
  for (const text of ['', '28708', '2870820', 'abcdef', '２８７０８２', "' or 1=1"])
    assert.equal(await stepOf(key, text, 59_000), null, text);
});

test('a reader of QR codes finds the key, the airline and the name in the picture', async () => {
  const address = await addressOfKey(key, 'Müller & Söhne: Air <b>', 'Ada Keller');
  const svg = await toQrCode(address);
  const read = decodeQR(drawn(svg));
  assert.equal(read, address.reveal());
  const { searchParams, pathname, protocol } = new URL(read);
  assert.equal(protocol, 'otpauth:');
  assert.equal(searchParams.get('secret'), key.reveal());
  assert.equal(searchParams.get('issuer'), 'Müller & Söhne  Air <b>');
  assert.match(decodeURIComponent(pathname), /Ada Keller$/);
});

test('keys have 160 random bits and recovery codes 80; both can be typed', async () => {
  const [one, other] = [(await newKey()).reveal(), (await newKey()).reveal()];
  assert.match(one, /^[A-Z2-7]{32}$/);
  assert.notEqual(one, other);
  const code = (await newRecoveryCode()).reveal();
  assert.match(code, /^[a-z2-7]{4}(?:-[a-z2-7]{4}){3}$/);
  assert.equal(plainCode(` ${code.toUpperCase().replaceAll('-', ' ')} `), code.replaceAll('-', ''));
});

/** Draws the squares of an SVG image, as a camera would see them. */
function drawn(svg: string) {
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  const data = new Uint8ClampedArray(size * size * 4).fill(255);
  for (const [, x, y, width, height] of svg.matchAll(/M(\d+),(\d+)h(\d+)v(\d+)h-\d+z/g))
    for (let row = Number(y); row < Number(y) + Number(height); row += 1)
      for (let column = Number(x); column < Number(x) + Number(width); column += 1)
        data.fill(0, (row * size + column) * 4, (row * size + column) * 4 + 3);
  return { width: size, height: size, data };
}
