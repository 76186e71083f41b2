import { GAIN, meanReduction, reductionContrast } from './clauses.ts'
import { eachPage, sweep } from './elkhatib-sweep.ts'
import { type Entry, undecided } from './paper.ts'

/** Printed for the pages whose streams were limited. */
const RESOURCES = { twitter: 7, youtube: 50, imgur: 133, nytimes: 148 } as const

/** Entries of section VI of Elkhatib et al. on hosts and streams, and what follows. */
export const INFRASTRUCTURE_ENTRIES: readonly Entry[] = [
  {
    id: 'figure-7',
    place: 'Figure 7',
    says: 'Distribution of the number of domains that a site’s resources come from: all sites with a page of their own use several.',
    condition: 'most visited 10,000 sites',
    printed: [[70, 'sites', 'of the 100 most visited with 7 domains or fewer']],
    decision: undecided(
      'A campaign draws the same distribution over its sites (`towline sites distribution`); none over so many is part of the results.',
    ),
  },
  {
    id: 'figure-8',
    place: 'Figure 8',
    says: 'The more shards, the less SPDY gains with YouTube and imgur; Twitter’s gain stays.',
    condition: '1 Mbit/s, 150 ms, no loss, 1 to 7 shards, 100 loads each',
    printed: [
      [1, 'hosts', 'fewest'],
      [7, 'hosts', 'most'],
    ],
    decision: sweep(
      'elkhatib-shards',
      {
        ...reductionContrast('shards', 1, 7),
        each: eachPage(2, 'youtube', 'imgur'),
        expects: { atLeast: 3 },
      },
      { ...reductionContrast('shards', 1, 7), where: { page: ['twitter'] }, expects: { between: [-3, 3] } },
    ),
  },
  {
    id: 'figure-9',
    place: 'Figure 9',
    says: 'More streams raise SPDY’s gain up to a plateau, for YouTube sooner than for imgur; Twitter’s gain hardly changes.',
    condition: '1 Mbit/s, no loss, 1 to 100 streams over several round-trip times, one server',
    printed: [
      [10, 'streams', 'plateau of YouTube'],
      [30, 'streams', 'plateau of imgur'],
    ],
    decision: sweep(
      'elkhatib-streams',
      {
        ...reductionContrast('streams', 100, 1),
        each: eachPage(2, 'youtube', 'imgur'),
        expects: { atLeast: 3 },
      },
      {
        ...reductionContrast('streams', 100, 10),
        where: { page: ['youtube'] },
        expects: { between: [-2, 2] },
      },
      { ...reductionContrast('streams', 100, 30), where: { page: ['imgur'] }, expects: { between: [-2, 2] } },
      {
        ...reductionContrast('streams', 100, 10),
        where: { page: ['twitter'] },
        expects: { between: [-3, 3] },
      },
    ),
  },
  {
    id: 'section-vi-b-few-streams',
    place: 'section VI-B',
    says: 'With fewer streams than HTTPS has connections SPDY is slower than it.',
    condition: 'YouTube and imgur, fewer than 6 streams',
    printed: [[6, 'streams', 'from which on SPDY can be faster']],
    decision: sweep('elkhatib-streams', {
      ...meanReduction({ page: ['youtube', 'imgur'] }),
      each: { factor: 'streams', levels: [1, 2, 5], enough: 3 },
      expects: { atMost: -3 },
    }),
  },
  {
    id: 'section-vi-b-model',
    place: 'section VI-B',
    says: 'The fewest streams m with which SPDY outperforms HTTPS grow with the number of resources r of a page, as m ≈ r/4: a fit over the tested pages and three more. R² and p agree on six pages (4 degrees of freedom), though the number is not printed.',
    condition: '1 Mbit/s, no loss; r is resources, not a round-trip time',
    printed: [
      [0.25, 'x', 'm over r'],
      [0.985_37, 'R²', 'of the fit'],
      [8.0684e-5, 'p', 'of the fit'],
      [148, 'requests', 'New York Times, one of the pages'],
    ],
    decision: {
      plan: 'elkhatib-streams',
      cells: { page: ['twitter', 'youtube', 'imgur', 'nytimes'] },
      metric: 'plt_ms',
      clauses: [
        {
          value: GAIN,
          summary: { is: 'slope', factor: 'streams', sizes: RESOURCES },
          expects: { between: [0.15, 0.4] },
        },
      ],
      but: 'Four pages of its six or seven: its R² is not decided',
    },
  },
  {
    id: 'section-vii-pages',
    place: 'section VII',
    says: 'SPDY suits pages of more and larger resources, and not those of very many small ones.',
    condition: null,
    printed: [],
    decision: undecided(
      'Its effect size is not said; `objects-size-loss` varies both, and refers to another paper.',
    ),
  },
]
