import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { parsePlan } from '../../../lab/plan/read-plan.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')

test('the documented replay of graphs is over each link of the plan that the browser loads', async () => {
  const file = join(ROOT, 'bench/graph/beside-chromium.yaml')
  const { cells, arms } = parsePlan(await readFile(file, 'utf8'), file)
  const [command = ''] =
    /graph replay graphs\/\*\.json(?:.*\\\n)*.*/.exec(await readFile(join(ROOT, 'docs/graph.md'), 'utf8')) ??
    []
  const links = [...command.matchAll(/--link profile=(\S+)/g)].map(([, name]) => name)
  assert.deepEqual(links.toSorted(), [...new Set(cells.map(({ factors }) => factors.profile))].toSorted())
  // As the page says.
  assert.deepEqual([new Set(cells.map(({ page }) => page)).size, links.length, arms.length], [10, 5, 3])
})
