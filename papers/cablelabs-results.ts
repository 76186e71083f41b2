import { alikeAppendix, alikeTable, CASES, contrast, gains, over, WINDOW_OF_SPDY } from './cablelabs-cases.ts'
import { CABLELABS_GAIN_CELLS } from './cablelabs-gain-cells.ts'
import { REDUCTION } from './clauses.ts'
import { type Entry, type Printed, undecided } from './paper.ts'

/** The means of a printed table of gains; all of its numbers are in `cablelabs-gain-cells.ts`. */
function meansOf(wanted: number): Printed[] {
  return CABLELABS_GAIN_CELLS.flatMap(([table, row, column, , mean]): Printed[] =>
    table === wanted ? [[mean, 'x', `mean gain, ${row}, ${column}`]] : [],
  )
}

/** Entries of sections 5.4 and 6 of CableLabs' report, and of its appendix. */
export const RESULTS: readonly Entry[] = [
  {
    id: 'table-5',
    place: 'Table 5',
    says: 'Gain of SPDY by page and number of servers: clear with many small pictures, less with typical ones, a loss with few large ones; smaller on more servers.',
    condition: 'case 1, all links',
    printed: meansOf(5),
    decision: gains(alikeTable(1, 5)),
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
      { ...over(CASES[1], 'mean'), where: { page: ['cablelabs-c'] }, expects: { atMost: 0.9 } },
      { ...over(CASES[1], 'smallest'), where: { page: ['cablelabs-c'] }, expects: { atMost: 0.5 } },
    ),
  },
  {
    id: 'table-6',
    place: 'Table 6',
    says: 'Gain of SPDY by loss, rate and round trip: a gain without loss, more so over long round trips, a loss with 1 %.',
    condition: 'case 1, all pages and servers',
    printed: meansOf(6),
    decision: gains(alikeTable(1, 6)),
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
      { ...contrast(CASES[1], 'lossFraction', 0, 0.01), expects: { atLeast: 1.3 } },
      { ...over(CASES[1], 'mean'), where: { lossFraction: [0.01] }, expects: { atMost: 1 } },
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
    decision: gains({
      ...contrast(CASES[1], 'rttMs', 100, 20),
      where: { lossFraction: [0] },
      expects: { atLeast: 1.1 },
    }),
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
    decision: gains({ ...contrast(CASES[1], 'downMbps', 10, 20), expects: { atLeast: 1.05 } }),
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
      { ...contrast(CASES[2], 'page', 'cablelabs-c', 'cablelabs-a'), expects: { atLeast: 1.05 } },
      { ...contrast(CASES[2], 'page', 'cablelabs-c', 'cablelabs-b'), expects: { atLeast: 1.05 } },
    ),
  },
  {
    id: 'table-8',
    place: 'Table 8',
    says: 'Gain of a window of 10 by link: about the same over all of them.',
    condition: 'case 2, HTTPS, all pages and servers',
    printed: meansOf(8),
    decision: gains(
      { ...contrast(CASES[2], 'lossFraction', 0.01, 0), expects: { between: [0.9, 1.1] } },
      { ...contrast(CASES[2], 'rttMs', 100, 20), expects: { between: [0.9, 1.1] } },
      { ...contrast(CASES[2], 'downMbps', 20, 10), expects: { between: [0.9, 1.1] } },
    ),
  },
  {
    id: 'table-9',
    place: 'Table 9',
    says: 'Gain of SPDY with a window of 10 by page and servers: more than the product of both, most for page A on one server.',
    condition: 'case 3, all links',
    printed: meansOf(9),
    decision: gains(alikeTable(3, 9)),
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
    decision: gains({
      value: WINDOW_OF_SPDY,
      beside: CASES[2],
      summary: { is: 'geometric mean' },
      expects: { atLeast: 1.05 },
    }),
  },
  {
    id: 'table-10',
    place: 'Table 10',
    says: 'Gain of SPDY with a window of 10 by link: most without loss, least with loss over long round trips.',
    condition: 'case 3, all pages and servers',
    printed: meansOf(10),
    decision: gains(alikeTable(3, 10)),
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
      { ...over(CASES[1], 'mean'), expects: { between: [1, 1.4] } },
      { ...over(CASES[2], 'mean'), expects: { between: [0.9, 1.3] } },
      { ...over(CASES[3], 'mean'), expects: { between: [1.2, 1.6] } },
    ),
  },
  {
    id: 'section-6-scale',
    place: 'section 6',
    says: 'SPDY would mean fewer connections, fewer and larger packets, so that network equipment scales better.',
    condition: 'expected, not measured',
    printed: [],
    decision: {
      plan: 'cablelabs',
      cells: {},
      metric: 'connections',
      clauses: [
        { value: REDUCTION, summary: { is: 'mean' }, expects: { atLeast: 50 } },
        { metric: 'packets', value: REDUCTION, summary: { is: 'mean' }, expects: { atLeast: 5 } },
      ],
    },
  },
  {
    id: 'section-6-window',
    place: 'section 6',
    says: 'A larger window gains little and costs nothing; servers may as well have 10.',
    condition: null,
    printed: [[10, 'segments', 'advised']],
    decision: gains({
      value: CASES[2],
      summary: { is: 'share', which: 'slower' },
      expects: { atMost: 0.1 },
    }),
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
    decision: gains(alikeAppendix(1), alikeAppendix(3)),
  },
]
