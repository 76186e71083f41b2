import { type Decided, type Entry, type Paper, undecided } from './paper.ts'

function epload(comparison: string, effect: string): Decided {
  return { plan: 'epload', cells: 'all', metric: 'plt_ms', comparison, effect }
}

const HEARSAY = 'as others report it'

const ENTRIES: readonly Entry[] = [
  {
    id: 'abstract',
    place: 'as the repetition sums it up',
    says: 'SPDY improves page loads a lot where dependencies and computation are left out, most of it by its single connection, which harms it under high loss.',
    condition: HEARSAY,
    printed: [],
    decision: epload('gain of a condition', 'at least 1.1, and gain at the highest loss below 1'),
  },
  {
    id: 'factors',
    place: 'on single factors',
    says: 'Small objects, many objects and little loss favour SPDY; round trip, rate and initial window matter less.',
    condition: HEARSAY,
    printed: [],
    decision: epload(
      'change of the gain between a factor’s lowest and highest level, all else equal',
      'at least 1.2 for size and number',
    ),
  },
  {
    id: 'objects-size-loss',
    place: 'on objects and loss',
    says: 'Number and size of objects and loss say whether SPDY gains.',
    condition: HEARSAY,
    printed: [],
    decision: {
      plan: 'objects-size-loss',
      cells: 'all',
      metric: 'plt_ms',
      comparison: 'gain of h2 over h1 by objects, size and loss',
      effect: 'main effects of at least 1.2 from the lowest to the highest level',
    },
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
    decision: {
      plan: 'epload-pages',
      cells: 'each page and its flat one',
      metric: 'plt_ms',
      comparison: 'gain without dependencies / with them',
      effect: 'at least 1.2',
    },
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
