import { fonts, pictures, scripts, sourceSets, stylesheets } from '../features/assets.ts'
import { failing, missing, redirects } from '../features/detours.ts'
import { account, beacon, busted, head, queries, revalidated, streamed } from '../features/fetches.ts'
import { callbacks, draws, frame, imports, serviceWorker } from '../features/loaders.ts'
import type { HardPage } from '../shape/hard-page.ts'
import { BID, FONTS, GRAPH, H1, H2, H3, H3_DNS, IMG, REST, STATIC, SYNC, TRACK } from './hosts.ts'

const LAZY = 'loading="lazy"'

/** News, magazines, encyclopaedias, forums, documentation. */
export const PAGES_OF_READING: readonly HardPage[] = [
  {
    domain: 'hard-news.test',
    about:
      'A front page with advertisements: four shards, redirects among trackers, bids, frames and a lottery',
    serves: 'h2',
    hosts: { a: H2, b: H2, c: H3, d: H1 },
    document: { thinkMs: 180, coding: 'gzip' },
    features: [
      stylesheets({ count: 3, bytes: 30_000, coding: 'gzip', query: '?v={now}' }),
      scripts({ on: ['a', STATIC], count: 6, bytes: 40_000, coding: 'br', attributes: 'defer' }),
      pictures({ on: ['a', 'b', 'c', 'd'], count: 24, bytes: 15_000, thinkMs: 30, query: '?w=640&cb={id}' }),
      callbacks({ on: BID, count: 4, thinkMs: 120 }),
      redirects({ through: [TRACK, SYNC, 'd', TRACK], thinkMs: 40 }),
      frame({ on: BID, pictures: 4, thinkMs: 90 }),
      draws({ on: IMG, among: ['hero-a', 'hero-b'], thinkMs: 40 }),
      beacon({ on: REST, thinkMs: 20 }),
      fonts({ on: [FONTS], count: 2, bytes: 25_000 }),
    ],
  },
  {
    domain: 'hard-tabloid.test',
    about: 'Eighty pictures of six hosts that share two addresses, some of them missing, lazy or broken',
    serves: 'h3',
    hosts: {
      a: H3_DNS,
      b: { serves: 'h3', sharesAddressOf: 'a.hard-tabloid.test' },
      c: { serves: 'h3', sharesAddressOf: 'a.hard-tabloid.test' },
      d: H2,
      e: { serves: 'h2', sharesAddressOf: 'd.hard-tabloid.test' },
      x: H1,
    },
    document: { thinkMs: 250, coding: 'br' },
    features: [
      stylesheets({ on: ['a'], count: 2, bytes: 50_000, coding: 'br' }),
      pictures({ on: ['a', 'b', 'c', 'd', 'e'], count: 70, bytes: 9_000, thinkMs: 15, query: '?s={id}' }),
      pictures({ on: ['x'], count: 6, bytes: 12_000, attributes: LAZY }),
      missing({ on: 'd' }),
      failing({ on: 'x', fault: 'reset' }),
      busted({ on: TRACK, count: 3, thinkMs: 60 }),
    ],
  },
  {
    domain: 'hard-magazine.test',
    about: 'Large pictures in source sets, four fonts with CORS, a document that comes in pieces',
    serves: 'h3',
    hosts: { img: H3, assets: H2 },
    document: { thinkMs: 320, pieces: 4, pauseMs: 40 },
    features: [
      fonts({ on: [FONTS, 'assets'], count: 4, bytes: 40_000 }),
      stylesheets({ on: ['assets'], count: 4, bytes: 18_000, coding: 'zstd' }),
      sourceSets({ on: ['img'], count: 10, bytes: 60_000, thinkMs: 25 }),
      imports({ on: 'assets', depth: 4 }),
      pictures({ on: ['img'], count: 12, bytes: 20_000, attributes: LAZY }),
      streamed({ on: 'img', pieces: 5, pauseMs: 30, bytes: 30_000 }),
    ],
  },
  {
    domain: 'hard-encyclopaedia.test',
    about: 'One host by HTTP/2, small parts, answers that a tag revalidates, HEAD, and no third party',
    serves: 'h2',
    hosts: { upload: H2 },
    document: { thinkMs: 90, coding: 'gzip' },
    features: [
      stylesheets({ count: 2, bytes: 24_000, coding: 'gzip' }),
      scripts({ count: 4, bytes: 20_000, coding: 'gzip', query: '?only=scripts&modules={id}' }),
      revalidated({ thinkMs: 45 }),
      pictures({ on: ['upload'], count: 20, bytes: 8_000 }),
      head({ thinkMs: 30 }),
      account({ thinkMs: 70 }),
    ],
  },
  {
    domain: 'hard-forum.test',
    about: 'HTTP/1.1 alone on the page, redirected with a cookie at first; avatars of many hosts; polls',
    serves: 'h1',
    hosts: { avatars: H1, files: H2 },
    document: { thinkMs: 220, coding: 'gzip', isRedirected: true },
    features: [
      stylesheets({ count: 1, bytes: 60_000, coding: 'gzip' }),
      scripts({ count: 3, bytes: 30_000, coding: 'gzip' }),
      pictures({ on: ['avatars', 'files'], count: 30, bytes: 4_000, query: '?d=identicon&s=64&t={now}' }),
      account({ thinkMs: 150, spreadFraction: 0.4 }),
      busted({ count: 4, thinkMs: 80 }),
      missing({ on: 'avatars' }),
    ],
  },
  {
    domain: 'hard-docs.test',
    about: 'Documentation built of modules that import one another, a service worker, a search index by zstd',
    serves: 'h3',
    hosts: { search: H2 },
    document: { thinkMs: 40, coding: 'br' },
    features: [
      stylesheets({ count: 2, bytes: 35_000, coding: 'br' }),
      imports({ depth: 6, bytes: 12_000, thinkMs: 10 }),
      imports({ on: STATIC, depth: 3, bytes: 30_000 }),
      serviceWorker(),
      scripts({ on: ['search'], count: 2, bytes: 120_000, coding: 'zstd', attributes: 'async' }),
      pictures({ count: 14, bytes: 6_000 }),
      head({ on: 'search', thinkMs: 60 }),
      fonts({ on: [FONTS], count: 3, bytes: 30_000 }),
      queries({ on: GRAPH, operations: ['Search', 'Versions'], thinkMs: 140 }),
    ],
  },
  {
    domain: 'hard-blog.test',
    about: 'A blog behind a host that draws headers, with comments in a frame and a tracker that resets',
    serves: 'h2',
    hosts: { cdn: H3_DNS, x: H1 },
    document: { thinkMs: 480, coding: 'gzip' },
    features: [
      stylesheets({ on: ['cdn'], count: 3, bytes: 22_000, coding: 'br', query: '?ver=6.4.{id}' }),
      scripts({ on: ['cdn'], count: 5, bytes: 26_000, coding: 'br', attributes: 'defer' }),
      draws({ on: 'cdn', among: ['header-red', 'header-blue', 'header-green'], bytes: 30_000 }),
      pictures({ on: ['cdn', IMG], count: 26, bytes: 14_000 }),
      frame({ on: REST, pictures: 6, thinkMs: 200 }),
      failing({ on: 'x', fault: 'reset' }),
      beacon({ on: TRACK }),
    ],
  },
  {
    domain: 'hard-weather.test',
    about: 'Tiles with a time in each query, streamed forecasts, a host that does not exist',
    serves: 'h3',
    hosts: { tiles1: H3, tiles2: { serves: 'h3', sharesAddressOf: 'tiles1.hard-weather.test' }, tiles3: H2 },
    document: { thinkMs: 130 },
    features: [
      scripts({ count: 3, bytes: 45_000, coding: 'gzip' }),
      pictures({
        on: ['tiles1', 'tiles2', 'tiles3'],
        count: 40,
        bytes: 7_000,
        thinkMs: 20,
        query: '?t={now}',
      }),
      streamed({ pieces: 6, pauseMs: 50, bytes: 12_000, thinkMs: 60 }),
      busted({ on: REST, count: 6, thinkMs: 110, spreadFraction: 0.5 }),
      failing({ fault: 'unknown host' }),
      revalidated({ on: REST, thinkMs: 35 }),
    ],
  },
]
