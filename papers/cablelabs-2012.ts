import { CASES, gains, over } from './cablelabs-cases.ts'
import { RESULTS } from './cablelabs-results.ts'
import { REDUCTION } from './clauses.ts'
import { type Entry, type Paper, undecided } from './paper.ts'
import type { Clause } from './rule.ts'

const NO_REAL_SITES =
  'Its sites of 2012 are not there to be loaded again; `towline sites show` tabulates those of a campaign alike.'

/** Share of a file's time that a window of 10 saves. */
const WINDOW: Omit<Clause, 'expects'> = {
  value: {
    as: 'median reduction',
    of: { arm: 'h1', at: { initcwnd: 10 } },
    over: { arm: 'h1', at: { initcwnd: 3 } },
  },
  summary: { is: 'mean' },
}

const BACKGROUND: readonly Entry[] = [
  {
    id: 'executive-summary',
    place: 'Executive summary',
    says: 'Both proposals together shorten page loads on average, halve some and more than triple others, by servers, windows and above all loss.',
    condition: 'all cells of case 3, and the worst cells of case 1',
    printed: [
      [29, '%', 'mean reduction'],
      [78, '%', 'best reduction, more than'],
      [3.3, 'x', 'worst page load time over the base case’s'],
    ],
    decision: gains(
      { ...over(CASES[3], 'mean'), expects: { atLeast: 1.2 } },
      { ...over(CASES[3], 'largest'), expects: { atLeast: 3 } },
      { ...over(CASES[3], 'smallest'), expects: { atMost: 0.5 } },
    ),
  },
  {
    id: 'figure-1',
    place: 'Figure 1',
    says: 'The higher the rate of a link, the smaller the share of it that HTTP/1.1 gets; drawn after a talk of Google’s.',
    condition: 'no numbers in print',
    printed: [],
    decision: {
      plan: 'cablelabs',
      cells: { lossFraction: [0] },
      metric: 'plt_ms',
      clauses: [
        {
          value: {
            as: 'gain',
            of: { arm: 'h1', at: { downMbps: 20 } },
            over: { arm: 'h1', at: { downMbps: 10 } },
          },
          summary: { is: 'geometric mean' },
          // Pages would load twice as fast where all of twice the rate were used.
          expects: { atMost: 1.5, turnsAt: 2 },
        },
      ],
    },
  },
  {
    id: 'section-2-1-headers',
    place: 'section 2.1',
    says: 'Compression takes most of the bytes of headers away, as developers of two browsers report.',
    condition: null,
    printed: [[90, '%', 'of header bytes saved, about']],
    decision: {
      plan: 'headers',
      cells: {},
      metric: 'request_header_bytes',
      clauses: [{ value: REDUCTION, summary: { is: 'mean' }, expects: { atLeast: 50 } }],
      but: 'Headers of responses, and of sites with long cookies, are not in it',
    },
  },
  {
    id: 'table-1',
    place: 'Table 1',
    says: 'Slow start: after the handshake the server sends one window, then twice as much in each round trip.',
    condition: 'no loss, no limit by the receiver’s window',
    printed: [
      [1, 'x', 'windows in the second round trip'],
      [2, 'x', 'windows in the third'],
      [4, 'x', 'windows in the fourth'],
    ],
    decision: undecided('It is how TCP works; `model/slow-start.ts` computes by it.'),
  },
  {
    id: 'figure-2',
    place: 'Figure 2',
    says: 'Initial windows of content delivery networks in November 2011, after CDN Planet: many above 3, some as large as 10 to 16.',
    condition: '16 November 2011',
    printed: [
      [3, 'segments', 'usual'],
      [16, 'segments', 'largest'],
    ],
    decision: undecided(
      'Initial windows of sites are not known: over TLS the first flight does not fill them.',
    ),
  },
  {
    id: 'figure-3',
    place: 'Figure 3',
    says: 'Computed reduction of a file’s download time by a window of 10 in place of 3, by its size: most at some 11 kB (9 packets), where two of four round trips go; none below 3 kB. By its own Table 1 nine packets take three round trips with a window of 3 (3 + 6), not four.',
    condition: '100 ms, 10 Mbit/s, no loss, receive window 512 kB',
    printed: [
      [50, '%', 'reduction at 11 kB'],
      [11, 'kB', 'file that gains most, about'],
      [3, 'kB', 'below which nothing is gained'],
      [2, 'x', 'round trips saved, at most'],
    ],
    decision: {
      plan: 'initial-window-figure-3',
      cells: {},
      metric: 'plt_ms',
      clauses: [
        {
          ...WINDOW,
          contrast: { factor: 'page', pairs: [['single-11000', 'single-5000']] },
          expects: { atLeast: 0 },
        },
        {
          ...WINDOW,
          contrast: { factor: 'page', pairs: [['single-11000', 'single-20000']] },
          expects: { atLeast: 0 },
        },
        // Ten packets: by the report's own Table 1 the most is there.
        {
          ...WINDOW,
          contrast: { factor: 'page', pairs: [['single-11000', 'single-14000']] },
          expects: { atLeast: 0 },
        },
        { ...WINDOW, where: { page: ['single-1000', 'single-2500'] }, expects: { atMost: 2 } },
      ],
      but: 'The handshake of TLS is in it, the report counts that of TCP',
    },
  },
  {
    id: 'table-2',
    place: 'Table 2',
    says: 'Survey of 15 sites: servers, requests, bytes, page load time, share of the requests that go to the most used servers.',
    condition: 'from Louisville, Colorado, 100 Mbit/s',
    printed: [
      [18, 'hosts', 'mean number of servers'],
      [115, 'requests', 'mean'],
      [1490, 'kB', 'mean'],
      [9.8, 's', 'mean'],
      [44, '%', 'of requests to the most used server, mean'],
      [65, '%', 'to the two most used'],
      [75, '%', 'to three'],
      [81, '%', 'to four'],
      [84, '%', 'to five'],
    ],
    decision: undecided(NO_REAL_SITES),
  },
  {
    id: 'table-3',
    place: 'Table 3',
    says: 'Round-trip times to the five most used servers of each of 15 sites.',
    condition: 'from Louisville, Colorado, less than 2 ms to the provider',
    printed: [
      [16, 'ms', 'shortest'],
      [53.8, 'ms', 'mean'],
      [134, 'ms', 'longest'],
    ],
    decision: undecided(NO_REAL_SITES),
  },
  {
    id: 'section-4-2-3',
    place: 'section 4.2.3',
    says: 'Random loss is rare on cable lines and varies on wireless ones.',
    condition: 'DOCSIS',
    printed: [[0.001, '%', 'lost, typical']],
    decision: undecided('It is about others’ networks.'),
  },
]

const SETTINGS: readonly Entry[] = [
  {
    id: 'figure-4',
    place: 'Figure 4',
    says: 'Test bed: four web servers and three clients as virtual machines on one host, a link emulated by Dummynet.',
    condition: 'Chrome 16, Express-SPDY under node.js',
    printed: [],
    decision: undecided('It is a setting.'),
  },
  {
    id: 'table-4',
    place: 'Table 4',
    says: 'The base case is HTTPS with an initial window of 3; case 1 has SPDY, case 2 a window of 10, case 3 both.',
    condition: null,
    printed: [],
    decision: undecided('It is a setting; the plan `cablelabs` has it.'),
  },
  {
    id: 'section-5-3-1-conditions',
    place: 'section 5.3',
    says: 'Four protocol options on nine sites over eight links: two rates, two round trips, with and without 1 % loss; medians of at least 20 loads.',
    condition: '10/1 and 20/2 Mbit/s, 20 and 100 ms, 0 and 1 %',
    printed: [
      [288, 'cases', 'test conditions'],
      [72, 'cases', 'of each protocol option'],
      [20, 'loads', 'each, at least'],
    ],
    decision: undecided('It is a setting; the plan `cablelabs` has it, with 10 rounds.'),
  },
  {
    id: 'section-5-3-2-1',
    place: 'section 5.3.2.1',
    says: 'A page’s resources come from one server, or in equal parts from two or four.',
    condition: null,
    printed: [
      [1, 'hosts', 'fewest'],
      [4, 'hosts', 'most'],
    ],
    decision: undecided('It is a setting; the factor `shards` has it.'),
  },
  {
    id: 'section-5-3-2-2-page-a',
    place: 'section 5.3.2.2',
    says: 'Page A: an HTML file, a jQuery library, 100 small JPEG pictures.',
    condition: null,
    printed: [
      [102, 'requests', 'in all'],
      [369, 'kB', 'in all'],
      [12.8, 'kB', 'HTML'],
      [94.5, 'kB', 'jQuery'],
      [1.3, 'kB', 'smallest picture'],
      [2.6, 'kB', 'mean of the pictures'],
      [5.5, 'kB', 'largest picture'],
      [1.2, 'kB', 'standard deviation of the pictures'],
    ],
    decision: undecided('It is a setting; the page `cablelabs-a` has it.'),
  },
  {
    id: 'section-5-3-2-2-page-b',
    place: 'section 5.3.2.2',
    says: 'Page B: an HTML file and 100 pictures of about log-uniform sizes; the most typical of the three.',
    condition: null,
    printed: [
      [101, 'requests', 'in all'],
      [1.4, 'MB', 'in all'],
      [8.2, 'kB', 'HTML'],
      [46, 'B', 'smallest picture'],
      [14, 'kB', 'mean of the pictures'],
      [103, 'kB', 'largest picture'],
      [24, 'kB', 'standard deviation of the pictures'],
    ],
    decision: undecided('It is a setting; the page `cablelabs-b` has it.'),
  },
  {
    id: 'section-5-3-2-2-page-c',
    place: 'section 5.3.2.2',
    says: 'Page C: an HTML file and ten large JPEG pictures.',
    condition: null,
    printed: [
      [11, 'requests', 'in all'],
      [3, 'MB', 'in all'],
      [0.8, 'kB', 'HTML'],
      [298, 'kB', 'smallest picture'],
      [302, 'kB', 'mean of the pictures'],
      [310, 'kB', 'largest picture'],
      [4, 'kB', 'standard deviation of the pictures'],
    ],
    decision: undecided('It is a setting; the page `cablelabs-c` has it.'),
  },
]

/** CableLabs' report on SPDY and the initial window. */
export const CABLELABS_2012: Paper = {
  id: 'cablelabs',
  name: 'CableLabs 2012',
  title: 'Analysis of Google SPDY and TCP initcwnd',
  authors: ['White'],
  published: 'CableLabs, revision 3',
  year: 2012,
  read: true,
  figures: [1, 2, 3, 4],
  tables: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  sections:
    '1 2 2.1 2.2 2.3 2.4 2.5 3 3.1 4 4.1 4.2 4.2.1 4.2.2 4.2.3 5 5.1 5.2 5.2.1 5.2.2 5.3 5.3.1 5.3.2 5.3.2.1 5.3.2.2 5.3.3 5.3.4 5.4 5.4.1 5.4.2 5.4.3 5.4.4 6'.split(
      ' ',
    ),
  entries: [...BACKGROUND, ...SETTINGS, ...RESULTS],
}
