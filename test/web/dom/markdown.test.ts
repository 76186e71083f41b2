import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { h, type VNode } from '../../../web/dom/h.ts'
import { markdown } from '../../../web/dom/markdown.ts'
import { markup } from '../../../web/dom/markup.ts'

test('headings have anchors made of their words', () => {
  equals('## Metrics of a `sample`\n### An arm against itself!', [
    h('h2', { id: 'metrics-of-a-sample' }, 'Metrics of a ', h('code', {}, 'sample')),
    h('h3', { id: 'an-arm-against-itself' }, 'An arm against itself!'),
  ])
})

test('lines that follow each other are one paragraph', () => {
  equals('one\ntwo\n\nthree', [h('p', {}, 'one two'), h('p', {}, 'three')])
})

test('emphasis, strong words, code and links stand inside text; code is taken as it is', () => {
  equals('a **b `c` d** *e* `**f**` [g](https://h.test/i)', [
    h(
      'p',
      {},
      'a ',
      h('strong', {}, 'b ', h('code', {}, 'c'), ' d'),
      ' ',
      h('em', {}, 'e'),
      ' ',
      h('code', {}, '**f**'),
      ' ',
      h('a', { href: 'https://h.test/i', rel: 'noopener' }, 'g'),
    ),
  ])
  equals('2 * 3 * 4 and snake_case_name', [h('p', {}, '2 * 3 * 4 and snake_case_name')])
})

test('an item goes on over indented lines, and holds a deeper list', () => {
  equals('- one\n  more\n  - inner\n- two\n\nafter', [
    h('ul', {}, h('li', {}, 'one more', h('ul', {}, h('li', {}, 'inner'))), h('li', {}, 'two')),
    h('p', {}, 'after'),
  ])
  equals('1. one\n2. two', [h('ol', {}, h('li', {}, 'one'), h('li', {}, 'two'))])
})

test('a table has a heading and rows; a bar after a backslash or in code is text', () => {
  const [table] = markdown('| a | b |\n| --- | :-: |\n| `x|y` | p \\| q |', same)
  const text = markup(table ?? h('none'))
  assert.match(text, /<th scope="col">a<\/th>\s*<th scope="col">b<\/th>/)
  assert.match(text, /<code>x\|y<\/code>/)
  assert.match(text, /<td>p \| q<\/td>/)
})

test('fenced code keeps its lines and is not read as Markdown', () => {
  equals('```sh\n# no heading\n  | no table |\n```\nafter', [
    h('pre', { tabindex: 0 }, h('code', {}, '# no heading\n  | no table |')),
    h('p', {}, 'after'),
  ])
})

test('HTML is text, and a link that could run a script is no link', () => {
  const text = markdown('<img src=x onerror=alert(1)> [a](javascript:alert(1)) [b](data:text/html,x)', same)
    .map((node) => markup(node))
    .join('')
  assert.doesNotMatch(text, /<img|<a /)
  assert.match(text, /&lt;img/)
})

test('a link that leads nowhere here is its words; comments are not shown', () => {
  const [node] = markdown('<!-- made by a script -->\nsee [the decision](decisions/005-link.md)', () => null)
  assert.deepEqual(node, h('p', {}, 'see ', 'the decision'))
})

test('our own documents are rendered without a stray mark', () => {
  for (const name of ['method.md', 'metrics.md', 'failures.md']) {
    const source = readFileSync(join(import.meta.dirname, '../../../docs', name), 'utf8')
    const plain = markdown(source, same).map(textOf).join('\n')
    assert.doesNotMatch(plain, /\*\*|\]\(|^#|^\|/m, name)
  }
})

function equals(source: string, expected: readonly VNode[]): void {
  assert.deepEqual(
    markdown(source, same).map((node) => markup(node)),
    expected.map((node) => markup(node)),
  )
}

function same(href: string): string {
  return href
}

function textOf(node: VNode): string {
  if (node.tag === 'code') return ''
  return node.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('')
}
