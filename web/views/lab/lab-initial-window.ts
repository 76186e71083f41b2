import { labInitialWindow } from '../../../figures/initial-window.ts'
import type { LabInitialWindow, LabRunDetail } from '../../../server/contract/contract.ts'
import { labRunSource } from '../../citation/source.ts'
import { choiceOf } from '../../client/address.ts'
import { type Child, h } from '../../dom/h.ts'
import { block } from '../../figure/block.ts'
import { figureTable } from '../../figure/figure-table.ts'
import { controls, select } from '../controls/controls.ts'
import type { ViewContext } from '../view.ts'
import { windowFigures } from './window-figures.ts'

type Row = LabInitialWindow['rows'][number]

/** Shows what a larger initial window gains, expected and measured; nothing where a run has one window alone. */
export function initialWindowBlock(context: ViewContext, run: LabRunDetail): Child {
  const windows = run.factors.find(({ name }) => name === 'initcwnd')?.values ?? []
  if (windows.filter((value) => typeof value === 'number').length < 2) return null
  return block({
    ...context,
    what: 'the gains of a larger initial window',
    size: 'chart',
    load: () => context.api.get('labInitialWindow', `/lab/runs/${run.id}/initial-window`),
    show: (answer) => shown(context, run, answer),
  })
}

function shown(context: ViewContext, run: LabRunDetail, answer: LabInitialWindow): Child {
  const { rows } = answer
  if (rows.length === 0)
    return [
      h('h2', labInitialWindow.title),
      h(
        'p.nothing',
        'No two conditions that differ in nothing but their initial window have been measured yet.',
      ),
    ]
  const pairs = windowPairs(rows)
  const [first = ''] = pairs.map(({ value }) => value)
  const values = pairs.map(({ value }) => value)
  const chosen = choiceOf(context.query, 'windows', values, values.find((value) => value === '10-3') ?? first)
  const ofPair = rows.filter((row) => pairKey(row) === chosen)
  if (pairs.length > 1) context.pin({ windows: chosen })
  return [
    pairs.length < 2
      ? null
      : controls(
          'Which initial windows are compared',
          select({
            ...{ id: 'windows', label: 'initial window (segments)', value: chosen, options: pairs },
            choose: (value) => context.go({ windows: value }),
          }),
        ),
    figureTable(
      labInitialWindow,
      { ...answer, rows: ofPair },
      {
        path: `/lab/runs/${run.id}/initial-window`,
        fileWords: ['initial-window', labRunSource(run).fileWords],
      },
      windowFigures(context, run, answer, ofPair),
    ),
  ]
}

/** Written as in an address: `10-3`. */
function pairKey({ smallWindow, largeWindow }: Row): string {
  return `${largeWindow}-${smallWindow}`
}

function windowPairs(rows: readonly Row[]): { readonly value: string; readonly label: string }[] {
  const labels = new Map(
    rows
      .toSorted((a, b) => a.largeWindow - b.largeWindow)
      .map((row) => [pairKey(row), `${row.largeWindow} in place of ${row.smallWindow}`]),
  )
  return [...labels].map(([value, label]) => ({ value, label }))
}
