import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { field, fieldReference, fieldStudy } from '../../../server/routes/field.ts'
import { type HandlerBench, handlerBench } from '../handler-bench.ts'

let bench: HandlerBench

before(async () => {
  bench = await handlerBench()
})
after(() => bench[Symbol.asyncDispose]())

test('studies have the size of their newest release', async () => {
  const { studies } = await bench.answer('field', field)
  assert.deepEqual(
    studies.map(({ list, sites, release }) => [list, sites, release?.sites, release?.cells]),
    [['K8W3V', 30, 3, 7]],
  )
})

test('the open study has all of its sites, whoever asks', async () => {
  const { list, sites } = await bench.answer('fieldStudy', fieldStudy)
  assert.deepEqual([list, sites.length, sites[29]?.domain], ['K8W3V', 30, 'site30.test'])
})

test('the reference is packed once for everybody', async () => {
  const request = { params: {}, query: {} }
  const replies = [1, 2].map(() => fieldReference(bench.context, request, { pilot: null }))
  const [first, second] = await Promise.all(replies)
  assert.ok(first !== undefined && 'packed' in first && second !== undefined && 'packed' in second)
  assert.deepEqual(gunzipSync(first.packed.gzip), Buffer.from(first.packed.json))
  const again = await fieldReference(bench.context, request, { pilot: null })
  assert.ok('packed' in again && again.packed === second.packed)
})
