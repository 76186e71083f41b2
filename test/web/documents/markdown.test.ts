import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { documentLink } from '../../../web/documents/document-link.ts'
import { markdown } from '../../../web/documents/markdown.ts'
import { h, type VNode } from '../../../web/dom/h.ts'
import { markup } from '../../../web/dom/markup.ts'

test('headings have anchors made of their words', () => {
  equals('## Metrics of a `sample`\n### An arm against itself!', [
    h('h2', { id: 'metrics-of-a-sample' }, 'Metrics of a ', h('code', 'sample')),
    h('h3', { id: 'an-arm-against-itself' }, 'An arm against itself!'),
  ])
})

test('lines that follow each other are one paragraph', () => {
  equals('one\ntwo\n\nthree', [h('p', 'one two'), h('p', 'three')])
})

test('emphasis, strong words, code and links stand inside text; code is taken as it is', () => {
  equals('a **b `c` d** *e* `**f**` [g](https://h.test/i)', [
    h(
      'p',
      'a ',
      h('strong', 'b ', h('code', 'c'), ' d'),
      ' ',
      h('em', 'e'),
      ' ',
      h('code', '**f**'),
      ' ',
      h('a', { href: 'https://h.test/i', rel: 'noopener' }, 'g'),
    ),
  ])
  equals('2 * 3 * 4 and snake_case_name', [h('p', '2 * 3 * 4 and snake_case_name')])
})

test('an item continues over indented lines, and holds a deeper list', () => {
  equals('- one\n  more\n  - inner\n- two\n\nafter', [
    h('ul', h('li', 'one more', h('ul', h('li', 'inner'))), h('li', 'two')),
    h('p', 'after'),
  ])
  equals('1. one\n2. two', [h('ol', h('li', 'one'), h('li', 'two'))])
})

test('a table has a heading and rows; a bar after a backslash is text, also in code', () => {
  const [table] = markdown('| a | b |\n| --- | :-: |\n| `x\\|y` | p \\| q |', { link: same })
  const text = markup(table ?? h('none'))
  assert.match(text, /aria-label="Table: a, b"/)
  assert.match(text, /<th scope="col">a<\/th>\s*<th scope="col">b<\/th>/)
  assert.match(text, /<code>x\|y<\/code>/)
  assert.match(text, /<td>p \| q<\/td>/)
})

test('fenced code keeps its lines and is not read as Markdown', () => {
  equals('```sh\n# no heading\n  | no table |\n```\nafter', [
    h('pre', { tabindex: 0 }, h('code', '# no heading\n  | no table |')),
    h('p', 'after'),
  ])
})

test('HTML is text, in a block of its own and within a line', () => {
  for (const source of ['<img src=x onerror=alert(1)>', 'see <img src=x onerror=alert(1)> there']) {
    const text = markdown(source, { link: same })
      .map((node) => markup(node))
      .join('')
    assert.doesNotMatch(text, /<img/)
    assert.match(text, /&lt;img/)
  }
})

test('a link that could run a script is no link', () => {
  for (const source of ['[a](javascript:alert(1))', '[a](data:text/html,x)', '[a](JaVaScRiPt:x)']) {
    assert.deepEqual(markdown(source, { link: same }), [h('p', 'a')])
  }
})

test('a link that leads nowhere here is its words; comments are not shown', () => {
  const nodes = markdown('<!-- made by a script -->\n\nsee [the decision](decisions/005-link.md)', {
    link: () => null,
  })
  assert.deepEqual(nodes, [h('p', 'see ', 'the decision')])
})

test('headings can start at a lower level', () => {
  const nodes = markdown('# a\n## b', { link: same, topLevel: 2 })
  assert.deepEqual(
    nodes.map(({ tag }) => tag),
    ['h2', 'h3'],
  )
})

test('what has no element here is refused by name, so that the build fails and not the page', () => {
  assert.throws(() => markdown('> a quotation', { link: same }), /no element for Markdown's blockquote/)
  assert.throws(() => markdown('![a](b.png)', { link: same }), /no element for Markdown's image/)
})

test('our own documents are rendered without a stray mark', () => {
  for (const name of ['method.md', 'metrics.md', 'failures.md']) {
    const source = readFileSync(join(import.meta.dirname, '../../../docs', name), 'utf8')
    const plain = markdown(source, { link: documentLink }).map(textOf).join('\n')
    assert.doesNotMatch(plain, /\*\*|\]\(|^#|^\|/m, name)
  }
})

function equals(source: string, expected: readonly VNode[]): void {
  assert.deepEqual(
    markdown(source, { link: same }).map((node) => markup(node)),
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
