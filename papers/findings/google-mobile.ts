import type { ResultsPage } from './finding.ts'

export const GOOGLE_PAGE: ResultsPage = {
  name: 'google-mobile',
  title: 'Results beside Google 2012',
  papers: ['google'],
  findings: [
    {
      title: 'Against clear text one connection gives back what encryption costs, and no more',
      figure: null,
      statements: {
        'google:results-mean': ['turned round', 'not found'],
        'google:figure-2': ['not found', 'not decided'],
        'google:results-worst': ['turned round', 'turned round'],
        'google:figure-3': ['turned round', 'turned round'],
      },
      found:
        'Over TLS HTTP/1.1 takes a fifth longer than in clear text, in the mean of the pages. HTTP/2 takes 6 % longer, HTTP/3 as long; ' +
        'neither gains what is printed. More than half of the pages are slower over HTTP/2 than in clear text, a third is faster over HTTP/3.',
      why:
        'Each handshake of TLS 1.3 takes a round trip of 150 ms on pages of one to a few seconds. One connection for all hosts pays it ' +
        'once, and QUIC none beside its own.',
      unknown:
        'What the study saved by, although its TLS took two round trips. Its phone and browser may have had fewer connections at work.',
    },
  ],
  reconciled: null,
  threats: [
    'The study loaded recordings of popular pages, several requests of which got a 404, on a phone; it prints neither pages nor ' +
      'numbers of loads.',
    'Each page was loaded seven times under each protocol, three pages at a time, beside other work of the lowest priority.',
  ],
}
