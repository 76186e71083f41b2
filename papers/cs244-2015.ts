import { GAIN, gainContrast, REDUCTION, WITH_DEPENDENCIES } from './clauses.ts'
import { type Entry, type Paper, undecided } from './paper.ts'
import type { Rule } from './rule.ts'

/** `epload` has the same factors and 917 cells; this sweep has a fifth of the hours, over one link. */
function swept(...clauses: Rule['clauses']): Rule {
  return { plan: 'objects-size-loss', cells: {}, metric: 'plt_ms', clauses }
}

const ENTRIES: readonly Entry[] = [
  {
    id: 'figure-3',
    place: 'Figure 3',
    says: 'What of Wang et al.’s figure 3 was repeated: page load time by number and size of objects, and by loss.',
    condition: 'Mininet on one machine, HTTP in clear text as baseline',
    printed: [[167, 'pages', 'loaded; the original had 200']],
    decision: undecided('It is taken apart in the following.'),
  },
  {
    id: 'object-number',
    place: 'Subset Results, plot of object number',
    says: 'The number of objects matters as in the original.',
    condition: null,
    printed: [],
    decision: swept({ ...gainContrast('objects', [64, 2]), expects: { atLeast: 1.2 } }),
  },
  {
    id: 'object-size',
    place: 'Subset Results, plot of object size',
    says: 'SPDY is faster at all sizes as in the original, by a larger margin.',
    condition: null,
    printed: [],
    decision: swept({
      value: GAIN,
      summary: { is: 'geometric mean' },
      each: { factor: 'objectBytes', levels: [1_000, 10_000, 100_000], enough: 3 },
      expects: { atLeast: 1 },
    }),
  },
  {
    id: 'loss',
    place: 'Subset Results, plot of loss',
    says: 'The opposite of the original: SPDY is faster than HTTP under loss, and the more so the more is lost; as Google’s white paper has it.',
    condition: 'loss swept, a single connection of SPDY',
    printed: [
      [2, '%', 'lost, where a reader’s repetition differs most'],
      [8.8, 's', 'HTTP at that loss, of the reader'],
    ],
    decision: swept({ ...gainContrast('lossFraction', [0, 0.02]), expects: { atMost: 0.95 } }),
  },
  {
    id: 'figure-7',
    place: 'Figure 7',
    says: 'SPDY all but does away with retransmissions, as in the original; fewer of them in all, over a link without loss.',
    condition: 'no loss but that of queues',
    printed: [],
    decision: {
      plan: 'objects-size-loss',
      cells: { lossFraction: [0] },
      metric: 'retransmissions',
      clauses: [{ value: REDUCTION, summary: { is: 'mean' }, expects: { atLeast: 50 } }],
      but: 'Cells in which HTTP/1.1 has none are left out',
    },
  },
  {
    id: 'dependencies',
    place: 'after Subset Results, on dependencies',
    says: 'How objects depend on each other changes results by up to an order of magnitude, and the original does not say how its own did.',
    condition: 'made dependency graphs',
    printed: [[10, 'x', 'change of results by dependencies']],
    decision: {
      plan: 'epload-pages',
      cells: {},
      metric: 'plt_ms',
      clauses: [
        {
          value: GAIN,
          contrast: WITH_DEPENDENCIES,
          summary: { is: 'smallest' },
          expects: { atMost: 0.5 },
        },
      ],
    },
  },
  {
    id: 'variations',
    place: 'after Subset Results, on what was tried',
    says: 'Versions of mod_spdy, windows, Reno for CUBIC, larger machines, sharding, computation: none brought the results on loss closer to the original’s.',
    condition: null,
    printed: [
      [1, 'packets', 'smallest window tried'],
      [10, 'packets', 'largest window tried'],
    ],
    decision: undecided('It is about a disagreement of others.'),
  },
  {
    id: 'epload-broken',
    place: 'after Subset Results, on Epload',
    says: 'Epload did not run as published, and pages’ graphs had to be made by a simple generator of their own.',
    condition: null,
    printed: [],
    decision: undecided('It is how they worked.'),
  },
]

/** Students' repetition of Wang et al. */
export const CS244_2015: Paper = {
  id: 'cs244',
  name: 'CS244 2015',
  title: 'CS244 ’15: How Speedy is SPDY?',
  authors: ['Walkup', 'Zhao'],
  published: 'weblog of the course CS244',
  year: 2015,
  read: true,
  figures: [3, 7],
  tables: [],
  sections: [],
  entries: ENTRIES,
}
