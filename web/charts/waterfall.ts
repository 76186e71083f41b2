import { type Child, h } from '../dom/h.ts'
import type { Chart, ChartOptions, LongChart, Stop } from './chart.ts'
import { drawnChart, emptyChart } from './drawn-chart.ts'
import { waterfallKey } from './waterfall-key.ts'
import { lastMs, type WaterfallLoad } from './waterfall-load.ts'
import { summarizeLoads, waterfallNote } from './waterfall-note.ts'
import { HEAD, layOutPanel, type Panel } from './waterfall-panel.ts'
import { type RowChoices, rowsOfLoad, rowsOfPair, type WaterfallRow } from './waterfall-rows.ts'
import { waterfallTable } from './waterfall-table.ts'

export interface WaterfallData {
  /** One or two; both are drawn on the same time axis. */
  readonly loads: readonly WaterfallLoad[]
}

interface WaterfallOptions extends ChartOptions, Partial<RowChoices> {
  /** Requests or connections that a picture has of each load; the table and the long chart have all. Default 60. */
  readonly maxRows?: number
}

/** Two loads stand side by side from this width on. */
const SIDE_BY_SIDE = 820

const BETWEEN = 28

/** The requests of one load of each of two arms, on one time axis: by address, side by side, or stacked where it is narrow. */
export function waterfallChart(data: WaterfallData, options: WaterfallOptions): Chart {
  const { width } = options
  const maxRows = options.maxRows ?? 60
  const loads = data.loads.filter((load) => load.requests.length > 0)
  const choices: RowChoices = {
    view: options.view ?? 'requests',
    order: options.order ?? 'start',
    aligned: options.aligned ?? false,
  }
  const key = waterfallKey(loads, choices.view, width)
  const rows = rowsOfPanels(loads, choices)
  const cut = rows.map((each) => firstRows(each, maxRows))
  const isCut = cut.some((each, i) => each.length < (rows[i]?.length ?? 0))
  const picture = layOut(loads, cut, width)
  const headTop = key.height + 6
  const words = {
    summary: summarizeLoads(loads),
    note: waterfallNote(loads, choices, isCut ? maxRows : null),
    table: waterfallTable(loads),
  }
  if (loads.length === 0) return emptyChart(words, options)
  const bodyTop = headTop + HEAD
  const drawn = drawnChart(words, options, {
    height: bodyTop + picture.height + 4,
    marks: [
      key.marks,
      h('g', { transform: `translate(0 ${headTop})` }, heads(picture.panels)),
      h('g', { transform: `translate(0 ${bodyTop})` }, draw(picture.panels, 0, picture.height)),
    ],
    readOut: {
      nearest: 'xy',
      line: null,
      stops: stopsOf(picture.panels).map((stop) => lowered(stop, bodyTop)),
    },
  })
  return {
    ...drawn,
    long: longChart(layOut(loads, rows, width), {
      width,
      key: drawing(width, key.height, 'key', key.marks),
      note: waterfallNote(loads, choices, null),
      label: `${options.title}. ${words.summary}`,
    }),
  }
}

/** The rows of each panel: one where two loads are aligned. */
function rowsOfPanels(
  loads: readonly WaterfallLoad[],
  choices: RowChoices,
): readonly (readonly WaterfallRow[])[] {
  const [first, second] = loads
  if (choices.aligned && choices.view === 'requests' && first !== undefined && second !== undefined)
    return [rowsOfPair([first, second], choices)]
  return loads.map((load) => rowsOfLoad(load, choices))
}

/** The first so many requests or connections, with what stands above them. */
function firstRows(rows: readonly WaterfallRow[], most: number): readonly WaterfallRow[] {
  let left = most
  const end = rows.findIndex(({ kind }) => kind !== 'title' && kind !== 'group' && left-- <= 0)
  return end === -1 ? rows : rows.slice(0, end)
}

interface LaidOut {
  readonly panels: readonly Panel[]
  readonly height: number
}

function layOut(
  loads: readonly WaterfallLoad[],
  rows: readonly (readonly WaterfallRow[])[],
  width: number,
): LaidOut {
  const endMs = lastMs(loads)
  const beside = rows.length > 1 && width >= SIDE_BY_SIDE
  const panelWidth = beside ? (width - BETWEEN) / rows.length : width
  let height = 0
  const panels = rows.map((each, i) => {
    const panel = layOutPanel(rows.length === 1 ? loads : loads.slice(i, i + 1), each, {
      left: beside ? i * (panelWidth + BETWEEN) : 0,
      top: beside || i === 0 ? 0 : height + 18,
      width: panelWidth,
      endMs,
    })
    height = Math.max(height, panel.bottom)
    return panel
  })
  return { panels, height }
}

/** Stacked panels have the same columns and the same axis: one head is enough. */
function heads(panels: readonly Panel[]): Child {
  const lefts = new Set<number>()
  return panels.map(({ left, head }) => {
    if (lefts.has(left)) return null
    lefts.add(left)
    return head
  })
}

function draw(panels: readonly Panel[], top: number, bottom: number): Child {
  return panels.map((panel) => panel.draw(top, bottom))
}

function stopsOf(panels: readonly Panel[]): readonly Stop[] {
  return panels.flatMap(({ stops }) => stops)
}

function lowered(stop: Stop, by: number): Stop {
  const { box } = stop
  return { ...stop, y: stop.y + by, ...(box === undefined ? {} : { box: { ...box, y: box.y + by } }) }
}

interface LongTerms {
  readonly width: number
  readonly key: LongChart['key']
  readonly note: string
  readonly label: string
}

function longChart({ panels, height }: LaidOut, { width, key, note, label }: LongTerms): LongChart {
  return {
    key,
    head: drawing(width, HEAD, 'head', heads(panels)),
    body: drawing(width, height + 4, 'body', null, label),
    rows: (top, bottom) => h('g.rows', draw(panels, top, bottom)),
    readOut: { nearest: 'xy', line: null, stops: stopsOf(panels) },
    note,
  }
}

function drawing(width: number, height: number, part: string, marks: Child, label?: string) {
  return h(
    'svg',
    {
      class: `chart chart-${part}`,
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      ...(label === undefined ? { 'aria-hidden': 'true' } : { role: 'img', 'aria-label': label }),
    },
    marks,
  )
}
