import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseLink } from '../../../../lab/link/condition/parse.ts'
import { testFolder } from '../../../test-folder.ts'
import { CACHE, whyNoBackend } from '../why-no-link.ts'
import { measureCase } from './measure-case.ts'

/** As for constant rates. */
const WITHIN = 0.05

/** Opportunities of mahimahi's format: one each `everyMs` in every second of `seconds`. */
function traceOf(...seconds: readonly { readonly everyMs: number }[]): string {
  const atMs = seconds.flatMap(({ everyMs }, second) =>
    Array.from({ length: 1_000 / everyMs }, (_, index) => 1_000 * second + (index + 1) * everyMs),
  )
  return `${atMs.join('\n')}\n`
}

test('a link carries as much as its delivery trace says, in each direction', {
  skip: whyNoBackend('rattan'),
}, async (t) => {
  const folder = testFolder()
  const [down, up] = [join(folder, 'down'), join(folder, 'up')]
  // 12 Mbit/s and 3 in turn: 7.5 in the middle; 6 and 2.4: 4.2.
  await writeFile(down, traceOf({ everyMs: 1 }, { everyMs: 4 }))
  await writeFile(up, traceOf({ everyMs: 2 }, { everyMs: 5 }))
  const condition = parseLink(`rtt=20,down-trace=${down},up-trace=${up}`)
  const { downMbps, upMbps } = await measureCase(condition, 'rattan', CACHE)
  t.diagnostic(`${downMbps} Mbit/s down, ${upMbps} up`)
  assert.ok(Math.abs((downMbps ?? 0) / 7.5 - 1) < WITHIN, `${downMbps} Mbit/s down, not 7.5`)
  assert.ok(Math.abs((upMbps ?? 0) / 4.2 - 1) < WITHIN, `${upMbps} Mbit/s up, not 4.2`)
})
