import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRefusal } from '../tracking/refusals.ts';
import { readMultipartForm } from './multipart-form.ts';

const file = (content: string | Uint8Array<ArrayBuffer>, name = 'flights.csv') =>
  new File([content], name, { type: 'text/csv' });

/** The body that a browser sends for this form. */
async function bodyOf(fields: Readonly<Record<string, string | File>>): Promise<Buffer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return Buffer.from(await new Response(form).arrayBuffer());
}

test('texts and files of a form are its fields, whatever is in them', async () => {
  const text = 'airline\r\n--x\r\n\r\n"Zürich"\r\n';
  const form = readMultipartForm(await bodyOf({ csrf: 'a b&c=é', csv: '', file: file(text) }));
  assert.deepEqual(
    [...form],
    [
      ['csrf', 'a b&c=é'],
      ['csv', ''],
      ['file', text],
    ],
  );
  const latin = readMultipartForm(await bodyOf({ file: file(new Uint8Array([0x5a, 0xfc, 0x72])) }));
  assert.equal(latin.get('file'), 'Zür');
  // As browsers send a form in which no file was chosen.
  const parts = ['name="csv"\r\n\r\nx', 'name="file"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n'];
  const sent = `${parts.map((part) => `--x\r\nContent-Disposition: form-data; ${part}\r\n`).join('')}--x--\r\n`;
  assert.deepEqual([...readMultipartForm(Buffer.from(sent))], [['csv', 'x']]);
});

test('what is no such form, or is cut off, is refused', async () => {
  const whole = await bodyOf({ csrf: 'x', file: file('airline,flight_number\n') });
  const cuts = [0, 1, 40, 60, whole.length - 60, whole.length - 8].map((at) => whole.subarray(0, at));
  for (const bytes of [...cuts, Buffer.from('csrf=x&csv=y'), Buffer.from('--\r\n\r\n--')])
    assert.throws(
      () => readMultipartForm(bytes),
      (error) => isRefusal(error, 'malformed'),
      bytes.toString('latin1'),
    );
});
