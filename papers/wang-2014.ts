import { GAIN, gainContrast, WITHOUT_DEPENDENCIES } from './clauses.ts'
import { type Entry, type Paper, undecided } from './paper.ts'
import type { Rule } from './rule.ts'

function gains(plan: string, ...clauses: Rule['clauses']): Rule {
  return { plan, cells: {}, metric: 'plt_ms', clauses }
}

const HEARSAY = 'as others report it'

const ENTRIES: readonly Entry[] = [
  {
    id: 'abstract',
    place: 'as the repetition sums it up',
    says: 'SPDY improves page loads a lot where dependencies and computation are left out, most of it by its single connection, which harms it under high loss.',
    condition: HEARSAY,
    printed: [],
    decision: gains(
      'objects-size-loss',
      { value: GAIN, summary: { is: 'geometric mean' }, expects: { atLeast: 1.1 } },
      {
        value: GAIN,
        where: { lossFraction: [0.02] },
        summary: { is: 'geometric mean' },
        expects: { atMost: 1 },
      },
    ),
  },
  {
    id: 'factors',
    place: 'on single factors',
    says: 'Small objects, many objects and little loss favour SPDY; round trip, rate and initial window matter less.',
    condition: HEARSAY,
    printed: [],
    decision: {
      ...gains(
        'epload',
        { ...gainContrast('objectBytes', [100, 10_000]), expects: { atLeast: 1.2 } },
        { ...gainContrast('objects', [512, 2]), expects: { atLeast: 1.2 } },
      ),
      but: 'That round trip, rate and window matter less is not decided',
    },
  },
  {
    id: 'objects-size-loss',
    place: 'on objects and loss',
    says: 'Number and size of objects and loss say whether SPDY gains.',
    condition: HEARSAY,
    printed: [],
    decision: gains(
      'objects-size-loss',
      { ...gainContrast('objects', [64, 2]), expects: { atLeast: 1.2 } },
      { ...gainContrast('objectBytes', [1_000, 100_000]), expects: { atLeast: 1.2 } },
      { ...gainContrast('lossFraction', [0, 0.02]), expects: { atLeast: 1.2 } },
    ),
  },
  {
    id: 'retransmissions',
    place: 'on retransmissions',
    says: 'SPDY has far fewer retransmissions.',
    condition: HEARSAY,
    printed: [],
    decision: undecided('Decided as `cs244:figure-7`.'),
  },
  {
    id: 'dependencies',
    place: 'on real pages',
    says: 'What SPDY gains is easily overwhelmed by dependencies and computation.',
    condition: HEARSAY,
    printed: [],
    decision: gains('epload-pages', {
      value: GAIN,
      contrast: WITHOUT_DEPENDENCIES,
      summary: { is: 'geometric mean' },
      expects: { atLeast: 1.2 },
    }),
  },
]

/** Wang et al., whose paper was not at hand: what is said of it comes of its repetition, and of what is known of it. */
export const WANG_2014: Paper = {
  id: 'wang',
  name: 'Wang 2014',
  title: 'How Speedy is SPDY?',
  authors: ['Wang', 'Balasubramanian', 'Krishnamurthy', 'Wetherall'],
  published: 'NSDI',
  year: 2014,
  read: false,
  figures: [],
  tables: [],
  sections: [],
  entries: ENTRIES,
}
