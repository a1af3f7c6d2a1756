/* Evaluated in a page that is walked. What it finds are lines that name an element and what is wrong with it. */
globalThis.walk = (() => {
  const unseen = new Set(['script', 'style', 'noscript', 'title', 'option', 'textarea']);
  const controls = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]';

  /** Names an element: `p#empty.muted "No flights"`. */
  const nameOf = (element) => {
    const classes = [...element.classList].map((each) => `.${each}`).join('');
    const id = element.id === '' ? '' : `#${element.id}`;
    const text = (element.textContent ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 40);
    const own = `${element.localName}${id}${classes}${text === '' ? '' : ` "${text}"`}`;
    const holder = element.parentElement?.closest('[id], [class]');
    if (id !== '' || !holder) return own;
    return `${holder.localName}${holder.id && `#${holder.id}`}.${holder.classList[0] ?? ''} > ${own}`;
  };

  const isSeen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });

  const ancestors = (element) => {
    const found = [];
    for (let at = element; at !== null; at = at.parentElement) found.push(at);
    return found;
  };

  /** Whether it is there for those who hear the page, and for nobody who sees it. */
  const isHeard = (element) => ancestors(element).some((each) => getComputedStyle(each).clipPath === 'inset(50%)');

  /** What cuts or scrolls an element, from the inside; what is positioned elsewhere is not held by all that it is in. */
  const holdersOf = (element) => {
    const found = [];
    let isOut = false;
    for (const each of ancestors(element)) {
      const { position, transform, overflowX, overflowY, display, textOverflow } = getComputedStyle(each);
      const holds = !isOut || position !== 'static' || transform !== 'none';
      if (holds && display !== 'inline' && `${overflowX}${overflowY}` !== 'visiblevisible') {
        const { left, top } = each.getBoundingClientRect();
        const [x, y] = [left + each.clientLeft, top + each.clientTop];
        const box = { left: x, top: y, right: x + each.clientWidth, bottom: y + each.clientHeight };
        found.push({ each, overflowX, overflowY, box, textOverflow });
      }
      if (position === 'fixed') break;
      if (holds) isOut = position === 'absolute';
    }
    return found;
  };

  const within = (rect, box) => ({
    left: Math.max(rect.left, box.left),
    top: Math.max(rect.top, box.top),
    right: Math.min(rect.right, box.right),
    bottom: Math.min(rect.bottom, box.bottom),
  });
  const isEmpty = ({ left, top, right, bottom }) => right - left < 1 || bottom - top < 1;

  /** Every text that is seen: its element, and the rectangle of each line. */
  const pieces = () => {
    const found = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
      const { currentNode: text } = texts;
      const element = text.parentElement;
      if (text.data.trim() === '' || unseen.has(element.localName) || !isSeen(element) || isHeard(element)) continue;
      range.selectNodeContents(text);
      const rects = [...range.getClientRects()].filter((rect) => !isEmpty(rect));
      if (rects.length > 0) found.push({ text, element, rects, holders: holdersOf(element) });
    }
    return found;
  };

  const isScrolled = (overflow) => overflow === 'auto' || overflow === 'scroll';

  /** Texts that are cut, and cannot be scrolled to. */
  const cut = () =>
    pieces().flatMap(({ element, rects, holders }) => {
      for (const rect of rects) {
        let left = rect;
        for (const { each, overflowX, overflowY, box } of holders) {
          const [wide, high] = [
            Math.max(box.left - left.left, left.right - box.right),
            Math.max(box.top - left.top, left.bottom - box.bottom),
          ];
          if (wide > 2 && !isScrolled(overflowX) && overflowX !== 'visible')
            return [`${nameOf(element)}: ${Math.round(wide)} px cut at the side by ${nameOf(each)}`];
          if (high > 4 && !isScrolled(overflowY) && overflowY !== 'visible')
            return [`${nameOf(element)}: ${Math.round(high)} px cut above or below by ${nameOf(each)}`];
          left = within(left, box);
          if (isEmpty(left)) break;
        }
      }
      return [];
    });

  /** Texts that lie upon each other. */
  const overlaps = () => {
    const lines = pieces().flatMap(({ element, rects, holders }) =>
      rects
        .map((rect) => holders.reduce((left, { box }) => within(left, box), rect))
        .filter((rect) => !isEmpty(rect))
        .map((rect) => ({ element, rect })),
    );
    lines.sort((one, other) => one.rect.top - other.rect.top);
    const found = new Set();
    for (const [at, one] of lines.entries())
      for (let next = at + 1; next < lines.length && lines[next].rect.top < one.rect.bottom; next++) {
        const other = lines[next];
        const both = within(one.rect, other.rect);
        const lower = Math.min(one.rect.bottom - one.rect.top, other.rect.bottom - other.rect.top);
        if (one.element === other.element || both.right - both.left < 3) continue;
        if (both.bottom - both.top > 0.4 * lower)
          found.add(`${nameOf(one.element)} lies upon ${nameOf(other.element)}`);
      }
    return [...found];
  };

  /** What sticks out of the window where nothing scrolls. */
  const outside = () => {
    const root = document.documentElement;
    const width = root.clientWidth;
    const texts = pieces().flatMap(({ element, rects, holders }) => {
      const shown = rects.map((rect) => holders.reduce((left, { box }) => within(left, box), rect));
      const out = shown.filter((rect) => !isEmpty(rect)).map((rect) => Math.max(-rect.left, rect.right - width));
      const most = Math.max(0, ...out);
      return most > 1 ? [`${nameOf(element)}: ${Math.round(most)} px out of the window`] : [];
    });
    const beyond = root.scrollWidth - width;
    if (beyond <= 0) return texts;
    const wide = [...document.body.querySelectorAll('*')].filter((each) => {
      const { left, right } = each.getBoundingClientRect();
      return (right > width + 1 || left < -1) && isSeen(each) && holdersOf(each).length === 0;
    });
    return [...texts, `${beyond} px wider than the window: ${wide.slice(-2).map(nameOf).join(', ')}`];
  };

  const probe = (property, values) => {
    const element = document.body.appendChild(document.createElement('span'));
    const found = values.map((value) => {
      element.style.setProperty(property, value);
      return getComputedStyle(element).getPropertyValue(property);
    });
    element.remove();
    return found;
  };

  /** Sizes of texts that are none of the four, and typefaces that are not the one; each with an element. */
  const type = () => {
    const sizes = new Set(
      probe(
        'font-size',
        ['s', 'm', 'l', 'xl'].map((each) => `var(--text-${each})`),
      ),
    );
    const [font, fixed] = probe('font-family', ['var(--font)', 'ui-monospace, monospace']);
    const texts = pieces().map(({ element }) => element);
    const typed = [
      ...document.querySelectorAll(
        'input:not([type=hidden], [type=checkbox], [type=radio], [type=range], [type=file]), select, textarea',
      ),
    ];
    const found = new Map();
    for (const element of [...texts, ...typed.filter(isSeen)]) {
      if (element.closest('svg') !== null) continue;
      const { fontSize, fontFamily } = getComputedStyle(element);
      if (!sizes.has(fontSize)) found.set(`${fontSize}`, nameOf(element));
      const isCode = element.closest('code, pre, .code, textarea, output') !== null;
      if (fontFamily !== font && !(isCode && fontFamily === fixed)) found.set(fontFamily.slice(0, 40), nameOf(element));
    }
    return [...found].map(([what, name]) => `${name}: ${what}`);
  };

  /** How long what moves takes, in milliseconds: of every element, and what is drawn before and after it. */
  const durations = () => {
    const found = new Map();
    for (const element of document.querySelectorAll('*'))
      for (const part of ['', '::before', '::after']) {
        const style = getComputedStyle(element, part);
        if (part !== '' && style.content === 'none') continue;
        const { transitionDuration, animationDuration, animationName } = style;
        const takes = [
          ...transitionDuration.split(','),
          ...(animationName === 'none' ? [] : animationDuration.split(',')),
        ];
        for (const each of takes) {
          const ms = Number.parseFloat(each) * (each.includes('ms') ? 1 : 1_000);
          if (ms > 0.1) found.set(`${ms} ms${animationName === 'none' ? '' : ` ${animationName}`}`, nameOf(element));
        }
      }
    return [...found];
  };

  const alphaOf = (color) =>
    color.startsWith('rgba') ? Number(/, ([\d.]+)\)$/.exec(color)?.[1] ?? 1) : color === 'transparent' ? 0 : 1;

  /** The colour behind an element: of what it lies in. */
  const behind = (element) => {
    for (const each of ancestors(element.parentElement)) {
      const { backgroundColor } = getComputedStyle(each);
      if (alphaOf(backgroundColor) > 0.5) return backgroundColor;
    }
    return getComputedStyle(document.documentElement).backgroundColor;
  };

  const hasEdge = (style) =>
    ['Top', 'Right', 'Bottom', 'Left'].some(
      (side) =>
        Number.parseFloat(style[`border${side}Width`]) > 0 &&
        style[`border${side}Style`] !== 'none' &&
        alphaOf(style[`border${side}Color`]) > 0,
    );

  /** Whether an element, or what is drawn before or after it, is seen by its fill. */
  const hasFill = (element, part) => {
    const style = getComputedStyle(element, part);
    if (part !== '' && (style.content === 'none' || style.content === 'normal')) return false;
    const { backgroundColor, backgroundImage } = style;
    const under = part === '' ? behind(element) : behind(element.firstElementChild ?? element);
    return backgroundImage !== 'none' || (alphaOf(backgroundColor) > 0.05 && backgroundColor !== under);
  };

  /** Fills without a text, and fills that mean something by their colour: without an edge nothing else tells them. */
  const filled = () => {
    const meant = new Set(
      probe(
        'background-color',
        ['good', 'warn', 'bad'].flatMap((each) => [`var(--${each})`, `var(--${each}-soft)`]),
      ),
    );
    const found = [];
    for (const element of document.body.querySelectorAll('*')) {
      if (element.closest('svg') !== null || !isSeen(element) || isHeard(element)) continue;
      const { width, height } = element.getBoundingClientRect();
      if (width < 2 || height < 2) continue;
      for (const part of ['', '::before', '::after']) {
        if (!hasFill(element, part)) continue;
        const style = getComputedStyle(element, part);
        const isBare =
          part === ''
            ? element.textContent.trim() === '' && element.querySelector('*') === null
            : /^"?\s*"?$/.test(style.content.replaceAll('"', ''));
        const isDrawn =
          part === '' && /^(?:img|canvas|input|select|textarea|progress|meter|video)$/.test(element.localName);
        if ((isBare && !isDrawn) || meant.has(style.backgroundColor)) found.push({ element, part });
      }
    }
    return found;
  };

  /** Of those what is told by nothing where the system chooses the colours. */
  const untold = (before) =>
    before
      .filter(({ element, part }) => element.isConnected && isSeen(element) && !hasFill(element, part))
      .filter(({ element, part }) => !hasEdge(getComputedStyle(element, part)) && !hasEdge(getComputedStyle(element)))
      .map(({ element, part }) => `${nameOf(element)}${part}: told by its fill alone`);

  const lookOf = (element) =>
    ['', '::before', '::after']
      .map((part) => {
        const style = getComputedStyle(element, part);
        const names = [
          'border',
          'outline',
          'font-weight',
          'text-decoration',
          'background-color',
          'color',
          'content',
          'transform',
        ];
        return names.map((name) => style.getPropertyValue(name)).join(';');
      })
      .join('|');

  /** States that look as if they were not. */
  const statesUntold = () =>
    ['aria-pressed', 'aria-current', 'aria-selected'].flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].filter(isSeen).flatMap((element) => {
        const kept = element.getAttribute(name);
        const before = lookOf(element);
        if (kept === 'true' || kept === 'page') element.removeAttribute(name);
        else element.setAttribute(name, 'true');
        const after = lookOf(element);
        element.setAttribute(name, kept);
        return before === after ? [`${nameOf(element)}: looks the same whatever ${name} is`] : [];
      }),
    );

  let focus = { wanted: [], reached: new Set(), problems: [] };

  /** Notes what gets the focus from now on. Returns how often Tab is to be pressed. */
  const watchFocus = () => {
    const wanted = [...document.querySelectorAll(controls)].filter(
      (each) => !each.disabled && each.tabIndex >= 0 && isSeen(each) && each.closest('[inert]') === null,
    );
    focus = { wanted, reached: new Set(), problems: [] };
    const start = document.createElement('i');
    document.addEventListener('focusin', ({ target }) => {
      if (target === start) return;
      focus.reached.add(target);
      const { outlineStyle, outlineWidth } = getComputedStyle(target);
      if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 1)
        focus.problems.push(`${nameOf(target)}: its focus is not seen`);
      const rect = target.getBoundingClientRect();
      const [x, y] = [rect.left + rect.width / 2, rect.top + rect.height / 2];
      const top = document.elementFromPoint(
        Math.min(Math.max(x, 0), innerWidth - 1),
        Math.min(Math.max(y, 0), innerHeight - 1),
      );
      const isMine =
        top === null ||
        target.contains(top) ||
        top.contains(target) ||
        [...(target.labels ?? [])].some((each) => each.contains(top));
      if (!isMine) focus.problems.push(`${nameOf(target)}: covered by ${nameOf(top)} while it has the focus`);
    });
    start.tabIndex = -1;
    document.body.prepend(start);
    start.focus();
    const parts = document.querySelectorAll('input[type=date], input[type=datetime-local], input[type=time]').length;
    return wanted.length + 8 * parts + 3;
  };

  /** What was wrong, and what Tab did not reach; of radio buttons it reaches one of each group. */
  const focusProblems = () => {
    const { wanted, reached, problems } = focus;
    const isReached = (each) =>
      reached.has(each) ||
      (each.type === 'radio' && [...reached].some(({ type, name }) => type === 'radio' && name === each.name));
    const left = wanted.filter((each) => each.isConnected && isSeen(each) && !isReached(each));
    return [...new Set(problems), ...left.map((each) => `${nameOf(each)}: Tab does not reach it`)];
  };

  /** Arrows that point back: what they lead from is on the side to which they point. */
  const arrowsBack = () => {
    const range = document.createRange();
    const found = [];
    const all = pieces();
    for (const [at, { text, element }] of all.entries())
      for (const { index } of text.data.matchAll(/[→⟶➜]/g)) {
        range.setStart(text, index);
        range.setEnd(text, index + 1);
        const arrow = range.getBoundingClientRect();
        let from = all[at - 1]?.rects.at(-1);
        if (text.data.slice(0, index).trim() !== '') {
          range.setStart(text, text.data.slice(0, index).trimEnd().length - 1);
          range.setEnd(text, text.data.slice(0, index).trimEnd().length);
          from = range.getBoundingClientRect();
        }
        const isMirrored = ancestors(element).some((each) => /^-1/.test(getComputedStyle(each).scale));
        if (from && Math.abs(from.top - arrow.top) < arrow.height && from.left > arrow.left !== isMirrored)
          found.push(`${nameOf(element)}: its arrow points back`);
      }
    return found;
  };

  return {
    cut,
    overlaps,
    outside,
    type,
    durations,
    filled,
    untold,
    statesUntold,
    watchFocus,
    focusProblems,
    arrowsBack,
    focusCount: () => focus.wanted.length,
  };
})();
