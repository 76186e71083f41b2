import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moduleCode } from '../../../web/documents/module-code.ts'
import { h, type VNode } from '../../../web/dom/h.ts'

const H = new URL('../../../web/dom/h.ts', import.meta.url).href

async function run(code: string): Promise<readonly VNode[]> {
  const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    readonly default: readonly VNode[]
  }
  return module.default
}

test('the module gives back the elements that it was made of', async () => {
  const nodes = [
    h('h2', { id: 'a' }, 'A “quoted” `word`, $x and \\n'),
    h('table', h('tr', h('td', 'one'), h('td', h('code', 'two'), ' three'))),
    h('th', { scope: 'col', tabindex: 0, rel: null }, 'four'),
    h('th', { scope: 'col', tabindex: 0, rel: null }, '</script>\u2028'),
    h('p'),
  ]
  assert.deepEqual(await run(moduleCode(nodes, H)), nodes)
})

test('nothing gives a module of nothing', async () => {
  assert.deepEqual(await run(moduleCode([], H)), [])
})
