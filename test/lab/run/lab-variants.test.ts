import assert from 'node:assert/strict'
import { test } from 'node:test'
import { labVariants, type PageChoice, variantKey } from '../../../lab/run/lab-variants.ts'

const CHOICE: PageChoice = { page: 'modern', shards: 3, addresses: 'each', thinkMs: 0 }
const SHARED: PageChoice = { ...CHOICE, addresses: 'one' }

test('hosts of a page have an address each, or share one; their names differ in every variant', () => {
  const variants = labVariants([CHOICE, SHARED, CHOICE], 1)
  assert.equal(variants.size, 2)
  const [each, one] = [CHOICE, SHARED].map((choice) => variants.get(variantKey(choice)) ?? assert.fail())
  const addresses = (hosts: readonly { readonly address: string }[] = []) =>
    new Set(hosts.map(({ address }) => address)).size
  assert.deepEqual([each?.hosts.length, addresses(each?.hosts)], [3, 3])
  assert.deepEqual([one?.hosts.length, addresses(one?.hosts)], [3, 1])
  const names = [each, one].flatMap((variant) => variant?.hosts.map(({ name }) => name) ?? [])
  assert.equal(new Set(names).size, 6)
  assert.deepEqual(each?.page, one?.page)
})
