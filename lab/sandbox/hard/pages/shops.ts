import { fonts, pictures, scripts, sourceSets, stylesheets } from '../features/assets.ts'
import { failing, missing, redirects } from '../features/detours.ts'
import { account, beacon, busted, preflighted, queries, revalidated, streamed } from '../features/fetches.ts'
import { callbacks, draws, frame, imports, webSocket } from '../features/loaders.ts'
import type { HardPage } from '../shape/hard-page.ts'
import { BID, FONTS, GRAPH, H1, H2, H3, H3_DNS, IMG, REST, STATIC, SYNC, TRACK } from './hosts.ts'

const LAZY = 'loading="lazy"'

/** Shops, travel, auctions, tickets. */
export const PAGES_OF_SHOPS: readonly HardPage[] = [
  {
    domain: 'hard-shop.test',
    about: 'A shop: products by queries in series, a basket that depends on the cookie, variants by lot',
    serves: 'h3',
    hosts: { img: H3_DNS, api: H2 },
    document: { thinkMs: 300, coding: 'br' },
    features: [
      stylesheets({ count: 2, bytes: 40_000, coding: 'br' }),
      scripts({ on: [STATIC], count: 5, bytes: 60_000, coding: 'br', attributes: 'defer' }),
      queries({
        on: 'api',
        operations: ['Products', 'Prices', 'Stock', 'Reviews'],
        thinkMs: 90,
        inSeries: true,
        coding: 'gzip',
      }),
      account({ thinkMs: 110 }),
      sourceSets({ on: ['img'], count: 20, bytes: 18_000, thinkMs: 10 }),
      draws({ on: 'img', among: ['banner-1', 'banner-2'] }),
      preflighted({ on: 'api', thinkMs: 60 }),
    ],
  },
  {
    domain: 'hard-fashion.test',
    about: 'Sixty pictures of three HTTP/3 shards with think times before each',
    serves: 'h3',
    hosts: { a: H3, b: H3, c: H3 },
    document: { thinkMs: 200, coding: 'gzip' },
    features: [
      stylesheets({ count: 1, bytes: 70_000, coding: 'gzip' }),
      pictures({ on: ['a', 'b', 'c'], count: 60, bytes: 11_000, thinkMs: 80 }),
      fonts({ on: [FONTS], count: 2, bytes: 20_000 }),
    ],
  },
  {
    domain: 'hard-auction.test',
    about: 'An auction: a WebSocket, bids by script tags, redirects across five hosts, 800 ms for one answer',
    serves: 'h2',
    hosts: { live: H1, img: H2 },
    document: { thinkMs: 160, coding: 'gzip' },
    features: [
      scripts({ count: 4, bytes: 35_000, coding: 'gzip' }),
      webSocket({ on: 'live' }),
      callbacks({ on: BID, count: 6, thinkMs: 180 }),
      redirects({ through: [TRACK, SYNC, BID, REST, TRACK], thinkMs: 30 }),
      pictures({ on: ['img'], count: 25, bytes: 10_000, query: '?id={id}' }),
      pictures({ on: ['img'], count: 1, bytes: 2_000, thinkMs: 800, spreadFraction: 0.05 }),
      beacon({ on: SYNC, thinkMs: 30 }),
      missing(),
    ],
  },
  {
    domain: 'hard-travel.test',
    about:
      'A search for flights that streams its results, with fonts, a map of tiles and a redirect with a cookie',
    serves: 'h3',
    hosts: { maps: H3_DNS, search: H2 },
    document: { thinkMs: 110, coding: 'br', isRedirected: true },
    features: [
      fonts({ on: [FONTS], count: 3, bytes: 35_000 }),
      scripts({ on: [STATIC], count: 6, bytes: 50_000, coding: 'zstd', attributes: 'defer' }),
      streamed({ on: 'search', pieces: 8, pauseMs: 60, bytes: 40_000, thinkMs: 100 }),
      pictures({ on: ['maps'], count: 24, bytes: 9_000, query: '?x={id}' }),
      account({ thinkMs: 90 }),
      frame({ on: BID, pictures: 3, thinkMs: 60 }),
    ],
  },
  {
    domain: 'hard-tickets.test',
    about: 'A waiting room: a slow document, polls with random ids, queries at once to one URL',
    serves: 'h2',
    hosts: { queue: H2, cdn: H3 },
    document: { thinkMs: 700, spreadFraction: 0.1 },
    features: [
      stylesheets({ on: ['cdn'], count: 2, bytes: 20_000, coding: 'br' }),
      busted({ on: 'queue', count: 8, thinkMs: 50, spreadFraction: 0.3 }),
      queries({ on: 'queue', operations: ['Seats', 'Prices', 'Events', 'Me', 'Basket'], thinkMs: 120 }),
      pictures({ on: ['cdn'], count: 30, bytes: 8_000 }),
    ],
  },
  {
    domain: 'hard-market.test',
    about: 'A hundred small pictures of one HTTP/1.1 host and two of HTTP/2 that share an address',
    serves: 'h2',
    hosts: { old: H1, a: H2, b: { serves: 'h2', sharesAddressOf: 'a.hard-market.test' } },
    document: { thinkMs: 140, coding: 'zstd' },
    features: [
      stylesheets({ on: ['a'], count: 2, bytes: 30_000, coding: 'zstd' }),
      pictures({ on: ['a', 'b', 'old'], count: 100, bytes: 3_000, thinkMs: 10 }),
      failing({ on: 'old', fault: 'truncated' }),
      revalidated({ thinkMs: 25 }),
    ],
  },
  {
    domain: 'hard-grocer.test',
    about: 'Shards by HTTP/3, preflights for each of two writes, lazy pictures, a module graph',
    serves: 'h3',
    hosts: { a: H3, b: H3, api: H3 },
    document: { thinkMs: 240, coding: 'br' },
    features: [
      imports({ on: 'a', depth: 5, bytes: 20_000 }),
      pictures({ on: ['a', 'b'], count: 36, bytes: 12_000, thinkMs: 35 }),
      pictures({ on: ['b'], count: 10, bytes: 12_000, attributes: LAZY }),
      preflighted({ on: 'api', thinkMs: 70 }),
      preflighted({ on: GRAPH, thinkMs: 40 }),
      draws({ on: IMG, among: ['offer-1', 'offer-2', 'offer-3', 'offer-4'] }),
    ],
  },
  {
    domain: 'hard-coupons.test',
    about: 'Chains of redirects among HTTP/1.1 hosts, many cookies, frames by third parties',
    serves: 'h1',
    hosts: { go: H1, img: H2 },
    document: { thinkMs: 170, coding: 'gzip', isRedirected: true },
    features: [
      redirects({ through: ['go', TRACK, SYNC, 'go', 'img'], thinkMs: 25 }),
      redirects({ through: [SYNC, TRACK, BID], thinkMs: 25 }),
      frame({ on: BID, pictures: 5, thinkMs: 70 }),
      frame({ on: 'img', pictures: 5, thinkMs: 40 }),
      pictures({ on: ['img'], count: 30, bytes: 6_000, query: '?sid={id}&ts={now}' }),
      busted({ on: TRACK, count: 5, thinkMs: 35 }),
      callbacks({ on: REST, count: 3, thinkMs: 60 }),
    ],
  },
]
