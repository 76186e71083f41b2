import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { labVariants, type PageChoice, variantKey, variantOfBlock } from '../../../lab/run/lab-variants.ts'
import { temporaryFolder } from '../../cli/towline.ts'
import { graphOfHosts, writeGraphFolder } from '../graph/graph-folder.ts'

const CHOICE: PageChoice = { page: 'modern', shards: 3, addresses: 'each', thinkMs: 0, visit: 'cold' }
const SHARED: PageChoice = { ...CHOICE, addresses: 'one' }
const ANNOUNCED: PageChoice = { ...CHOICE, visit: 'https-record' }

test('hosts of a page have an address each, or share one; their names differ in every variant', () => {
  const variants = labVariants([CHOICE, SHARED, CHOICE], 1)
  assert.equal(variants.size, 2)
  const [each, one] = [CHOICE, SHARED].map((choice) => {
    const [variant, ...others] = variants.get(variantKey(choice)) ?? assert.fail()
    assert.deepEqual(others, [])
    return variant
  })
  const addresses = (hosts: readonly { readonly address: string }[] = []) =>
    new Set(hosts.map(({ address }) => address)).size
  assert.deepEqual([each?.hosts.length, addresses(each?.hosts)], [3, 3])
  assert.deepEqual([one?.hosts.length, addresses(one?.hosts)], [3, 1])
  const names = [each, one].flatMap((variant) => variant?.hosts.map(({ name }) => name) ?? [])
  assert.equal(new Set(names).size, 6)
  assert.deepEqual(each?.page, one?.page)
})

test('names that have HTTPS records are names of their own, which no other visit loads', () => {
  const variants = labVariants([CHOICE, ANNOUNCED, { ...CHOICE, visit: 'alt-svc-first' }], 1)
  assert.equal(variants.size, 2)
  const [plain, announced] = [CHOICE, ANNOUNCED].map((choice) => variants.get(variantKey(choice))?.[0].hosts)
  assert.ok(plain?.every(({ recordAlpn }) => recordAlpn === undefined))
  assert.ok(announced?.every(({ recordAlpn }) => recordAlpn?.includes('h3')))
})

test('blocks load the graphs of a folder in turn, each from its own hosts', async () => {
  await using folder = await temporaryFolder()
  const graphs = { '2.json': graphOfHosts(1), '10.json': graphOfHosts(4), '3.json': graphOfHosts(2) }
  const shop = await writeGraphFolder(join(folder.path, 'shop'), graphs)
  const cell: PageChoice = { page: `graph:${shop}`, shards: 2, addresses: 'each', thinkMs: 0, visit: 'cold' }
  const variants = labVariants([CHOICE, cell, SHARED], 1)
  const ofCell = variants.get(variantKey(cell)) ?? assert.fail()
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((block) => variantOfBlock(ofCell, block).hosts.length),
    [2, 3, 5, 2, 3],
  )
  const every = [...variants.values()].flat()
  assert.equal(new Set(every.map(({ name }) => name)).size, 5)
  assert.equal(new Set(ofCell.map(({ url }) => url)).size, 1)
})
