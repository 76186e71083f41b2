import type { Unit } from '../../model/metrics.ts'
import { finite, type Json } from './read-value.ts'

interface PageFieldTerm {
  readonly label: string
  /** `score`: without a unit. */
  readonly unit: Unit | 'score'
}

/** What WebPageTest measures of a page and writes beside HAR's own fields; milliseconds since the page's start. */
export const PAGE_FIELDS = {
  _TTFB: { label: 'Time to first byte', unit: 'ms' },
  _render: { label: 'Start render', unit: 'ms' },
  _firstContentfulPaint: { label: 'First contentful paint', unit: 'ms' },
  '_chromeUserTiming.LargestContentfulPaint': { label: 'Largest contentful paint', unit: 'ms' },
  _SpeedIndex: { label: 'Speed Index', unit: 'ms' },
  _visualComplete: { label: 'Visually complete', unit: 'ms' },
  _TotalBlockingTime: { label: 'Total blocking time', unit: 'ms' },
  _fullyLoaded: { label: 'Fully loaded', unit: 'ms' },
  '_chromeUserTiming.CumulativeLayoutShift': { label: 'Cumulative layout shift', unit: 'score' },
  _bytesIn: { label: 'Bytes received', unit: 'bytes' },
} as const satisfies Readonly<Record<string, PageFieldTerm>>

export type PageField = keyof typeof PAGE_FIELDS

export const PAGE_FIELD_NAMES = Object.keys(PAGE_FIELDS) as PageField[]

export type PageFields = { readonly [name in PageField]?: number }

/** Nothing takes no time: WebPageTest writes 0 where it measured none. Scores, blocking and bytes may be 0. */
const MAY_BE_ZERO = new Set<PageField>([
  '_TotalBlockingTime',
  '_chromeUserTiming.CumulativeLayoutShift',
  '_bytesIn',
])

/** The fields that a page of a file has, each a number that can have been measured. */
export function readPageFields(page: Json): PageFields {
  return Object.fromEntries(
    PAGE_FIELD_NAMES.flatMap((name) => {
      const value = finite(page[name])
      return value !== null && (value > 0 || (value === 0 && MAY_BE_ZERO.has(name))) ? [[name, value]] : []
    }),
  )
}
