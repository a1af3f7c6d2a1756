import { after } from 'node:test';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { chromiumPart, findPart, findUnchecked } from '../hosts/parts.ts';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Else the browser without an interface makes texts of whole pixels, wider or narrower than the one that people use.
  '--font-render-hinting=none',
];

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
export const desktop = { viewport: { width: 1280, height: 800 } } as const;

/** A form that is shown again with what is wrong in it; our own look at the pixels of a canvas. */
const expected = /status of (401|404|422|429)|willReadFrequently/;

/** One browser does for all tests of a process: contexts share neither caches nor cookies. Elsewhere each is its own. */
const isShared = process.env.NODE_TEST_CONTEXT !== undefined;
let shared: Promise<Browser> | undefined;
if (isShared) after(async () => (await shared)?.close());

/** What draws land and sea never answers, as while it is still being loaded. */
const withoutGround = `window.Worker = class extends EventTarget { postMessage() {} }`;

/** A real browser, with nothing in it; what its pages complain about is kept. */
export class TestBrowser implements AsyncDisposable {
  /** Errors and warnings of every page's console, failed requests, scripts that threw, broken policies. */
  readonly complaints: string[] = [];
  readonly #browser: Browser;
  readonly #contexts: BrowserContext[] = [];
  readonly #hasGround: boolean;

  private constructor(browser: Browser, hasGround: boolean) {
    this.#browser = browser;
    this.#hasGround = hasGround;
  }

  /** @param hasGround - false where nothing looks at land or sea: to draw them takes a quarter and more of what a map takes */
  static async open({ hasGround = true } = {}): Promise<TestBrowser> {
    if (!isShared) return new TestBrowser(await launch(), hasGround);
    shared ??= launch();
    return new TestBrowser(await shared, hasGround);
  }

  async context(options: BrowserContextOptions = desktop): Promise<BrowserContext> {
    const context = await this.#browser.newContext({ reducedMotion: 'no-preference', ...options });
    this.#contexts.push(context);
    context.setDefaultTimeout(60_000);
    if (!this.#hasGround) await context.addInitScript(withoutGround);
    context.on('page', (page) => this.#watch(page));
    return context;
  }

  async page(options?: BrowserContextOptions): Promise<Page> {
    return (await this.context(options)).newPage();
  }

  #watch(page: Page): void {
    page.on('console', (message) => {
      const isComplaint = message.type() === 'error' || message.type() === 'warning';
      if (isComplaint && !expected.test(message.text())) this.complaints.push(`${page.url()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => this.complaints.push(`${page.url()}: ${error.message}`));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (isShared) await Promise.all(this.#contexts.map((context) => context.close()));
    else await this.#browser.close();
  }
}

/** To check the program takes as long as to start it: it is checked, or installed, where it does not start. */
async function launch(): Promise<Browser> {
  const start = ([executablePath = '']: readonly string[]) =>
    chromium.launch({ executablePath, headless: true, args: flags });
  const unchecked = findUnchecked(chromiumPart);
  if (unchecked === null) return start(findPart(chromiumPart));
  return start(unchecked).catch(() => start(findPart(chromiumPart)));
}
