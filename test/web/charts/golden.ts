import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { VNode } from '../../../web/dom/h.ts'
import { markup } from '../../../web/dom/markup.ts'

const FOLDER = join(import.meta.dirname, '../../golden/charts')
const REWRITE = 'UPDATE_GOLDEN=1 node --test "test/web/charts/*.test.ts"'

/** Compares a drawing with the stored one. With UPDATE_GOLDEN=1 it is stored instead: look at the difference in git. */
export function matchesGolden(name: string, node: VNode): void {
  const file = join(FOLDER, name)
  const text = `${markup(node)}\n`
  if (process.env.UPDATE_GOLDEN === '1') {
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(file, text)
    return
  }
  assert.ok(existsSync(file), `test/golden/charts/${name} is not there; ${REWRITE} writes it`)
  assert.equal(
    text,
    readFileSync(file, 'utf8'),
    `test/golden/charts/${name} differs; if that is right, ${REWRITE} rewrites it`,
  )
}
