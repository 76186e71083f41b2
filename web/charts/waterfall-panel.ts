import { scaleLinear } from 'd3-scale'
import { h, type VNode } from '../dom/h.ts'
import { armLabel } from './arm.ts'
import { bottomAxis } from './axis.ts'
import type { Stop } from './chart.ts'
import { disjointPhases, PHASE_STYLES } from './phase.ts'
import { bytes, milliseconds, tickLabel } from './quantity.ts'
import { fitText, textWidth } from './text-width.ts'
import { markTimes, type WaterfallLoad, type WaterfallRequest } from './waterfall-load.ts'

const ROW = 17
const HEAD = 62
const FOOT = 46

/** Height of a panel with up to `maxRows` requests, px. */
export function panelHeight(load: WaterfallLoad, maxRows: number): number {
  return HEAD + Math.min(maxRows, load.requests.length) * ROW + FOOT
}

/** Where a panel stands, and how long its time axis is. */
export interface PanelBox {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly endMs: number
  readonly maxRows: number
}

/** One load: a row a request, and its marks through all rows. */
export function drawPanel(load: WaterfallLoad, panel: PanelBox): { marks: VNode; stops: readonly Stop[] } {
  const requests = load.requests.slice(0, panel.maxRows)
  const longest = Math.max(60, ...requests.map((request) => textWidth(requestName(request), 11) + 12))
  const names = Math.min(longest, 170, Math.round(panel.width * 0.3))
  const box = {
    left: panel.left + names,
    right: panel.left + panel.width - 10,
    top: panel.top + HEAD,
    bottom: panel.top + HEAD + requests.length * ROW,
  }
  const x = scaleLinear([0, panel.endMs], [box.left, box.right])
  const rowTop = (i: number) => box.top + i * ROW
  const ticks = x.ticks(Math.max(2, Math.floor((box.right - box.left) / 80)))
  return {
    marks: h(
      'g',
      { class: 'panel' },
      h('text', { class: 'panel-title', x: panel.left, y: panel.top + 14 }, armLabel(load.arm)),
      bottomAxis(
        ticks.map((tick) => ({ position: x(tick), label: tickLabel(tick, 'ms') })),
        'time since the start →',
        box,
        true,
      ),
      requests.map((request, i) => [
        h(
          'text',
          { class: request.status === 0 ? 'request failed' : 'request', x: panel.left, y: rowTop(i) + 12 },
          fitText(requestName(request), names - 10, 11),
        ),
        bars(request, x, rowTop(i)),
      ]),
      moments(load, x, box, panel.top + 26),
    ),
    stops: requests.map((request, i) => ({
      x: (box.left + box.right) / 2,
      y: rowTop(i) + ROW / 2,
      box: { x: panel.left, y: rowTop(i), width: panel.width, height: ROW },
      text: `${armLabel(load.arm)} ${i + 1}/${load.requests.length} ${request.url}: ${requestWords(request)}`,
    })),
  }
}

function bars(request: WaterfallRequest, x: (ms: number) => number, top: number): readonly VNode[] {
  let startMs = request.startMs
  const marks: VNode[] = []
  for (const { phase, ms } of disjointPhases(request.phases)) {
    if (ms > 0) {
      const height = PHASE_STYLES[phase].height * (ROW - 5)
      marks.push(
        h('rect', {
          class: `phase phase-${phase}`,
          x: x(startMs),
          y: top + (ROW - height) / 2,
          width: Math.max(0.75, x(startMs + ms) - x(startMs)),
          height,
        }),
      )
    }
    startMs += ms
  }
  if (request.status === 0) {
    marks.push(h('text', { class: 'failed-mark', x: x(startMs) + 3, y: top + 12 }, '× no response'))
  }
  return marks
}

/** The load's marks as lines through all rows. Names of neighbours that would touch stand in different rows. */
function moments(
  load: WaterfallLoad,
  x: (ms: number) => number,
  box: { left: number; right: number; bottom: number },
  top: number,
): readonly VNode[] {
  const ends: number[] = []
  return markTimes(load)
    .toSorted(([, a], [, b]) => a - b)
    .map(([name, ms]) => {
      const label = `${name} ${milliseconds(ms)}`
      const labelWidth = textWidth(label, 11)
      const left = Math.max(box.left - 60, Math.min(x(ms) - 2, box.right - labelWidth))
      const free = ends.findIndex((end) => end + 6 < left)
      const row = free === -1 ? ends.length : free
      ends[row] = left + labelWidth
      const y = top + (row % 3) * 13
      return h(
        'g',
        { class: `moment moment-${name}` },
        h('line', {
          class: 'moment-line',
          'stroke-dasharray': MOMENT_DASHES[name],
          x1: x(ms),
          x2: x(ms),
          y1: y + 3,
          y2: box.bottom,
        }),
        h('text', { class: 'moment-label', x: left, y }, label),
      )
    })
}

const MOMENT_DASHES: Readonly<Record<string, string | null>> = {
  TTFB: '1 3',
  FCP: '4 3',
  LCP: '8 3',
  load: null,
}

/** Last part of the path, or the host of a page's root. */
function requestName({ url }: WaterfallRequest): string {
  const address = URL.parse(url)
  if (address === null) return url
  const last = address.pathname.split('/').findLast((part) => part !== '')
  return last === undefined ? address.hostname : last + address.search
}

function requestWords(request: WaterfallRequest): string {
  const parts = disjointPhases(request.phases)
    .filter(({ ms }) => ms > 0)
    .map(({ phase, ms }) => `${PHASE_STYLES[phase].label} ${milliseconds(ms)}`)
  return [
    `from ${milliseconds(request.startMs)} for ${milliseconds(request.durationMs)}`,
    request.status === 0
      ? `no response${request.error === null ? '' : ` (${request.error})`}`
      : `status ${request.status}`,
    ...(request.protocol === null ? [] : [request.protocol]),
    ...(request.sizeBytes === null ? [] : [bytes(request.sizeBytes)]),
    ...parts,
  ].join(' · ')
}
