/** The forms of the reference page that call the API: the key is kept in its field only. */

import { withQuery } from '../page-address.js';

const most = 20_000;
const key = /** @type {HTMLInputElement} */ (document.getElementById('key'));
for (const part of document.querySelectorAll('.try-key, .try')) part.classList.remove('late');

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll('form.try'))) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void ask(form);
  });
}

/** @param {HTMLFormElement} form */
async function ask(form) {
  const fields = new FormData(form);
  const path = (form.dataset.path ?? '').replaceAll(/\{(\w+)\}/g, (_all, name) =>
    encodeURIComponent(String(fields.get(`path:${name}`) ?? '')),
  );
  const query = String(fields.get('query') ?? '').trim();
  const output = /** @type {HTMLOutputElement} */ (form.querySelector('output'));
  output.textContent = '…';
  /** @type {Record<string, string>} */
  const headers = key.value === '' ? {} : { authorization: `Bearer ${key.value}` };
  try {
    const response = await fetch(withQuery(path, query), { headers });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    const shown = isJson ? JSON.stringify(JSON.parse(text), null, 2) : text;
    output.textContent = `${response.status}\n${shown.slice(0, most)}${shown.length > most ? '\n…' : ''}`;
  } catch (error) {
    output.textContent = `No response: ${error instanceof Error ? error.message : 'unknown reason'}`;
  }
}
