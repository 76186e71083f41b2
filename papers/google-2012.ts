import { type Entry, type Paper, undecided } from './paper.ts'
import type { CellValue, Rule } from './rule.ts'

/** Table 1 as printed; the text counts one more. */
const DOMAINS: readonly string[] = [
  ...['bbc.co.uk', 'bloomberg.com', 'cricinfo.com', 'decor8blog.com', 'digg.com', 'droid-life.com'],
  ...['economictimes.com', 'espncricinfo.com', 'flickr.com', 'greenweddingshoes.com', 'huffingtonpost.com'],
  ...['ibtimes.com', 'imgur.com', 'michaeleisen.org', 'microsoft.com', 'nlm.nih.gov', 'qq.com'],
  ...['quickmeme.com', 'reddit.com', 'reuters.com', 'sciencemag.org', 'seattletimes.nwsource.com'],
  ...['slashdot.org', 'sohu.com', 'theboombox.com', 'timesofindia.com', 'wikipedia.org'],
  ...['windowsteamblog.com', 'wired.com', 'yomiuri.co.jp'],
]

/** Page by page, over HTTP in clear text, as there. */
const SAVED: CellValue = { as: 'median reduction', of: { arm: 'spdy' }, over: { arm: 'http' } }

/** Our pages are others, made: a verdict is of the statement, not of its number. */
function overPages(...clauses: Rule['clauses']): Rule {
  return { plan: 'google-mobile-one-address', cells: {}, metric: 'plt_ms', clauses }
}

const WATERFALL = 'The page of 2012 is not there; two loads of a page side by side are on the page Replay.'

const ENTRIES: readonly Entry[] = [
  {
    id: 'method-pages',
    place: 'Methodology',
    says: 'Pages of popular sites, front pages and articles, recorded once and replayed.',
    condition: 'Web Page Replay behind Google’s own server',
    printed: [
      [77, 'pages', 'addresses'],
      [31, 'sites', 'in the text'],
    ],
    decision: undecided('It is a setting; the plan `google-mobile` has as many made pages.'),
  },
  {
    id: 'method-one-address',
    place: 'Methodology',
    says: 'All host names lead to the address of one server, and look-ups cost nothing real.',
    condition: null,
    printed: [[1, 'hosts', 'address of all names']],
    decision: undecided('It is a setting; the plan `google-mobile-one-address` has it.'),
  },
  {
    id: 'method-link',
    place: 'Methodology',
    says: 'A phone tethered over USB to a link emulated by Dummynet with values of a 3G network, and without loss, as cellular networks hide it below TCP.',
    condition: 'Samsung Galaxy Nexus, Android 4.0, Chrome',
    printed: [
      [2, 'Mbit/s', 'down'],
      [1, 'Mbit/s', 'up'],
      [150, 'ms', 'round trip'],
      [1, '%', 'loss that TCP sees on cellular networks, less than'],
    ],
    decision: undecided('It is a setting; the profile `google-3g` has it.'),
  },
  {
    id: 'method-baseline',
    place: 'Methodology',
    says: 'The baseline is HTTP in clear text over several connections; SPDY has one TLS connection for each domain, whose set-up counts.',
    condition: null,
    printed: [],
    decision: undecided(
      'It is a setting; the plan `google-mobile-one-address` has the arm `http` beside HTTP/1.1 over TLS, `google-mobile` and its results do not.',
    ),
  },
  {
    id: 'table-1',
    place: 'Table 1',
    says: `The domains of the pages, ${DOMAINS.length} of them: ${DOMAINS.join(', ')}.`,
    condition: null,
    printed: [[DOMAINS.length, 'sites', 'in the table; the text has 31']],
    decision: undecided('Ours are made pages, not these.'),
  },
  {
    id: 'figure-1',
    place: 'Figure 1',
    says: 'The test bed: phone, shaped link, front end, replay server. Printed without a number.',
    condition: null,
    printed: [],
    decision: undecided('It is a setting.'),
  },
  {
    id: 'results-mean',
    place: 'Results',
    says: 'SPDY loads pages faster than HTTP on average.',
    condition: '77 pages, 2/1 Mbit/s, 150 ms',
    printed: [
      [23, '%', 'mean reduction of page load time'],
      [1.3, 'x', 'the same as a speed-up'],
    ],
    decision: overPages({ value: SAVED, summary: { is: 'mean' }, expects: { atLeast: 10 } }),
  },
  {
    id: 'figure-2',
    place: 'Figure 2',
    says: 'Page load times of each of the 77 pages over HTTP and SPDY: all but one are faster over SPDY.',
    condition: '77 pages, bars without numbers',
    printed: [[1, 'pages', 'slower over SPDY']],
    decision: overPages({
      value: SAVED,
      summary: { is: 'share', which: 'slower' },
      expects: { atMost: 0.1 },
    }),
  },
  {
    id: 'results-worst',
    place: 'Results',
    says: 'One page, an article of huffingtonpost.com, is slower over SPDY.',
    condition: null,
    printed: [[-6, '%', 'reduction of the slowest page']],
    decision: overPages({ value: SAVED, summary: { is: 'smallest' }, expects: { atLeast: -10 } }),
  },
  {
    id: 'figure-3',
    place: 'Figure 3',
    says: 'The ratio of the load times, SPDY over HTTP, of each page: called a reduction, defined as the quotient.',
    condition: '77 pages, bars without numbers',
    printed: [],
    decision: overPages({
      value: SAVED,
      summary: { is: 'share', which: 'faster' },
      expects: { atLeast: 0.9 },
    }),
  },
  {
    id: 'figure-4',
    place: 'Figure 4',
    says: 'Waterfall of a page of Wikipedia over SPDY: requests go out together over one connection.',
    condition: 'en.m.wikipedia.org, Harvard University',
    printed: [],
    decision: undecided(WATERFALL),
  },
  {
    id: 'figure-5',
    place: 'Figure 5',
    says: 'Waterfall of the same page over HTTP: six connections, each answers in turn. Both traces have some 404.',
    condition: 'en.m.wikipedia.org, Harvard University',
    printed: [[6, 'connections', 'to the server']],
    decision: undecided(WATERFALL),
  },
]

export const GOOGLE_2012: Paper = {
  id: 'google',
  name: 'Google 2012',
  title: 'SPDY Performance on Mobile Networks',
  authors: ['Welsh', 'Greenstein', 'Piatek'],
  published: 'Make the Web Faster, 30 April',
  year: 2012,
  read: true,
  figures: [1, 2, 3, 4, 5],
  tables: [1],
  sections: [],
  entries: ENTRIES,
}
