import { pictures, scripts, stylesheets } from '../features/assets.ts'
import { imports } from '../features/loaders.ts'
import type { HardFeature } from '../shape/hard-answer.ts'
import { sourceText } from '../shape/hard-body.ts'
import type { HardHost, HardPage } from '../shape/hard-page.ts'
import { H3_DNS } from './hosts.ts'

/** Variants of a page that is well as it is, below `https://planted-nothing.test/N/`, N from 1. */
export const ORDINARY_VARIANTS = 20

/**
 * Pages of which it is known what their owner should change. They are in no list of sites: only who asks for
 * one by its name gets it.
 */
export const PLANTED_PAGES: readonly HardPage[] = [
  {
    domain: 'planted-http2.test',
    about: 'Small, and without HTTP/3: each connection takes a round trip more than it need',
    ...{ serves: 'h2', hosts: {}, document: { thinkMs: 0, coding: 'br' } },
    features: [stylesheets({ count: 1, bytes: 4_000, coding: 'br' }), pictures({ count: 4, bytes: 900 })],
  },
  {
    domain: 'planted-loss.test',
    about: 'Many large pictures by one connection of HTTP/2, which a link that loses packets holds up',
    ...{ serves: 'h2', hosts: {}, document: { thinkMs: 0, coding: 'br' } },
    features: [pictures({ count: 24, bytes: 60_000 })],
  },
  {
    domain: 'planted-shards.test',
    about: 'Its style sheet and pictures are on four hosts with addresses of their own',
    serves: 'h3',
    hosts: { a: H3_DNS, b: H3_DNS, c: H3_DNS, d: H3_DNS },
    document: { thinkMs: 0, coding: 'br' },
    features: [
      stylesheets({ on: ['a'], count: 1, bytes: 4_000, coding: 'br' }),
      pictures({ on: ['b', 'c', 'd'], count: 6, bytes: 900 }),
    ],
  },
  {
    domain: 'planted-bytes.test',
    about: 'Half a megabyte of scripts and style sheets without a content coding',
    ...{ serves: 'h3', hosts: {}, document: { thinkMs: 0 } },
    features: [stylesheets({ count: 1, bytes: 100_000 }), scripts({ count: 3, bytes: 130_000 })],
  },
  {
    domain: 'planted-slow.test',
    about: 'Its server works 900 ms for the document',
    ...{ serves: 'h3', hosts: {}, document: { thinkMs: 900, spreadFraction: 0.1, coding: 'br' } },
    features: [pictures({ count: 4, bytes: 900 })],
  },
  {
    domain: 'planted-no-record.test',
    about: 'Speaks HTTP/3, which no HTTPS record says: the first visit begins by HTTP/2',
    ...{ serves: 'h3', hosts: {}, document: { thinkMs: 0, coding: 'br' } },
    features: [pictures({ count: 4, bytes: 900 })],
  },
  {
    domain: 'planted-certificate.test',
    about: 'Its certificate has 12 kB, more than QUIC lets a server send at first',
    ...{ serves: 'h3', hosts: {}, document: { thinkMs: 0, coding: 'br' } },
    features: [pictures({ count: 4, bytes: 900 })],
  },
  {
    domain: 'planted-priorities.test',
    about:
      'A chain of scripts that share the link with pictures: served alike, it only begins when they are over',
    ...{ serves: 'h3', hosts: {}, document: { thinkMs: 0, coding: 'br' } },
    features: [
      pictures({ count: 24, bytes: 60_000, attributes: 'fetchpriority="low"' }),
      imports({ depth: 6, bytes: 240_000 }),
    ],
  },
  {
    domain: 'planted-broken.test',
    about: 'Its document breaks off without an answer',
    ...{ serves: 'h1', hosts: {}, document: { thinkMs: 0, fault: 'reset' }, features: [] },
  },
  {
    domain: 'planted-nothing.test',
    about: 'Small and by HTTP/3 from the first packet on: nothing to change',
    ...{ serves: 'h3', hosts: {}, document: { thinkMs: 0, coding: 'br' } },
    features: [
      pictures({ count: 3, bytes: 900 }),
      ...Array.from({ length: ORDINARY_VARIANTS }, (_, index) => ordinaryPage(index + 1)),
    ],
  },
]

/** Plants one of the page's own hosts: HTTP/3 is in the DNS, but for the one that is to be told so. */
export const plantedHost = ({ domain, serves }: HardPage): HardHost => ({
  serves,
  ...(serves === 'h3' && { hasHttpsRecord: domain !== 'planted-no-record.test' }),
})

/** A further document of the host: an ordinary page of some kilobytes that differs from variant to variant. */
function ordinaryPage(variant: number): HardFeature {
  return ({ domain, hostOf }) => {
    const prefix = `/${variant}`
    const own: HardFeature[] = [
      stylesheets({ count: 1 + (variant % 2), bytes: 1_500 + 100 * variant, coding: 'br' }),
      pictures({ count: 1 + (variant % 5), bytes: 500 + 40 * variant }),
    ]
    const parts = own.map((feature, index) => feature({ domain, hostOf, prefix: `${prefix}/${index}` }))
    const text = sourceText(`${domain}${prefix}`, 1_000 + 150 * variant)
    const body = `<!doctype html>
<html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>${variant}</title>
${parts.map(({ markup }) => markup).join('\n')}
<p>${text}</p>
`
    const document = { host: domain, path: `${prefix}/`, contentType: 'text/html; charset=utf-8', body }
    return {
      markup: '',
      answers: [{ ...document, coding: 'br' }, ...parts.flatMap(({ answers }) => answers)],
      asks: [],
    }
  }
}
