import { finite, type Json, objectOf, textOf } from '../../har/read-value.ts'
import type { Unit } from '../../model/metrics.ts'

interface PageFieldTerm {
  readonly label: string
  /** `score`: without a unit. */
  readonly unit: Unit | 'score'
  /** Nothing takes no time: tools write 0 where they measured none. Scores, blocking and bytes may be 0. */
  readonly mayBeZero?: boolean
  /** Places where tools write it in a page; the first that has a value counts. Dots are part of WebPageTest's names. */
  readonly paths: readonly (readonly string[])[]
}

/** WebPageTest writes flat fields. Browsertime nests them, and repeats some in HAR's own `pageTimings`. */
const wpt = (name: string): readonly string[] => [name]
const vital = (name: string): readonly string[] => ['_googleWebVitals', name]
const visual = (name: string): readonly string[] => ['_visualMetrics', name]
const timing = (name: string): readonly string[] => ['pageTimings', name]

/** WebPageTest's and Browsertime's (sitespeed.io) values of a page beside HAR's own; times since the page's start. */
export const PAGE_FIELDS = {
  ttfb: { label: 'Time to first byte', unit: 'ms', paths: [wpt('_TTFB'), vital('ttfb')] },
  firstPaint: { label: 'First paint', unit: 'ms', paths: [timing('_firstPaint')] },
  startRender: {
    label: 'Start render',
    unit: 'ms',
    paths: [wpt('_render'), visual('FirstVisualChange'), timing('_firstVisualChange')],
  },
  firstContentfulPaint: {
    label: 'First contentful paint',
    unit: 'ms',
    paths: [
      ...[wpt('_firstContentfulPaint'), vital('firstContentfulPaint')],
      timing('_firstContentfulPaint'),
    ],
  },
  largestContentfulPaint: {
    label: 'Largest contentful paint',
    unit: 'ms',
    paths: [
      ...[wpt('_chromeUserTiming.LargestContentfulPaint'), vital('largestContentfulPaint')],
      timing('_largestContentfulPaint'),
    ],
  },
  speedIndex: { label: 'Speed Index', unit: 'ms', paths: [wpt('_SpeedIndex'), visual('SpeedIndex')] },
  visualComplete85: {
    label: 'Visually complete, 85 %',
    unit: 'ms',
    paths: [wpt('_visualComplete85'), visual('VisualComplete85'), timing('_visualComplete85')],
  },
  visualComplete: { label: 'Visually complete', unit: 'ms', paths: [wpt('_visualComplete')] },
  lastVisualChange: {
    label: 'Last visual change',
    unit: 'ms',
    paths: [wpt('_lastVisualChange'), visual('LastVisualChange'), timing('_lastVisualChange')],
  },
  totalBlockingTime: {
    label: 'Total blocking time',
    unit: 'ms',
    mayBeZero: true,
    paths: [
      ...[wpt('_TotalBlockingTime'), vital('totalBlockingTime')],
      ['_cpu', 'longTasks', 'totalBlockingTime'],
    ],
  },
  fullyLoaded: { label: 'Fully loaded', unit: 'ms', paths: [wpt('_fullyLoaded')] },
  layoutShift: {
    label: 'Cumulative layout shift',
    unit: 'score',
    mayBeZero: true,
    paths: [wpt('_chromeUserTiming.CumulativeLayoutShift'), vital('cumulativeLayoutShift')],
  },
  bytesIn: { label: 'Bytes received', unit: 'bytes', mayBeZero: true, paths: [wpt('_bytesIn')] },
} as const satisfies Readonly<Record<string, PageFieldTerm>>

export type PageField = keyof typeof PAGE_FIELDS

export const PAGE_FIELD_NAMES = Object.keys(PAGE_FIELDS) as PageField[]

export type PageFields = { readonly [name in PageField]?: number }

/** The fields that a page of a file has, each a number that can have been measured. */
export function readPageFields(page: Json): PageFields {
  return Object.fromEntries(
    PAGE_FIELD_NAMES.flatMap((name) => {
      const { paths, mayBeZero = false }: PageFieldTerm = PAGE_FIELDS[name]
      const value = paths
        .map((path) => finite(valueUnder(page, path)))
        .find((found) => found !== null && (found > 0 || (found === 0 && mayBeZero)))
      return value === undefined || value === null ? [] : [[name, value]]
    }),
  )
}

const LONGEST_CONNECTIVITY = 60

/** The link that Browsertime emulated, by its name there; null where it says nothing, or that it emulated none. */
export function readConnectivity(page: Json): string | null {
  const name = textOf(valueUnder(page, ['_meta', 'connectivity'])).slice(0, LONGEST_CONNECTIVITY)
  return name === '' || name === 'native' ? null : name
}

function valueUnder(page: Json, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => objectOf(value)[name], page)
}
