import { gzipSync } from 'node:zlib';
import { Eta } from 'eta';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addListViews } from '../lib/lists/list.ts';
import type { MenuEntry } from '../platform/pages.ts';
import { wayOf } from '../tracking/figures/arrival.ts';
import { chooseEncoding } from './assets.ts';
import { readBrand } from './brand.ts';
import type { TextKey, Values } from './browser/wording.js';
import type { SocialTags } from './flight/picture-route.ts';
import { contentSecurityPolicy, imageOrigin } from './headers.ts';
import { mapSources } from './map-sources.ts';
import type { WebParts } from './parts.ts';
import { homeOf, isThroughHost, rootOf } from './place.ts';
import { countSerious } from './site-checks.ts';
import { pageChoices } from './visitor/page-choices.ts';
import { plainVisitor, visitorOf } from './visitor/visitor.ts';

export interface Page {
  readonly title?: string;
  /** The title in the visitor's language, where the page has one, and what is written into it. */
  readonly titleKey?: TextKey;
  readonly titleValues?: Values;
  /** Template below this folder, without its extension: `map/map`. */
  readonly view: string;
  /** Style sheets and scripts below the assets, in order; a path that ends with `main.js` is loaded as a module. */
  readonly styles?: readonly string[];
  readonly scripts?: readonly string[];
  readonly data?: Readonly<Record<string, unknown>>;
  /** Whether the page fills the window, without header and menu. */
  readonly isBare?: boolean;
  /** Whether its script loads the font once it has shown what people wait for. */
  readonly hasLateFont?: boolean;
  readonly isEmbeddable?: boolean;
  /** Whether it holds no secret such as a form's token: only then may it be compressed, as the length of a compressed page tells what is in it. */
  readonly isPlain?: boolean;
  /** Whether its texts are in the visitor's language; the others are in English. */
  readonly isTranslated?: boolean;
  /** What sites show of a link to this page. */
  readonly social?: SocialTags;
  /** Path of this page's entry in the operator menu; none for public pages. */
  readonly section?: string;
  readonly status?: number;
}

const operatorMenu: readonly MenuEntry[] = [
  { path: 'operator', title: 'menu.start' },
  { path: 'operator/in-progress', title: 'menu.flights' },
  { path: 'operator/review', title: 'menu.review' },
  { path: 'operator/outbox', title: 'menu.outbox' },
  { path: 'operator/rules', title: 'menu.rules' },
  { path: 'operator/safety', title: 'menu.safety' },
  { path: 'operator/sessions', title: 'menu.sessions' },
  { path: 'operator/audit', title: 'menu.audit' },
  { path: 'operator/api-keys', title: 'menu.api-keys' },
  { path: 'operator/webhooks', title: 'menu.webhooks' },
  { path: 'operator/backups', title: 'menu.backups' },
  { path: 'operator/privacy', title: 'menu.privacy' },
  { path: 'operator/staff', title: 'menu.staff' },
  { path: 'operator/account', title: 'menu.account' },
];

/** Renders pages. Templates escape every value except HTML that is already rendered. */
export class Views {
  readonly #eta = new Eta({ views: import.meta.dirname, cache: true, autoEscape: true });
  readonly #parts: WebParts;

  constructor(parts: WebParts) {
    this.#parts = parts;
    addListViews(this.#eta);
  }

  send(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
    const body = this.#eta.render(`./${page.view}`, this.#data(request, page));
    return this.sendBody(request, reply, page, body);
  }

  /** Returns a part of a page in the visitor's language as HTML; `values` come first. */
  renderPart(request: FastifyRequest, view: string, values: Readonly<Record<string, unknown>>): string {
    return this.#eta.render(`./${view}`, { ...this.#data(request, { isTranslated: true }), ...values });
  }

  /** Sends a page whose body is already HTML. */
  sendBody(
    request: FastifyRequest,
    reply: FastifyReply,
    page: Omit<Page, 'view' | 'data'>,
    body: string,
  ): FastifyReply {
    const brand = readBrand(this.#parts.tracking);
    const origins = [imageOrigin(brand.logoUrl), ...mapSources(this.#parts.options).map(({ url }) => imageOrigin(url))];
    const policy = contentSecurityPolicy({
      imageOrigins: origins.filter((origin) => origin !== null),
      isEmbeddable: page.isEmbeddable ?? false,
    });
    const html = this.#eta.render('./layout', { ...this.#data(request, page), body });
    return reply
      .code(page.status ?? 200)
      .header('content-security-policy', policy)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page.isPlain === true ? compressed(request, reply, html) : html);
  }

  /** With the number of serious findings, where there is a site to check. */
  #operatorMenu(): readonly (MenuEntry & { readonly badge?: number })[] {
    const { checks, programs } = this.#parts;
    return [
      ...operatorMenu,
      ...(programs === null ? [] : [{ path: 'operator/program', title: 'menu.program' }]),
      ...(checks === null ? [] : [{ path: 'operator/checks', title: 'menu.checks', badge: countSerious(checks) }]),
    ];
  }

  /** Returns what the page's scripts load by themselves, so that the browser loads all at once. */
  #modulesOf({ scripts = [] }: Omit<Page, 'view'>, lang: string): readonly string[] {
    const hasMain = scripts.some((path) => path.endsWith('main.js'));
    // The English texts are part of the scripts.
    return hasMain && lang !== 'en' ? [`texts/${lang}.js`] : [];
  }

  #data(request: FastifyRequest, page: Omit<Page, 'view'>) {
    const root = rootOf(request);
    const assets = `${root}assets/${this.#parts.assets.version}/`;
    const visitor = page.isTranslated === true ? visitorOf(request) : plainVisitor();
    const may = (path: string) => this.#parts.access.mayUse(request, path);
    return {
      modules: this.#modulesOf(page, visitor.lang),
      scripts: [],
      ...pageChoices(visitor, request.url),
      styles: [],
      isBare: false,
      hasLateFont: false,
      isTranslated: false,
      section: null,
      social: null,
      // Our own pages, and those of the crew center, as far as this member of the staff may use them.
      menus: [this.#operatorMenu(), this.#parts.menu]
        .map((entries) => entries.filter(({ path }) => may(path)))
        .filter(({ length }) => length > 0),
      isOperator: this.#parts.access.isSignedIn(request),
      may,
      wayOf,
      csrf: this.#parts.access.formToken(request),
      brand: readBrand(this.#parts.tracking),
      mapSources: JSON.stringify(mapSources(this.#parts.options)),
      root,
      home: homeOf(request),
      isThroughHost: isThroughHost(request),
      assets,
      ...page,
      ...(page.titleKey === undefined ? {} : { title: visitor.wording.say(page.titleKey, page.titleValues) }),
    };
  }
}

/** Compresses a page if the browser accepts that. */
function compressed(request: FastifyRequest, reply: FastifyReply, html: string): string | Buffer {
  void reply.header('vary', 'accept-encoding');
  if (chooseEncoding(request.headers['accept-encoding']) === 'identity') return html;
  void reply.header('content-encoding', 'gzip');
  return gzipSync(html, { level: 5 });
}

/** What an operator page needs to be registered. */
export interface OperatorScope {
  readonly scope: FastifyInstance;
  readonly parts: WebParts;
  show(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply;
}
