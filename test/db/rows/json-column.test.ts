import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainObject, readJson, readJsonOrNull, textByName } from '../../../db/rows/json.ts'

test('a JSON column is read as what it is meant to hold, and NULL as null', () => {
  assert.deepEqual(readJson(textByName, '{"node":"26.10.0"}'), { node: '26.10.0' })
  assert.deepEqual(readJson(plainObject, '{"b":1,"a":[null]}'), { b: 1, a: [null] })
  assert.equal(readJsonOrNull(plainObject, null), null)
})

for (const [name, schema, text] of [
  ['a number where text is stored', textByName, '{"node":26}'],
  ['a number where an object is stored', plainObject, '7'],
  ['null as JSON where an object is stored', plainObject, 'null'],
  ['no JSON', plainObject, '{'],
] as const)
  test(`${name} is refused where it enters`, () => {
    assert.throws(() => readJson(schema, text))
  })
