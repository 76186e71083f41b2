import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indexTable } from '../../../crawler/fields/table-index.ts'

const TABLE = [
  [':method', 'GET'],
  [':method', 'POST'],
  ['age', ''],
] as const

for (const first of [0, 1])
  test(`a table from ${first} finds fields by name and by name with value`, () => {
    const index = indexTable(TABLE, first)
    assert.equal(index.indexOfField([':method', 'POST']), first + 1)
    assert.equal(index.indexOfName(':method'), first, 'the first of its name')
    assert.equal(index.indexOfName('age'), first + 2)
    assert.equal(index.indexOfField(['age', '1']), undefined)
    assert.equal(index.indexOfName('via'), undefined)
  })
