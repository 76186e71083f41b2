import { bytes } from '../../figures/quantity.ts'
import { type Child, h } from '../dom/h.ts'
import { fitMiddle, fitText, textWidth } from './text-width.ts'
import { isFailed, type NumberedRequest } from './waterfall-load.ts'
import { requestHost, requestName, shortPriority } from './waterfall-words.ts'

const TEXT_PX = 11
const GAP = 8

/** Columns left of the bars, from the left. */
type ColumnName = 'number' | 'name' | 'host' | 'type' | 'protocol' | 'status' | 'size' | 'priority'

export interface Column {
  readonly name: ColumnName
  readonly heading: string
  readonly left: number
  /** Width without the gap after it. */
  readonly width: number
}

interface ColumnTerms {
  readonly name: ColumnName
  readonly heading: string
  readonly width: number
  /** Width of a panel from which on there is room for it. */
  readonly fromPx: number
}

const COLUMNS: readonly ColumnTerms[] = [
  { name: 'number', heading: '#', width: 20, fromPx: 0 },
  { name: 'name', heading: 'request', width: 96, fromPx: 0 },
  { name: 'host', heading: 'host', width: 120, fromPx: 900 },
  { name: 'type', heading: 'type', width: 76, fromPx: 780 },
  { name: 'protocol', heading: 'HTTP', width: 30, fromPx: 400 },
  { name: 'status', heading: 'status', width: 40, fromPx: 500 },
  { name: 'size', heading: 'size', width: 54, fromPx: 620 },
  { name: 'priority', heading: 'priority', width: 66, fromPx: 980 },
]

/** The columns that a panel has room for. @param most the largest number of a request */
export function columnsFor(left: number, width: number, most: number): readonly Column[] {
  let x = left
  return COLUMNS.filter(({ fromPx }) => width >= fromPx).map(({ name, heading, width: least }) => {
    const wanted =
      name === 'number'
        ? Math.max(least, textWidth(String(most), TEXT_PX) + 2)
        : name === 'name'
          ? Math.max(least, Math.round(width * 0.15))
          : least
    const column = { name, heading, left: x, width: wanted }
    x += wanted + GAP
    return column
  })
}

/** Returns where the bars begin. */
export function columnsEnd(columns: readonly Column[]): number {
  const last = columns.at(-1)
  return last === undefined ? 0 : last.left + last.width + GAP
}

export function columnHeadings(columns: readonly Column[], y: number): Child {
  return columns.map((column) =>
    h(
      'text',
      { class: 'column-heading', ...placeOf(column), y },
      fitText(column.heading, column.width + 4, TEXT_PX),
    ),
  )
}

/** A request in these columns. `y` is its text's base line. */
export function cells(request: NumberedRequest, columns: readonly Column[], y: number): Child {
  return columns.map((column) => {
    const { name, left, width } = column
    if (name === 'name') return nameCell(request, column, y)
    if (name === 'type' && request.type !== null)
      return [
        h('rect', { class: `type type-${request.type}`, x: left, y: y - 8, width: 8, height: 8 }),
        h('text', { class: 'request', x: left + 13, y }, request.type),
      ]
    const words = cellText(request, name)
    return h(
      'text',
      { class: classOf(request, name), ...placeOf(column), y },
      fitText(words, width + 2, TEXT_PX),
    )
  })
}

function nameCell(request: NumberedRequest, { left, width }: Column, y: number): Child {
  const mark = blockingMark(request, left, y)
  const indent = (mark === null ? 0 : 14) + (isFailed(request) ? 11 : 0)
  return [
    mark,
    isFailed(request) ? h('text', { class: 'request failed', x: left + indent - 11, y }, '×') : null,
    h(
      'text',
      { class: `${classOf(request, 'name')} request-name`, x: left + indent, y },
      fitMiddle(requestName(request), width - indent, TEXT_PX),
    ),
  ]
}

/** A crossed square: the browser waits for it before it draws; open: before it reads on in the body. */
function blockingMark({ renderBlocking }: NumberedRequest, x: number, y: number): Child {
  if (renderBlocking !== 'blocking' && renderBlocking !== 'in-body parser blocking') return null
  const className = renderBlocking === 'blocking' ? 'blocking-mark' : 'blocking-mark open'
  return h(
    'g',
    { class: className },
    h('rect', { x, y: y - 9, width: 10, height: 10, rx: 2 }),
    h('path', { d: `M${x + 3},${y - 6}l4,4m0,-4l-4,4` }),
  )
}

function cellText(request: NumberedRequest, name: ColumnName): string {
  switch (name) {
    case 'number':
      return String(request.number)
    case 'host':
      return requestHost(request)
    case 'protocol':
      // The column is as wide as `h3`, and called HTTP.
      return request.protocol?.replace(/^http\//, '') ?? '–'
    case 'status':
      return request.status === 0 ? 'none' : String(request.status)
    case 'size':
      return request.sizeBytes === null ? '–' : bytes(request.sizeBytes)
    case 'priority':
      return shortPriority(request)
    default:
      return '–'
  }
}

function classOf(request: NumberedRequest, name: ColumnName): string {
  const red = isFailed(request) && (name === 'name' || name === 'status')
  return red ? 'request failed' : name === 'name' ? 'request' : 'request quiet'
}

/** Numbers end where their column ends. */
function placeOf({ name, left, width }: Column) {
  const isNumber = name === 'number' || name === 'size'
  return isNumber ? { x: left + width, 'text-anchor': 'end' } : { x: left }
}
