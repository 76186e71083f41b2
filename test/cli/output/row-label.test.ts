import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatOption } from '../../../cli/output/format.ts'
import { rowLabel } from '../../../cli/output/row-label.ts'
import { ADOPTION_ROWS, type AdoptionRowName } from '../../../stats/survey/adoption-rows.ts'

test('every row of an adoption table has a label of its own that fits a column', () => {
  const labels = (Object.keys(ADOPTION_ROWS) as AdoptionRowName[]).map(rowLabel)
  assert.equal(new Set(labels).size, labels.length)
  for (const label of labels) assert.ok(label.length > 0 && label.length <= 50, label)
})

test('a table is the format where none is named', () => {
  assert.equal(formatOption().defaultValue, 'table')
})
