import { pictures, scripts, stylesheets } from '../features/assets.ts'
import { beacon, busted, queries } from '../features/fetches.ts'
import { webSocket } from '../features/loaders.ts'
import type { HardPage } from '../shape/hard-page.ts'
import { LITERALS, STATIC } from './hosts.ts'

const [FOUR, FOUR_H3, SIX] = LITERALS

/** Places of hosts: ports of their own, and addresses in place of names. */
export const PAGES_OF_PLACES: readonly HardPage[] = [
  {
    domain: 'hard-ports.test',
    about:
      'Hosts on ports beside 443 by all three protocols, one in clear text, and hosts that are addresses',
    serves: 'h3',
    ports: [443, 8443],
    hosts: {
      api: { serves: 'h1', ports: [8443] },
      media: { serves: 'h2', ports: [443, 9443] },
      old: { serves: 'clear', ports: [8080] },
      [FOUR]: { serves: 'h2' },
      [FOUR_H3]: { serves: 'h3', ports: [8443] },
      [`[${SIX}]`]: { serves: 'h1' },
    },
    document: { thinkMs: 90, coding: 'br', isRedirected: true, through: 'old:8080' },
    features: [
      stylesheets({ on: [':8443'], count: 2, bytes: 12_000, coding: 'br' }),
      scripts({ on: [STATIC, 'api:8443'], count: 4, bytes: 20_000, coding: 'gzip' }),
      pictures({ on: ['media', 'media:9443'], count: 14, bytes: 8_000, query: '?v={id}' }),
      pictures({ on: [':8443'], count: 8, bytes: 6_000, thinkMs: 20 }),
      pictures({ on: [FOUR, `${FOUR_H3}:8443`, `[${SIX}]`], count: 18, bytes: 5_000, thinkMs: 15 }),
      queries({ on: 'api:8443', operations: ['Ports', 'Places'], thinkMs: 70 }),
      busted({ on: FOUR, count: 2, thinkMs: 40 }),
      beacon({ on: 'media:9443' }),
      webSocket({ on: 'api:8443' }),
    ],
  },
]
