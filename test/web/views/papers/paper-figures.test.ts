import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PaperPointRow } from '../../../../figures/paper-points.ts'
import { paperFigures } from '../../../../web/views/papers/paper-figures.ts'
import { showView } from '../shown-view.ts'

const SOURCE = { title: 'A paper', date: '2014', facts: [] } as never

const point = (statement: string, xLabel: string, x: number, arm: PaperPointRow['arm']): PaperPointRow => ({
  ...{ statement, xLabel, yLabel: 'saved, %', isLog: false, series: 'twitter', arm, x },
  ...{ y: { value: 5, low: null, high: null }, cells: 1, rounds: 5 },
})

test('two figures of one section have names of their own, by which a screen reader tells their tables apart', async () => {
  const rows = [
    ['paper:window', 'Initial window, segments'],
    ['paper:rate', 'Rate, Mbit/s'],
    ['paper:loss', 'loss'],
  ].flatMap(([statement = '', xLabel = '']) =>
    [1, 2, 3].flatMap((x) => [point(statement, xLabel, x, null), point(statement, xLabel, x, 'h2')]),
  )
  const sayOf = (statement: string) => ({
    place: statement === 'paper:loss' ? 'section V-C' : 'section V-B',
    says: 'Something.',
  })
  const { texts } = await showView((context) =>
    paperFigures(context, { rows }, { paper: 'paper', source: SOURCE, sayOf }),
  )
  assert.deepEqual(texts('figcaption'), [
    'section V-B by initial window, twitter',
    'section V-B by rate, twitter',
    'section V-C, twitter',
  ])
})
