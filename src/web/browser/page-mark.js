/**
 * Settles once the page has set this mark in `performance`: that what it is opened for is seen, such as its first aircraft. On a slow line
 * nothing comes before that.
 * @param {string} mark @param {number} maxWaitMs - a page without it, such as a map without flights, does not wait longer @returns {Promise<void>}
 */
export function pageMark(mark, maxWaitMs) {
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      if (list.getEntriesByName(mark).length > 0) resolve();
    });
    observer.observe({ type: 'mark', buffered: true });
    setTimeout(resolve, maxWaitMs);
  });
}
