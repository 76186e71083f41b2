import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FieldReferenceCache } from '../../../server/field/field-reference.ts'
import { opened } from '../../opened.ts'
import { handlerBench } from '../handler-bench.ts'

const bench = opened(handlerBench)

test('the reference is computed once a version of the data, with field and live apart', async () => {
  const cache = new FieldReferenceCache(bench.context.db)
  const first = await cache.packedAnswer(null)
  assert.equal(await cache.packedAnswer(null), first)
  const reference = JSON.parse(Buffer.from(first.json).toString())
  const [site1] = reference.sites.filter(({ domain }: { domain: string }) => domain === 'site1.test')
  assert.deepEqual([site1.field.h2.n, site1.live.h2.n, site1.live.h2.ms.length], [61, 10, 41])
  await bench.writer.write(async () => undefined)
  const second = await cache.packedAnswer(null)
  assert.notEqual(second, first)
  assert.deepEqual(second.json, first.json)
})
