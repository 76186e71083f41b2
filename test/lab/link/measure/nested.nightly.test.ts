import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { PingMeasurement } from '../../../../lab/link/measure/ping.ts'
import { runInUml, whyNoUml } from '../backend/in-uml.ts'
import { CACHE, whyNoBackend } from '../why-no-link.ts'
import { nestedDelays } from './nested-delays.ts'

const LIMIT_MS = 120_000

/** As mahimahi's test of ten delay shells demands: the sum, and at most a tenth more. */
function assertSum({ minMs, received }: PingMeasurement): void {
  assert.equal(received, 20)
  assert.ok(minMs !== null && minMs >= 100 && minMs <= 110, `${minMs} ms`)
}

for (const backend of ['rattan', 'netem'] as const)
  test(`ten links of 10 ms of ${backend} take 100 ms`, { skip: whyNoBackend(backend) }, async () => {
    assertSum(await nestedDelays(10, 10, backend, CACHE))
  })

test('ten links of 10 ms of netem in user-mode-linux take 100 ms', { skip: await whyNoUml() }, async () => {
  const program = join(import.meta.dirname, 'measure-nested.ts')
  const output = await runInUml([process.execPath, program, CACHE], LIMIT_MS)
  const line = output.split('\n').find((each) => each.startsWith('{'))
  assert.ok(line, output)
  assertSum(JSON.parse(line) as PingMeasurement)
})
