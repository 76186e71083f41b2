import { tickLabel } from '../../figures/quantity.ts'
import { h, type VNode } from '../../web/dom/h.ts'
import { interaction } from './interaction.ts'
import { largestPaintMs } from './largest-paint.ts'
import { layoutShift } from './layout-shift.ts'
import type { PageVitals } from './page-vitals.ts'

/** The page's vitals so far. @param ttfbMs of the document; null: unknown */
export function vitalList(vitals: PageVitals | null, ttfbMs: number | null): VNode {
  return h('div', vitalTerms(vitals, ttfbMs), h('p.note', THRESHOLDS))
}

/** web-vitals 5.1.0: TTFBThresholds, LCPThresholds, CLSThresholds, INPThresholds; each the end of "good". */
const GOOD = { TTFB: '800 ms', LCP: '2.5 s', CLS: '0.1', INP: '200 ms' } as const

const THRESHOLDS =
  'What is good is Google’s limit for three of four visits to a page (web.dev/articles/vitals); this is one visit, so far.'

function vitalTerms(vitals: PageVitals | null, ttfbMs: number | null): VNode {
  return h(
    'dl.vitals',
    vital('TTFB', 'Time to first byte, redirects and connection set-up included', time(ttfbMs)),
    vital('LCP', 'Largest contentful paint so far', time(vitals && largestPaintMs(vitals))),
    vital('CLS', 'Cumulative layout shift so far: its largest session window', shiftText(vitals)),
    vital('INP', 'Interaction to next paint so far', interactionText(vitals)),
  )
}

const UNKNOWN = 'unknown'

function time(ms: number | null): string {
  return ms === null ? UNKNOWN : tickLabel(Math.round(ms), 'ms')
}

function shiftText(vitals: PageVitals | null): string {
  const shift = vitals && layoutShift(vitals)
  return shift === null ? UNKNOWN : shift.toFixed(shift === 0 ? 0 : 3)
}

function interactionText(vitals: PageVitals | null): string {
  const measured = vitals === null ? null : interaction(vitals)
  switch (measured?.kind) {
    case 'measured':
      return tickLabel(measured.ms, 'ms')
    case 'shorter':
      return `< ${measured.thanMs} ms`
    case 'none_yet':
      return 'no input yet'
    default:
      return UNKNOWN
  }
}

function vital(name: keyof typeof GOOD, title: string, value: string): VNode {
  return h(
    'div',
    { title },
    h('dt', name),
    h('dd', { class: value === UNKNOWN && 'quiet' }, value),
    h('dd.good-up-to', `good: ≤ ${GOOD[name]}`),
  )
}
