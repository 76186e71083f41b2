import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { parseBody } from '../../../server/collection/read-json.ts'

const schema = z
  .strictObject({ a: z.number(), b: z.array(z.strictObject({ c: z.string() })) })
  .refine(({ a }) => a > 0, { message: 'a is not above 0' })

for (const [title, body, message] of [
  ['a field that is missing', { b: [] }, 'The field a is missing or not as it must be.'],
  ['a field in a list', { a: 1, b: [{ c: 7 }] }, 'The field b.0.c is missing or not as it must be.'],
  ['a field too many', { a: 1, b: [], '<script>': 1 }, 'The body has a field that is not known.'],
  ['a contradiction', { a: -1, b: [] }, 'The body contradicts itself: a is not above 0.'],
  ['no object', 'text', 'The body is no JSON object.'],
] as const)
  test(`a body with ${title} is refused in words of the contract`, () => {
    assert.throws(() => parseBody(schema, body), { code: 'bad_request', message })
  })

test('a body that keeps the contract is what it says', () => {
  assert.deepEqual(parseBody(schema, { a: 1, b: [] }), { a: 1, b: [] })
})
