import { type Child, h } from '../dom/h.ts'
import { armClass } from './arm.ts'
import { fitMiddle, fitText, textWidth } from './text-width.ts'
import { laneBars, requestBars } from './waterfall-bars.ts'
import { cells } from './waterfall-columns.ts'
import { isFailed, loadName, type NumberedRequest } from './waterfall-load.ts'
import { momentLabels } from './waterfall-moments.ts'
import { laneFacts, laneHosts, laneName, type WaterfallRow } from './waterfall-rows.ts'
import type { RowPlace } from './waterfall-space.ts'

export function drawRow(row: WaterfallRow, place: RowPlace): Child {
  switch (row.kind) {
    case 'title':
      return title(row, place)
    case 'group':
      return h('text', { class: 'group-title', x: place.left, y: place.top + 14 }, groupText(row.text, place))
    case 'request':
      return [
        ground([row.request], place),
        cells(row.request, place.columns, place.top + 12),
        requestBars(row.request, place.x, place.top, place.height),
      ]
    case 'pair':
      return pair(row, place)
    case 'lane':
      return lane(row, place)
  }
}

function title(
  { load, place: side }: Extract<WaterfallRow, { kind: 'title' }>,
  { left, top, moments }: RowPlace,
): Child {
  return [
    h(
      'g',
      { class: armClass(load.arm) },
      h('rect', { class: 'arm-mark', x: left, y: top + 4, width: 4, height: 14 }),
    ),
    h(
      'text',
      { class: 'panel-title', x: left + 10, y: top + 16 },
      loadName(load),
      side === null ? null : h('tspan', { class: 'quiet', dx: 6 }, side),
    ),
    momentLabels(moments.get(load) ?? [], top),
  ]
}

function groupText(text: string, { width }: RowPlace): string {
  return fitText(text, width - 8, 12)
}

/** Stripes lead the eye from a name to its bar; failed requests have a colour of their own. */
function ground(
  requests: readonly (NumberedRequest | null)[],
  { left, top, width, height, isOdd }: Pick<RowPlace, 'left' | 'top' | 'width' | 'height' | 'isOdd'>,
): Child {
  const failed = requests.some((request) => request !== null && isFailed(request))
  if (!failed && !isOdd) return null
  return h('rect', { class: failed ? 'row-ground failed' : 'row-ground', x: left, y: top, width, height })
}

/** Lines of a pair: the first load's above the second's. */
const LINE = 15

function pair({ pair: { first, second } }: Extract<WaterfallRow, { kind: 'pair' }>, place: RowPlace): Child {
  const { top, columns, x, bars, loads } = place
  const sides = [first, second]
  const shared = columns.filter(({ name }) => SHARED.has(name))
  const apart = columns.filter(({ name }) => !SHARED.has(name))
  const known = first ?? second
  return [
    ground([null], place),
    sides.map((request, i) =>
      ground([request], { ...place, top: top + 1 + i * LINE, height: LINE, isOdd: false }),
    ),
    known === null ? null : cells(known, shared, top + 12),
    loads.map((load, i) => {
      const lineTop = top + 1 + i * LINE
      const request = sides[i] ?? null
      return [
        h(
          'g',
          { class: armClass(load.arm) },
          h('rect', { class: 'arm-mark', x: bars.left - 5, y: lineTop + 2, width: 3, height: LINE - 4 }),
        ),
        request === null
          ? h(
              'text',
              { class: 'missing', x: bars.left + 4, y: lineTop + 11 },
              fitText(`${loadName(load)}: not requested`, bars.right - bars.left - 8, 11),
            )
          : [cells(request, apart, lineTop + 11), requestBars(request, x, lineTop, LINE)],
      ]
    }),
  ]
}

/** Both requests of a pair have these in common: they are of one address. */
const SHARED: ReadonlySet<string> = new Set(['name', 'host', 'type'])

function lane({ lane: drawn }: Extract<WaterfallRow, { kind: 'lane' }>, place: RowPlace): Child {
  const { left, top, columns, x } = place
  const width = columns[0]?.width ?? 0
  const facts = [laneFacts(drawn), laneFacts(drawn).replace(/requests?$/, 'req.')]
  const [host, number] = drawn.id === null ? [laneName(drawn), ''] : [laneHosts(drawn), `${drawn.number}  `]
  return [
    ground([], place),
    h(
      'text',
      { class: 'request', x: left, y: top + 14 },
      number + fitMiddle(host, width - textWidth(number, 11), 11),
    ),
    h(
      'text',
      { class: 'request quiet', x: left, y: top + 28 },
      facts.find((words) => textWidth(words, 11) <= width) ?? fitText(facts.at(-1) ?? '', width, 11),
    ),
    laneBars(drawn, x, top + 5),
  ]
}
