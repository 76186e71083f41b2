import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { metricValues } from '../../../db/campaign/sample-metrics.ts'
import { readSamples } from '../../../db/campaign/samples.ts'
import type { LabCellRow } from '../../../db/lab/lab-cells.ts'
import type { Arm } from '../../../model/arm.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { cannotCapture } from '../../crawler/probe/packets/captured-page.ts'
import { opened } from '../../opened.ts'
import { whyNoLink } from '../link/why-no-link.ts'
import { whyNoServer } from '../origin/running-server.ts'
import { ranPlans } from './run-plan.ts'

const CHAINS = [1_000, 1_500, 2_000, 4_000, 10_000, 16_000]
const PLAN = `
title: Handshakes on the wire
arms: [h2, h3]
rounds: 1
pauseMs: 1
held: { page: empty, rttMs: 100, initcwnd: 10 }
factors:
  chainBytes: [${CHAINS.join(', ')}]
also:
  - { keyExchange: [x25519, x25519mlkem768], certificateKey: [ecdsa, rsa] }
`

const skip = noBrowser || cannotCapture || whyNoLink() || (await whyNoServer('towline'))

describe('handshakes that a plan asks for', { skip }, () => {
  const ran = opened(() => ranPlans([PLAN]))

  const metricOf = async (cell: LabCellRow, metric: string, arm: Arm): Promise<number | null> => {
    const points = await metricValues(ran.db, cell.campaignId ?? 0, metric, { site: 0 })
    return points.find((point) => point.arm === arm)?.value ?? null
  }

  test('every load is valid', async () => {
    assert.equal(ran.cells.length, CHAINS.length + 4)
    for (const { campaignId } of ran.cells)
      for await (const { state, reason, detail } of readSamples(ran.db, campaignId ?? 0))
        assert.equal(state, 'valid', `${reason}: ${detail}`)
  })

  test('each chain is within 3 % of its size on the wire, over TCP and QUIC', async () => {
    for (const chainBytes of CHAINS) {
      const cell = ran.cells.find(({ factors }) => factors.chainBytes === chainBytes)
      assert.ok(cell)
      for (const arm of ['h2', 'h3'] as const) {
        const found: number = (await metricOf(cell, 'chain_bytes', arm)) ?? 0
        assert.ok(Math.abs(found / chainBytes - 1) <= 0.03, `${arm}: ${found} for ${chainBytes}`)
        const sent: number = (await metricOf(cell, 'server_handshake_bytes', arm)) ?? 0
        assert.ok(sent > found, `${arm}: ${sent} bytes with a chain of ${found}`)
      }
    }
  })

  test('a chain that does not fit into the first flight costs one round trip: over QUIC from 10 kB on, over TCP from 16 kB on', async () => {
    const trips: Record<string, (number | null)[]> = { h2: [], h3: [] }
    for (const arm of ['h2', 'h3'] as const)
      for (const cell of ran.cells.slice(0, CHAINS.length))
        trips[arm]?.push(await metricOf(cell, 'handshake_round_trips', arm))
    assert.deepEqual(trips, { h2: [2, 2, 2, 2, 2, 3], h3: [1, 1, 1, 1, 2, 2] })
  })

  test('the group of the key exchange is the one that was asked for, over TCP and QUIC, with keys of both kinds', async () => {
    for (const cell of ran.cells.slice(CHAINS.length))
      for (const arm of ['h2', 'h3'] as const) {
        const { keyExchange, certificateKey } = cell.factors
        const code = keyExchange === 'x25519' ? 29 : 4_588
        assert.equal(await metricOf(cell, 'key_exchange_group', arm), code, `${arm} ${certificateKey}`)
      }
  })

  test('the hybrid group adds its ciphertext of 1,088 bytes to what the server sends', async () => {
    const [classic, , hybrid] = ran.cells.slice(CHAINS.length)
    assert.ok(classic && hybrid)
    const sent = async (cell: LabCellRow) => (await metricOf(cell, 'server_handshake_bytes', 'h2')) ?? 0
    const more = (await sent(hybrid)) - (await sent(classic))
    assert.ok(Math.abs(more - 1_088) < 20, `${more} bytes more`)
  })
})
