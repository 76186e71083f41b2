import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Visitor } from './visitor.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe-core finds wrong, a line each. */
export async function violations(visitor: Visitor): Promise<string[]> {
  await visitor.page.evaluate(AXE)
  const { violations: found, passes } = await visitor.ask<AxeResults>(
    `axe.run({ rules: { 'target-size': { enabled: true } } })`,
  )
  assert.ok(passes.length > 10, 'axe-core looked at the page')
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join('; ')}`)
}
