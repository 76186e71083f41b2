/** Names the figures of a load of a server (docs/load.md). */
export const LOAD_FIGURE_NAMES = [
  'highestPagesPerS',
  'slaUsers',
  'firstErrorUsers',
  'cpuMsPerPage',
  'memoryBytesPerUser',
  'socketsPerUser',
] as const

export type LoadFigureName = (typeof LOAD_FIGURE_NAMES)[number]

export interface LoadFigureTerm {
  readonly name: LoadFigureName
  readonly label: string
  readonly unit: string
  /** Whether the label says the unit already. */
  readonly isUnitKnown?: true
  /** A value of the figure is divided by this to be in its unit. */
  readonly divisor: number
  /** `capacity`: how much a server holds; `cost`: what a page or a user takes of it. */
  readonly kind: 'capacity' | 'cost'
}

export const LOAD_FIGURE_TERMS: readonly LoadFigureTerm[] = [
  { name: 'highestPagesPerS', label: 'highest rate', unit: 'pages/s', divisor: 1, kind: 'capacity' },
  {
    ...{ name: 'slaUsers', label: 'SLA users', unit: 'users', divisor: 1, kind: 'capacity' },
    isUnitKnown: true,
  },
  {
    ...{ name: 'firstErrorUsers', label: 'users at first error', unit: 'users', divisor: 1 },
    ...{ kind: 'capacity', isUnitKnown: true },
  },
  { name: 'cpuMsPerPage', label: 'CPU per page', unit: 'ms', divisor: 1, kind: 'cost' },
  { name: 'memoryBytesPerUser', label: 'memory per user', unit: 'kB', divisor: 1_000, kind: 'cost' },
  {
    ...{ name: 'socketsPerUser', label: 'sockets per user', unit: 'sockets', divisor: 1, kind: 'cost' },
    isUnitKnown: true,
  },
]

/** Says why a figure of capacity is a lower bound: in a word or two, and in a sentence. */
export const LOAD_BOUNDS = {
  ramp: {
    short: 'ramp ended',
    words: 'the load ended, with all users there, before the server was at its limit',
  },
  client: {
    short: 'client busy',
    words: 'the client’s core was more than half busy, so that it may have been what was slow',
  },
  shared_core: { short: 'shared core', words: 'client and server had one core between them' },
} as const

export type LoadBound = keyof typeof LOAD_BOUNDS

/** Says where the time ends that figures of cost are from, and why: in a word or two, and in a sentence. */
export const COST_ENDS = {
  limit: { short: 'limit passed', words: 'p95 of page times passed the limit, or no page was done' },
  client: LOAD_BOUNDS.client,
  ramp: { short: 'whole load', words: 'the load ended' },
  shared_core: LOAD_BOUNDS.shared_core,
} as const satisfies Readonly<Record<LoadBound | 'limit', object>>

export type CostEnd = keyof typeof COST_ENDS

export interface CostTime {
  /** 0, but for rounding: there is none. */
  readonly toMs: number
  /** Users at its end. */
  readonly users: number
  /** Says why it is no longer; `shared_core`: whether the client had headroom is not known of any of it. */
  readonly end: CostEnd
}

/** `505 (client busy)`, `none (client busy)`. */
export function costTimeText({ toMs, users, end }: CostTime): string {
  return `${toMs < 1 ? 'none' : users} (${COST_ENDS[end].short})`
}
