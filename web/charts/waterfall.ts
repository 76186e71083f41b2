import { PHASES } from '../../har/phases.ts'
import { armLabel } from './arm.ts'
import type { Chart, ChartOptions } from './chart.ts'
import { EMPTY_HEIGHT, emptyChart } from './empty-chart.ts'
import { frame } from './frame.ts'
import { keyRows } from './key-rows.ts'
import { disjointPhases, PHASE_STYLES } from './phase.ts'
import { count, milliseconds } from './quantity.ts'
import { lastMs, markTimes, type WaterfallLoad } from './waterfall-load.ts'
import { drawPanel, panelHeight } from './waterfall-panel.ts'

export interface WaterfallData {
  /** One or two; both are drawn on the same time axis. */
  readonly loads: readonly WaterfallLoad[]
}

export interface WaterfallOptions extends ChartOptions {
  /** Requests drawn of each load; the table has all. Default 60. */
  readonly maxRows?: number
}

/** From this width on two loads stand side by side. */
const SIDE_BY_SIDE = 820

/** The requests of one load of each of two arms, on one time axis: side by side where there is room, else stacked. */
export function waterfallChart(data: WaterfallData, options: WaterfallOptions): Chart {
  const { width } = options
  const maxRows = options.maxRows ?? 60
  const loads = data.loads.filter((load) => load.requests.length > 0)
  const beside = loads.length > 1 && width >= SIDE_BY_SIDE
  const key = keyRows(
    PHASES.map((phase) => ({ label: PHASE_STYLES[phase].label, className: `phase phase-${phase}` })),
    width,
  )
  const heights = loads.map((load) => panelHeight(load, maxRows))
  const body = beside ? Math.max(...heights) : heights.reduce((sum, height) => sum + height, 0)
  const summary =
    loads.length === 0
      ? 'No load with a HAR is stored for these arms.'
      : `${loads.map((load) => `${armLabel(load.arm)}: ${count(load.requests.length, 'request')}, ${load.marks.load === null ? 'no load event' : `load event at ${milliseconds(load.marks.load)}`}`).join('; ')}.`
  const base = {
    width,
    height: loads.length === 0 ? EMPTY_HEIGHT : key.height + 10 + body,
    summary,
    note:
      loads.length === 0
        ? 'No load.'
        : `${loads.map((load) => `${armLabel(load.arm)}: ${load.which}${load.requests.length > maxRows ? `, first ${maxRows} of ${load.requests.length} requests drawn` : ''}`).join('; ')}. One load each, n = 1: an example, not a comparison.`,
    table: tableOf(loads),
  }
  if (loads.length === 0) return emptyChart(base, options)

  const endMs = Math.max(
    1,
    ...loads.flatMap((load) => [lastMs(load), ...markTimes(load).map(([, ms]) => ms)]),
  )
  const panelWidth = beside ? (width - 28) / loads.length : width
  let top = key.height + 10
  const panels = loads.map((load, i) => {
    const panel = drawPanel(load, {
      left: beside ? i * (panelWidth + 28) : 0,
      top,
      width: panelWidth,
      endMs,
      maxRows,
    })
    if (!beside) top += heights[i] ?? 0
    return panel
  })
  return {
    ...base,
    svg: frame(
      { ...options, ...base },
      key.marks,
      panels.map((panel) => panel.marks),
    ),
    readOut: { nearest: 'xy', line: null, stops: panels.flatMap((panel) => panel.stops) },
  }
}

function tableOf(loads: readonly WaterfallLoad[]) {
  return {
    columns: [
      'arm',
      'no.',
      'URL',
      'status',
      'protocol',
      'bytes',
      'start (ms)',
      ...PHASES.map((phase) => `${PHASE_STYLES[phase].label} (ms)`),
    ],
    rows: loads.flatMap((load) =>
      load.requests.map((request, i) => [
        armLabel(load.arm),
        i + 1,
        request.url,
        request.status === 0 ? (request.error ?? 'no response') : request.status,
        request.protocol,
        request.sizeBytes,
        Number(request.startMs.toFixed(1)),
        ...disjointPhases(request.phases).map(({ ms }) => Number(ms.toFixed(2))),
      ]),
    ),
  }
}
