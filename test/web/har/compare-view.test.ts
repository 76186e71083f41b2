import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { VNode } from '../../../web/dom/h.ts'
import { compareView } from '../../../web/har/compare-view.ts'
import { type ImportedLoad, importFile } from '../../../web/har/imported-file.ts'
import { bytesOf, type EntryFacts, entry, har, PAGE } from './har-text.ts'

async function load(entries: readonly EntryFacts[], page: object = {}): Promise<ImportedLoad> {
  const file = har({ entries: entries.map(entry), pages: [{ ...PAGE, ...page }] })
  const read = await importFile(bytesOf(file))
  assert.ok('loads' in read)
  return read.loads[0] ?? assert.fail()
}

function textOf(node: VNode | string): string {
  return typeof node === 'string' ? node : node.children.map(textOf).join('')
}

function* nodes(node: VNode, tag: string): Iterable<VNode> {
  if (node.tag === tag) yield node
  for (const child of node.children) if (typeof child !== 'string') yield* nodes(child, tag)
}

/** Cells of all rows of both tables, by the name at the row's head. */
function rowsOf(view: VNode): ReadonlyMap<string, readonly string[]> {
  return new Map(
    Array.from(nodes(view, 'tr'), ({ children }) => {
      const [name = '', ...cells] = children.map(textOf)
      return [name, cells]
    }),
  )
}

test('the columns carry the names of both loads, and what differs is signed', async () => {
  const slow = await load([{}], { title: 'Slow', _SpeedIndex: 1_500 })
  const fast = await load([{ httpVersion: 'h3' }], {
    title: 'Fast',
    pageTimings: { onLoad: 400 },
    _visualMetrics: { SpeedIndex: 900 },
  })
  const rows = rowsOf(compareView(slow, fast, 600))
  assert.deepEqual(rows.get(''), ['A: Slow', 'B: Fast', 'B − A'])
  assert.deepEqual(rows.get('Protocol'), ['HTTP/2', 'HTTP/3', ''])
  assert.deepEqual(rows.get('Page load time'), ['813 ms', '400 ms', '−413 ms'])
  assert.deepEqual(rows.get('Speed Index'), ['1,500 ms', '900 ms', '−600 ms'])
  assert.deepEqual(rows.get('Requests'), ['1', '1', '0'])
})

test('what only one load has is unknown of the other and has no difference', async () => {
  const rows = rowsOf(compareView(await load([{}], { _TTFB: 400 }), await load([{}]), 600))
  assert.deepEqual(rows.get('Time to first byte'), ['400 ms', 'unknown', ''])
  assert.equal(rows.get('Speed Index'), undefined, 'a row that neither load has is left out')
})

test('requests stand together by address, and one that is missing is said to be', async () => {
  const script = { url: 'https://www.site.test/a.js', started: '2026-11-21T12:00:00.300Z' }
  const view = compareView(await load([{}, script]), await load([{}]), 600)
  assert.deepEqual(rowsOf(view).get(script.url)?.slice(1), ['not asked for', ''])
  const [said = assert.fail()] = Array.from(nodes(view, 'p')).filter(
    ({ attributes }) => attributes.id === 'paired',
  )
  assert.equal(textOf(said), '2 addresses: 1 only in A, 0 only in B.')
})

test('long addresses are cut, and of many only the first are drawn', async () => {
  const long = `https://www.site.test/${'x'.repeat(200)}`
  const many = Array.from({ length: 501 }, (_, i) => ({ url: `https://www.site.test/${i}` }))
  const view = compareView(await load([{}, { url: long }]), await load([{}, ...many]), 600)
  const names = [...rowsOf(view).keys()]
  assert.ok(names.includes(`${long.slice(0, 99)}…`))
  assert.equal(names.filter((name) => name.startsWith('https:')).length, 500)
  assert.match(textOf(view), /503 addresses: 1 only in A, 501 only in B; 500 drawn\./)
})

test('every row and column has its heading', async () => {
  const view = compareView(await load([{}]), await load([{}]), 600)
  const cells = (part: string) =>
    Array.from(nodes(view, part), (each) => Array.from(nodes(each, 'tr'))).flat()
  for (const { children } of cells('tbody')) assert.equal((children[0] as VNode).attributes.scope, 'row')
  for (const { children } of cells('thead'))
    for (const cell of children as readonly VNode[])
      if (textOf(cell) !== '') assert.equal(cell.attributes.scope, 'col')
})
