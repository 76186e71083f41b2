import { CABLELABS_GAIN_CELLS } from './cablelabs-gain-cells.ts'
import { type Decided, type Entry, type Paper, type Printed, undecided } from './paper.ts'

const NO_REAL_SITES =
  'Its sites of 2012 are not there to be loaded again; `towline sites show` tabulates those of a campaign alike.'

/** The means of a printed table of gains; all of its numbers are in `cablelabs-gain-cells.ts`. */
function meansOf(wanted: number): Printed[] {
  return CABLELABS_GAIN_CELLS.flatMap(([table, row, column, , mean]): Printed[] =>
    table === wanted ? [[mean, 'x', `mean gain, ${row}, ${column}`]] : [],
  )
}

function gains(cells: string, comparison: string, effect: string): Decided {
  return { plan: 'cablelabs', cells, metric: 'plt_ms', comparison, effect }
}

const CELL_BY_CELL = 'gain: ratio of median page load times over h1 with a window of 3, cell by cell'
const ALIKE = 'rank correlation with the printed gains at least 0.7, its whole interval above 0.5'

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
      'all',
      'mean, best and worst of h2 with a window of 10 over h1 with 3',
      'mean gain 1.2 or more, best 3 or more, worst below 0.5',
    ),
  },
  {
    id: 'figure-1',
    place: 'Figure 1',
    says: 'The higher the rate of a link, the smaller the share of it that HTTP/1.1 gets; drawn after a talk of Google’s.',
    condition: 'no numbers in print',
    printed: [],
    decision: undecided('Effective bandwidth over link rate is no figure of ours yet.'),
  },
  {
    id: 'section-2-1-headers',
    place: 'section 2.1',
    says: 'Compression takes most of the bytes of headers away, as developers of two browsers report.',
    condition: null,
    printed: [[90, '%', 'of header bytes saved, about']],
    decision: undecided('Bytes of headers are no metric of a sample yet.'),
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
      cells: 'every page; rateMbps 10/1; rttMs 100; initcwnd 3 and 10',
      metric: 'plt_ms',
      comparison:
        'reduction of the median by a window of 10, by file size; the handshake of TLS is in it, the report counts the one of TCP',
      effect: 'largest reduction at 11 kB, its interval above those of 5 and 20 kB; below 3 kB less than 2 %',
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

const RESULTS: readonly Entry[] = [
  {
    id: 'table-5',
    place: 'Table 5',
    says: 'Gain of SPDY by page and number of servers: clear with many small pictures, less with typical ones, a loss with few large ones; smaller on more servers.',
    condition: 'case 1, all links',
    printed: meansOf(5),
    decision: gains('initcwnd 3', CELL_BY_CELL, ALIKE),
  },
  {
    id: 'section-5-4-1-page-c',
    place: 'section 5.4.1',
    says: 'Page C is slower over SPDY nearly everywhere, at worst more than three times so.',
    condition: 'case 1, page C',
    printed: [
      [0.7, 'x', 'mean gain'],
      [0.3, 'x', 'worst gain'],
    ],
    decision: gains(
      'initcwnd 3, page cablelabs-c',
      'mean gain of h2 over the cells of the page',
      'mean below 0.9, worst below 0.5',
    ),
  },
  {
    id: 'table-6',
    place: 'Table 6',
    says: 'Gain of SPDY by loss, rate and round trip: a gain without loss, more so over long round trips, a loss with 1 %.',
    condition: 'case 1, all pages and servers',
    printed: meansOf(6),
    decision: gains('initcwnd 3', CELL_BY_CELL, ALIKE),
  },
  {
    id: 'section-5-4-1-loss',
    place: 'section 5.4.1',
    says: 'Without loss SPDY gains on average, with 1 % it loses; the more so the longer the round trip.',
    condition: 'case 1',
    printed: [
      [1.5, 'x', 'mean gain without loss'],
      [0.9, 'x', 'mean gain at 1 %'],
    ],
    decision: gains(
      'initcwnd 3',
      'mean gain at 0 % / at 1 %, all else equal',
      'at least 1.3, and below 1 at 1 %',
    ),
  },
  {
    id: 'section-5-4-1-round-trip',
    place: 'section 5.4.1',
    says: 'Without loss SPDY gains more over the longer round trip.',
    condition: 'case 1, no loss',
    printed: [
      [1.3, 'x', 'mean gain at 20 ms'],
      [1.6, 'x', 'mean gain at 100 ms'],
    ],
    decision: gains(
      'initcwnd 3, lossFraction 0',
      'gain at 100 ms / at 20 ms, all else equal',
      'at least 1.1',
    ),
  },
  {
    id: 'section-5-4-1-rate',
    place: 'section 5.4.1',
    says: 'SPDY gains more at the lower rate.',
    condition: 'case 1',
    printed: [
      [1.3, 'x', 'mean gain at 10/1 Mbit/s'],
      [1.1, 'x', 'mean gain at 20/2 Mbit/s'],
    ],
    decision: gains('initcwnd 3', 'gain at 10/1 / at 20/2 Mbit/s, all else equal', 'at least 1.05'),
  },
  {
    id: 'section-5-4-1-google',
    place: 'section 5.4.1',
    says: 'The overall gain is that which Google reports of its own sites.',
    condition: 'Google’s live sites',
    printed: [
      [15.4, '%', 'reduction, Google'],
      [1.18, 'x', 'the same as a gain'],
      [17, '%', 'reduction here'],
    ],
    decision: undecided('Google’s live figures are no samples of ours.'),
  },
  {
    id: 'table-7',
    place: 'Table 7',
    says: 'Gain of a window of 10 by page and servers: small everywhere, largest for page C.',
    condition: 'case 2, HTTPS, all links',
    printed: meansOf(7),
    decision: gains(
      'initcwnd 3 and 10, arm h1',
      CELL_BY_CELL,
      'mean gain of page C above those of A and B by 0.05',
    ),
  },
  {
    id: 'table-8',
    place: 'Table 8',
    says: 'Gain of a window of 10 by link: about the same over all of them.',
    condition: 'case 2, HTTPS, all pages and servers',
    printed: meansOf(8),
    decision: gains('initcwnd 3 and 10, arm h1', CELL_BY_CELL, 'means by link within 0.1 of each other'),
  },
  {
    id: 'table-9',
    place: 'Table 9',
    says: 'Gain of SPDY with a window of 10 by page and servers: more than the product of both, most for page A on one server.',
    condition: 'case 3, all links',
    printed: meansOf(9),
    decision: gains('initcwnd 3 and 10', CELL_BY_CELL, ALIKE),
  },
  {
    id: 'section-5-4-3-together',
    place: 'section 5.4.3',
    says: 'SPDY and the larger window together gain more than the product of what each gains.',
    condition: 'case 3',
    printed: [
      [8.7, 's', 'page A, one server, base case'],
      [1.9, 's', 'the same, case 3'],
    ],
    decision: gains(
      'initcwnd 3 and 10',
      'gain of case 3 / (gain of case 1 · gain of case 2), geometric mean over cells',
      'at least 1.05',
    ),
  },
  {
    id: 'table-10',
    place: 'Table 10',
    says: 'Gain of SPDY with a window of 10 by link: most without loss, least with loss over long round trips.',
    condition: 'case 3, all pages and servers',
    printed: meansOf(10),
    decision: gains('initcwnd 3 and 10', CELL_BY_CELL, ALIKE),
  },
  {
    id: 'table-11',
    place: 'Table 11',
    says: 'The three cases summed up: best, mean and worst gain, cells with a gain of 1 and of 2, mean of pages A and B without loss.',
    condition: '72 cells each',
    printed: [
      [4.1, 'x', 'best, case 1'],
      [1.5, 'x', 'best, case 2'],
      [4.7, 'x', 'best, case 3'],
      [1.2, 'x', 'mean, case 1'],
      [1.1, 'x', 'mean, case 2'],
      [1.4, 'x', 'mean, case 3'],
      [0.3, 'x', 'worst, case 1'],
      [0.9, 'x', 'worst, case 2'],
      [0.3, 'x', 'worst, case 3'],
      [40, 'cases', 'gain of 1 or more, case 1'],
      [58, 'cases', 'gain of 1 or more, case 2'],
      [44, 'cases', 'gain of 1 or more, case 3'],
      [8, 'cases', 'gain of 2 or more, case 1'],
      [0, 'cases', 'gain of 2 or more, case 2'],
      [14, 'cases', 'gain of 2 or more, case 3'],
      [1.8, 'x', 'mean of A and B without loss, case 1'],
      [1, 'x', 'mean of A and B without loss, case 2'],
      [2.1, 'x', 'mean of A and B without loss, case 3'],
    ],
    decision: gains(
      'all',
      'mean gain of each case over its 72 cells',
      'means within 0.2 of those printed, in the same order',
    ),
  },
  {
    id: 'section-6-scale',
    place: 'section 6',
    says: 'SPDY would mean fewer connections, fewer and larger packets, so that network equipment scales better.',
    condition: 'expected, not measured',
    printed: [],
    decision: undecided('Connections and packets saved are not summed up in results yet.'),
  },
  {
    id: 'section-6-window',
    place: 'section 6',
    says: 'A larger window gains little and costs nothing; servers may as well have 10.',
    condition: null,
    printed: [[10, 'segments', 'advised']],
    decision: gains('initcwnd 3 and 10, arm h1', 'cells that are slower with 10', 'fewer than one in ten'),
  },
  {
    id: 'appendix-a',
    place: 'Appendix A',
    says: 'Median page load times of every condition on Windows 7, and of some on Ubuntu and Windows XP; one Windows 7 row stands there twice with different values.',
    condition: 'A.1 Ubuntu 9 rows, A.2 Windows XP 36, A.3 Windows 7 72',
    printed: [
      [854, 'ms', 'shortest: A, 1 server, 20 Mbit/s, 20 ms, no loss, SPDY with 10'],
      [101_007, 'ms', 'longest: C, 2 servers, 20 Mbit/s, 100 ms, 1 %, SPDY with 3'],
    ],
    decision: gains('all', CELL_BY_CELL, ALIKE),
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
