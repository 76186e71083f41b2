import type { HardHost } from '../shape/hard-page.ts'

/** Sites whose hosts stand in many pages, each with a certificate of its own. */
export const THIRD_PARTIES: Readonly<
  Record<string, { readonly about: string; readonly hosts: Readonly<Record<string, HardHost>> }>
> = {
  'hard-cdn.test': {
    about:
      'Third party of the hard pages: static files, by HTTP/3; two hosts share an address and a certificate',
    hosts: {
      'static.hard-cdn.test': { serves: 'h3', hasHttpsRecord: true },
      'img.hard-cdn.test': { serves: 'h3', sharesAddressOf: 'static.hard-cdn.test' },
      'fonts.hard-cdn.test': { serves: 'h2' },
    },
  },
  'hard-ads.test': {
    about: 'Third party of the hard pages: advertisements, by HTTP/1.1 and HTTP/2',
    hosts: {
      'track.hard-ads.test': { serves: 'h1' },
      'sync.hard-ads.test': { serves: 'h1' },
      'bid.hard-ads.test': { serves: 'h2' },
    },
  },
  'hard-api.test': {
    about: 'Third party of the hard pages: queries, by HTTP/2 and HTTP/3',
    hosts: { 'graph.hard-api.test': { serves: 'h3' }, 'rest.hard-api.test': { serves: 'h2' } },
  },
}
