import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { metricValues } from '../../../db/campaign/sample-metrics.ts'
import { readSamples } from '../../../db/campaign/samples.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { cannotCapture, tools } from '../../crawler/probe/packets/captured-page.ts'
import { opened } from '../../opened.ts'
import { whyNoLink } from '../link/why-no-link.ts'
import { whyNoServer } from '../origin/running-server.ts'
import { ranPlans } from './run-plan.ts'

const PLAN = `
title: UDP in the way
arms: [h3-altsvc]
rounds: 2
pauseMs: 1
held: { page: modern, rttMs: 40 }
factors:
  udp: [open, dropped, rejected, dropped-after-10]
`
/** A whole file by HTTP/3 alone, so that much is sent; what comes by HTTP/2 sends no UDP. */
const THROTTLED_PLAN = `
title: UDP that is throttled
arms: [h2, h3]
rounds: 2
pauseMs: 1
held: { page: single-300000, rttMs: 40, udp: throttled }
`

const skip =
  noBrowser ||
  cannotCapture ||
  (tools.nft ? false : 'no nft: run scripts/setup-packets.sh') ||
  whyNoLink() ||
  (await whyNoServer('towline'))

describe('paths that stop UDP', { skip }, () => {
  const ran = opened(() => ranPlans([PLAN, THROTTLED_PLAN]))

  const valuesOf = async (udp: string, metric: string, arm = 'h3-altsvc'): Promise<(number | null)[]> => {
    const cell = ran.cells.find(({ factors }) => factors.udp === udp)
    assert.ok(cell, udp)
    const points = await metricValues(ran.db, cell.campaignId ?? 0, metric, { site: 0 })
    return points.filter((point) => point.arm === arm).map(({ value }) => value)
  }
  const each = async (
    udp: string,
    metric: string,
    check: (value: number) => boolean,
    arm?: string,
  ): Promise<void> => {
    const values = await valuesOf(udp, metric, arm)
    assert.equal(values.length, 2)
    for (const value of values) assert.ok(value !== null && check(value), `${udp}: ${metric} = ${value}`)
  }

  test('every load is valid: it was behind the path that was asked for', async () => {
    for (const { campaignId } of ran.cells)
      for await (const { state, reason } of readSamples(ran.db, campaignId ?? 0))
        assert.equal(state, 'valid', reason ?? '')
  })

  test('on an open path the announced HTTP/3 is used, and nobody counts', async () => {
    // All may be asked for before HTTP/3 is ready.
    const shares = await valuesOf('open', 'share_h3')
    assert.ok(
      shares.some((share) => share !== null && share > 0),
      `shares of HTTP/3: ${shares.join(', ')}`,
    )
    assert.deepEqual(await valuesOf('open', 'udp_packets_stopped'), [])
  })

  test('where UDP is dropped or rejected every packet is stopped, and the page comes by HTTP/2', async () => {
    for (const udp of ['dropped', 'rejected']) {
      await each(udp, 'udp_packets_passed', (passed) => passed === 0)
      await each(udp, 'udp_packets_stopped', (stopped) => stopped > 0)
      await each(udp, 'share_h3', (share) => share === 0)
    }
  })

  test('of a flow ten packets pass at most, and the rest is dropped', async () => {
    await each('dropped-after-10', 'udp_packets_passed', (passed) => passed > 0 && passed <= 200)
    await each('dropped-after-10', 'udp_packets_stopped', (stopped) => stopped > 0)
  })

  test('a throttled path loses 5 % and what is above its rate', async () => {
    const passed = await valuesOf('throttled', 'udp_packets_passed', 'h3')
    const stopped = await valuesOf('throttled', 'udp_packets_stopped', 'h3')
    assert.equal(passed.length, 2)
    const sum = (values: readonly (number | null)[]): number =>
      values.reduce<number>((total, value) => total + (value ?? 0), 0)
    const share = sum(stopped) / (sum(passed) + sum(stopped))
    assert.ok(sum(passed) > 400 && share > 0.02 && share < 0.4, `${share} of ${sum(passed)} packets`)
    // 300 kB at 1 Mbit/s take 2.4 s, less some 100 kB that pass at once; on an open path some round trips of 40 ms.
    await each('throttled', 'plt_ms', (plt) => plt > 1_200, 'h3')
  })

  test('a page that does not announce HTTP/3 sends no UDP', async () => {
    for (const metric of ['udp_packets_passed', 'udp_packets_stopped'])
      assert.deepEqual(await valuesOf('throttled', metric, 'h2'), [0, 0], metric)
  })
})
