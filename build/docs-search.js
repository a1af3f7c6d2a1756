// Search of the docs as a website: a script that needs no server. `docs-index.js` beside it is read when somebody begins to type.

/** Sections that have all the words, the best first: what a heading says counts most, then the title of the page, then the text. */
globalThis.searchDocs = (sections, wanted, most = 12) => {
  const words = wanted.toLowerCase().match(/[\p{L}\p{N}_.-]+/gu) ?? [];
  const weighed = words.length === 0 ? [] : sections.map((section) => ({ section, weight: weigh(section, words) }));
  const found = weighed.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  return found.slice(0, most).map(({ section }) => section);
};

function weigh({ title, heading, text }, words) {
  const places = [
    [heading.toLowerCase(), 12],
    [title.toLowerCase(), 6],
    [text.toLowerCase(), 1],
  ];
  let sum = 0;
  for (const word of words) {
    const weight = places.reduce((all, [place, each]) => all + (place.includes(word) ? each : 0), 0);
    if (weight === 0) return 0;
    sum += weight;
  }
  // Among equals the one that says it in fewer words.
  return sum + 1 / (1 + text.length);
}

/** The words around the first one that was found. */
globalThis.excerptOf = (text, wanted) => {
  const [word = ''] = wanted.toLowerCase().match(/[\p{L}\p{N}_.-]+/gu) ?? [];
  const at = Math.max(0, text.toLowerCase().indexOf(word) - 60);
  return `${at > 0 ? '… ' : ''}${text.slice(at, at + 160)}${at + 160 < text.length ? ' …' : ''}`;
};

if (globalThis.document !== undefined) {
  const field = document.querySelector('#search');
  const list = document.querySelector('#found');
  const root = field.dataset.root;
  const show = () => {
    if (globalThis.docsIndex === undefined) return;
    const found = globalThis.searchDocs(globalThis.docsIndex, field.value);
    const nothing =
      field.value.trim() === '' ? [] : [Object.assign(document.createElement('li'), { textContent: 'Nothing found.' })];
    list.replaceChildren(...(found.length === 0 ? nothing : found.map(itemOf)));
  };
  const itemOf = ({ address, title, heading, text }) => {
    const link = Object.assign(document.createElement('a'), { href: root + address });
    link.textContent = heading === title ? title : `${title}: ${heading}`;
    const line = Object.assign(document.createElement('p'), { textContent: globalThis.excerptOf(text, field.value) });
    const item = document.createElement('li');
    item.append(link, line);
    return item;
  };
  const load = () => {
    const script = Object.assign(document.createElement('script'), { src: `${root}docs-index.js` });
    script.addEventListener('load', show);
    document.head.append(script);
  };
  field.addEventListener('focus', load, { once: true });
  field.addEventListener('input', show);
  field.form.addEventListener('submit', (event) => {
    event.preventDefault();
    list.querySelector('a')?.click();
  });
}
