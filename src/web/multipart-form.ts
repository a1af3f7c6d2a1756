import { decodeText } from '../lib/csv.ts';
import { Refusal } from '../tracking/refusals.ts';

const [lineEnd, headEnd] = [Buffer.from('\r\n'), Buffer.from('\r\n\r\n')];
/** Fields of one form: as many as a page of ours has, and many more. */
const maxParts = 1_000;

/**
 * Reads a form with files, `multipart/form-data` (RFC 7578), as the fields of one without: the field of a file has its text.
 * An empty file is left out. @throws Refusal `malformed`
 */
export function readMultipartForm(bytes: Buffer): URLSearchParams {
  const form = new URLSearchParams();
  const first = bytes.indexOf(lineEnd);
  // The body begins with the line that is before each part, and ends with the same and two hyphens.
  const boundary = bytes.subarray(0, Math.max(first, 0));
  if (boundary.length < 3 || boundary.length > 72 || !boundary.toString('latin1').startsWith('--')) throw malformed();
  const between = Buffer.concat([lineEnd, boundary]);
  let parts = 0;
  for (let at = first + lineEnd.length; ; parts++) {
    const headAt = bytes.indexOf(headEnd, at);
    const end = bytes.indexOf(between, at);
    if (headAt < 0 || end < headAt || parts === maxParts) throw malformed();
    const head = bytes.subarray(at, headAt).toString('utf8');
    const content = bytes.subarray(headAt + headEnd.length, Math.max(end, headAt + headEnd.length));
    const name = /;\s*name="([^"]*)"/i.exec(head)?.[1];
    if (name === undefined) throw malformed();
    const isFile = /;\s*filename=/i.test(head);
    if (!isFile) form.append(name, content.toString('utf8'));
    else if (content.length > 0) form.append(name, decodeText(content));
    const after = end + between.length;
    if (bytes.subarray(after, after + 2).toString('latin1') === '--') return form;
    at = after + lineEnd.length;
  }
}

function malformed(): Refusal {
  return new Refusal('malformed', { message: 'The form cannot be read. Send it from the page.' });
}
