import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Visitor } from './visitor.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe-core finds wrong, a line each. `colours`: by those of its rules alone that a theme can break. Default: by all. */
export async function violations(visitor: Visitor, rules: 'all' | 'colours' = 'all'): Promise<string[]> {
  await visitor.page.evaluate(AXE)
  const options =
    rules === 'all'
      ? `rules: { 'target-size': { enabled: true } }`
      : `runOnly: ['color-contrast', 'link-in-text-block']`
  // Of what is as it should be one element a rule is told of: all of them are a megabyte.
  const { violations: found, passes } = await visitor.ask<AxeResults>(
    `axe.run({ ${options}, resultTypes: ['violations'] })`,
  )
  assert.ok(passes.length > (rules === 'all' ? 10 : 0), 'axe-core looked at the page')
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join('; ')}`)
}
