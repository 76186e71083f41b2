import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { checkLabPage } from '../../../lab/pages/check-page.ts'
import { labPage, PAGE_NAMES } from '../../../lab/pages/page.ts'
import { pageFiles } from '../../../lab/pages/page-files.ts'
import type { LabPage } from '../../../lab/pages/shape/lab-page.ts'
import { writePageFiles } from '../../../lab/pages/write-page-files.ts'
import { testFolder } from '../../test-folder.ts'
import { HOSTS } from './served-page.ts'

const NAMED = PAGE_NAMES.filter((name) => !name.includes('<'))
const ALL = [
  ...NAMED,
  'objects-1x100',
  'objects-1000x150',
  'single-3000000',
  'single-600',
  'depth-1',
  'depth-12',
  'thinking-300',
  'flat-modern',
  'flat-chain-fetch',
]

const totalBytes = ({ resources }: LabPage): number =>
  resources.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)

const digest = (page: LabPage): string => {
  const hash = createHash('sha256')
  for (const { host, path, body } of pageFiles(page, HOSTS)) hash.update(`${host}${path} `).update(body)
  return hash.digest('hex')
}

for (const name of ALL) {
  test(`${name}: every body has exactly the size that the page says`, () => {
    for (const shards of [1, 3, 7]) {
      const page = labPage(name, { shards, seed: 5 })
      const files = pageFiles(page, HOSTS)
      assert.deepEqual(
        files.map(({ host, path, body }) => [host, path, body.length]),
        page.resources.map(({ shard, path, sizeBytes }) => [HOSTS[shard], path, sizeBytes]),
      )
      assert.equal(new Set(files.map(({ host, path }) => host + path)).size, files.length)
    }
  })
}

test('a document says what matters by fetchpriority where the page does, and nowhere else', () => {
  const said = (name: string): string[] => {
    const [document] = pageFiles(labPage(name, { seed: 5 }), HOSTS)
    return [
      ...Buffer.from(document?.body ?? [])
        .toString()
        .matchAll(/<(\w+)[^>]* fetchpriority=(\w+)/g),
    ].map(([, element, priority]) => `${element} ${priority}`)
  }
  assert.deepEqual(said('fetchpriority'), [...Array.from({ length: 15 }, () => 'img low'), 'img high'])
  for (const name of NAMED) if (name !== 'fetchpriority') assert.deepEqual(said(name), [], name)
})

test('the same seed gives the same bytes, another seed other ones', () => {
  for (const name of ['cablelabs-b', 'modern', 'chain-css-font', 'objects-5x1000']) {
    const [one, again, other] = [1, 1, 2].map((seed) => digest(labPage(name, { shards: 2, seed })))
    assert.equal(one, again, name)
    assert.notEqual(one, other, name)
  }
})

test('the bytes of a page are those of every other machine', () => {
  assert.equal(digest(labPage('modern', { seed: 1 })).slice(0, 16), 'fbf2734585acf351')
})

test('the pages of the papers have as many resources, and as many bytes, as they say', () => {
  const facts = [
    'cablelabs-a',
    'cablelabs-b',
    'cablelabs-c',
    'neotys',
    'twitter',
    'youtube',
    'imgur',
    'nytimes',
  ].map((name) => {
    const page = labPage(name, { seed: 1 })
    return [name, page.resources.length, Math.round(totalBytes(page) / 10_000) / 100]
  })
  assert.deepEqual(facts, [
    ['cablelabs-a', 102, 0.37],
    ['cablelabs-b', 101, 1.34],
    ['cablelabs-c', 11, 3.02],
    ['neotys', 51, 0.11],
    ['twitter', 7, 0.32],
    ['youtube', 50, 0.53],
    ['imgur', 133, 1.57],
    ['nytimes', 148, 1.5],
  ])
})

test('CableLabs’ pages have pictures of the sizes that the report prints, in random order', () => {
  // Least, mean, largest and standard deviation in kB (cablelabs:section-5-3-2-2-page-a, -b and -c), to within 15 %: n is 10 or 100.
  const printed = {
    'cablelabs-a': [1.3, 2.6, 5.5, 1.2],
    'cablelabs-b': [0.081, 14, 103, 24],
    'cablelabs-c': [298, 302, 310, 4],
  }
  for (const seed of [1, 9, 2012])
    for (const [name, expected] of Object.entries(printed)) {
      const sizes = labPage(name, { seed })
        .resources.filter(({ kind }) => kind === 'image')
        .map(({ sizeBytes }) => sizeBytes / 1_000)
      const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length
      const squares = sizes.reduce((sum, size) => sum + (size - mean) ** 2, 0)
      const found = [Math.min(...sizes), mean, Math.max(...sizes), Math.sqrt(squares / (sizes.length - 1))]
      for (const [index, value] of found.entries())
        assert.ok(Math.abs(value / (expected[index] ?? 0) - 1) < 0.15, `${name}: ${found.map(String)}`)
      assert.notDeepEqual(
        sizes,
        sizes.toSorted((a, b) => a - b),
      )
    }
  const [document, script] = labPage('cablelabs-a', { seed: 1 }).resources
  assert.deepEqual([document?.sizeBytes, script?.kind, script?.sizeBytes], [12_800, 'script', 94_500])
})

test('the page of today has the bytes of each type that the Web Almanac counts', () => {
  const { resources, shards } = labPage('modern', { seed: 4 })
  const resourcesOfKind = (wanted: string) => resources.filter(({ kind }) => kind === wanted)
  const kB = (kind: string) =>
    resourcesOfKind(kind).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) / 1_000
  assert.deepEqual([shards, resources.length], [3, 70])
  assert.deepEqual(
    ['document', 'stylesheet', 'script', 'image', 'font'].map((kind) => [
      resourcesOfKind(kind).length,
      kB(kind),
    ]),
    [
      [1, 18],
      [8, 78],
      [24, 613],
      [18, 1_054],
      [4, 131],
    ],
  )
})

test('resources are spread evenly, and what needs leave from another host stays with the document', () => {
  for (const name of [...NAMED, 'objects-100x1000']) {
    for (let shards = 1; shards <= 7; shards++) {
      const { resources } = labPage(name, { shards, seed: 1 })
      const counts = Array.from(
        { length: shards },
        (_, shard) => resources.filter((each) => each.shard === shard).length,
      )
      const home = resources.filter(({ kind }) => ['document', 'font', 'fetch'].includes(kind))
      assert.ok(home.every(({ shard }) => shard === 0))
      const fewest = Math.min(...counts)
      assert.ok(Math.max(...counts.slice(1), fewest) - fewest <= 1, `${name}: ${counts}`)
      assert.ok((counts[0] ?? 0) <= Math.max(home.length, fewest + 1), `${name}: ${counts}`)
    }
  }
})

test('no coding makes pictures, fonts and documents much smaller', () => {
  for (const { path, body } of pageFiles(labPage('modern', { seed: 1 }), HOSTS)) {
    const share = gzipSync(body).length / body.length
    assert.ok(share > (/\.(png|ttf)$/.test(path) ? 0.9 : 0.6), `${path}: ${share}`)
  }
})

test('a page that there is not, or not of that size, is refused by name', () => {
  const refused = (name: string, message: RegExp, shards = 1) =>
    assert.throws(
      () => labPage(name, { seed: 1, shards }),
      (error) => error instanceof RangeError && message.test(error.message),
    )
  refused('yahoo', /there is no page 'yahoo'; there are .*modern.*objects-<n>x<bytes>/)
  refused('__proto__', /there is no page/)
  refused('objects-0x100', /1 to 1000 objects, not 0/)
  refused('objects-1001x100', /1 to 1000 objects/)
  refused('objects-10x99', /100 to 10000000 bytes of an object, not 99/)
  refused('single-10', /bytes, not 10/)
  refused('depth-0', /1 to 50 levels/)
  refused('modern', /1 to 7 shards, not 8/, 8)
  refused('modern', /1 to 7 shards, not 1.5/, 1.5)
})

test('the names of pages fit into host names', () => {
  for (const name of NAMED) assert.match(name, /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/)
})

test('a page that no browser could load as described is refused, with the resource', () => {
  const page = labPage('chain-css-font', { seed: 1 })
  const font = page.resources[2] ?? assert.fail()
  const withFont = (change: object) => ({
    ...page,
    resources: [...page.resources.slice(0, 2), { ...font, ...change }],
  })
  assert.throws(
    () => checkLabPage(withFont({ parent: 2 })),
    /resource 2 \(\/2.ttf\) has a parent that does not come before/,
  )
  assert.throws(
    () => checkLabPage(withFont({ kind: 'fetch' })),
    /is a fetch and cannot be asked for by a stylesheet/,
  )
  assert.throws(() => checkLabPage(withFont({ parent: null })), /must be the document/)
})

test('every resource of every series has an exact body, for any seed', () => {
  const name = fc.oneof(
    fc
      .tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 100, max: 5_000 }))
      .map(([n, bytes]) => `objects-${n}x${bytes}`),
    fc.integer({ min: 600, max: 50_000 }).map((bytes) => `single-${bytes}`),
    fc.integer({ min: 1, max: 10 }).map((levels) => `depth-${levels}`),
  )
  const options = fc.record({
    shards: fc.integer({ min: 1, max: 7 }),
    seed: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  })
  fc.assert(
    fc.property(name, options, (pageName, given) => {
      const page = labPage(pageName, given)
      const sizes = pageFiles(page, HOSTS).map(({ body }) => body.length)
      assert.deepEqual(
        sizes,
        page.resources.map(({ sizeBytes }) => sizeBytes),
      )
    }),
    { numRuns: 100 },
  )
})

test('docs/lab-pages.md has every page, with the numbers that it has', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/lab-pages.md'), 'utf8')
  const rows = new Map(
    [...text.matchAll(/^\| `([^`]+)` \| (.*) \|$/gm)].map(([, name = '', rest = '']) => [
      name,
      rest.split(' | '),
    ]),
  )
  assert.deepEqual([...rows.keys()].toSorted(), [...PAGE_NAMES, 'recording:FOLDER', 'graph:PATH'].toSorted())
  for (const name of NAMED) {
    const page = labPage(name, { seed: 1 })
    const [resources, bytes = '', levels, hosts] = rows.get(name) ?? []
    const levelOf = (index: number): number => {
      const parent = page.resources[index]?.parent ?? null
      return parent === null ? 1 : 1 + levelOf(parent)
    }
    const deepest = Math.max(...page.resources.map((_, index) => levelOf(index)))
    assert.deepEqual(
      [resources, levels, hosts],
      [page.resources.length, deepest, page.shards].map(String),
      name,
    )
    const documented = Number(bytes.replace(/^some |,/g, ''))
    const tolerance = bytes.startsWith('some') ? 10_000 : 0
    assert.ok(Math.abs(documented - totalBytes(page)) <= tolerance, `${name}: ${totalBytes(page)}`)
  }
})

test('think time is in the server’s order, and given to every resource', () => {
  const files = pageFiles(labPage('chain-fetch', { seed: 1, thinkMs: 20 }), HOSTS)
  assert.deepEqual(new Set(files.map(({ thinkMs }) => thinkMs)), new Set([20]))
})

test('files are written below their hosts, the document as index.html', async () => {
  const www = testFolder()
  const files = pageFiles(labPage('objects-3x200', { seed: 1, shards: 2 }), HOSTS)
  await writePageFiles(www, files)
  for (const { host, path, body } of files) {
    const file = join(www, host, path === '/' ? 'index.html' : path)
    assert.deepEqual(await readFile(file), Buffer.from(body))
  }
})

test('hosts whose names are too long for the document are refused, not cut', () => {
  const long = [`${'a'.repeat(60)}.test`]
  assert.throws(
    () => pageFiles(labPage('objects-100x200', { seed: 1 }), long),
    /its links take \d+ bytes, more than its 7800/,
  )
  assert.throws(() => pageFiles(labPage('modern', { seed: 1 }), HOSTS.slice(0, 2)), /3 shards and 2 hosts/)
})
