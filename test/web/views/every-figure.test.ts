import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownTable } from '../../../figures/shown-table.ts'
import { figureTable } from '../../../web/figure/figure-table.ts'
import { FIGURES, sampleAnswer } from '../../figures/figure-answers.ts'
import { showView } from './shown-view.ts'

for (const { name, figure } of FIGURES)
  test(`${name}: the dashboard shows every cell, and null as –`, async () => {
    const each = sampleAnswer(figure)
    const { headings, rows } = shownTable(figure.columns, each.rows)
    const shown = await showView(() => figureTable(figure, each, { path: '/x', fileWords: [] }))
    assert.deepEqual(shown.texts('th'), [...headings, ...rows.map(([first]) => first ?? '–')])
    assert.deepEqual(
      shown.texts('td'),
      rows.flatMap(([, ...cells]) => cells.map((cell) => cell ?? '–')),
    )
  })
