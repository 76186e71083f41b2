import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Visitor } from './visitor.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rules that a theme can break, and a width cannot. */
const COLOURS = ['color-contrast', 'link-in-text-block']

const OPTIONS = {
  all: { rules: { 'target-size': { enabled: true } } },
  colours: { runOnly: COLOURS },
  'all but colours': {
    rules: {
      'target-size': { enabled: true },
      ...Object.fromEntries(COLOURS.map((rule) => [rule, { enabled: false }])),
    },
  },
} as const

/** What axe-core finds wrong, a line each. Default: by all of its rules. */
export async function violations(visitor: Visitor, rules: keyof typeof OPTIONS = 'all'): Promise<string[]> {
  if (!(await visitor.ask<boolean>('"axe" in window'))) await visitor.page.evaluate(AXE)
  const options = JSON.stringify({ ...OPTIONS[rules], resultTypes: ['violations'] })
  // Of what is as it should be one element a rule is told of: all of them are a megabyte.
  const { violations: found, passes } = await visitor.ask<AxeResults>(`axe.run(${options})`)
  assert.ok(passes.length > (rules === 'colours' ? 0 : 10), 'axe-core looked at the page')
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join('; ')}`)
}
