/** Completes the form with language, units and time zone: offers this browser's time zone, and keeps the page's state. */

import { pageQuery, withQuery } from './page-address.js';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
for (const option of document.querySelectorAll('option[data-local]')) {
  if (!(option instanceof HTMLOptionElement) || option.selected || zone === 'UTC') continue;
  option.value = zone;
  option.hidden = option.disabled = false;
}

document.addEventListener('submit', ({ target }) => {
  if (!(target instanceof HTMLFormElement) || !target.matches('.view-choices form')) return;
  const to = target.elements.namedItem('to');
  if (to instanceof HTMLInputElement) to.value = withQuery(to.value, pageQuery().toString());
});
