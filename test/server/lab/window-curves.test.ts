import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LabInitialWindow } from '../../../server/contract/contract.ts'
import { curveSizes, windowCurve } from '../../../server/lab/window-curves.ts'

const ROW: LabInitialWindow['rows'][number] = {
  ...{ smallCell: 0, largeCell: 1, factors: { page: 'single-25000', rttMs: 100 }, arm: 'h2' },
  ...{ fileBytes: 25_000, smallWindow: 3, largeWindow: 10, smallReadBack: [3], largeReadBack: [10] },
  ...{
    isReadBack: true,
    n: 8,
    smallMedianMs: 500,
    largeMedianMs: 400,
    gain: { value: 1.25, low: null, high: null },
  },
  ...{ verdict: 'too few rounds', expectedGain: 1.25 },
}

test('sizes reach from half of the smallest file to twice the largest, at equal ratios', () => {
  const sizes = curveSizes([ROW, { ...ROW, fileBytes: 1_000_000 }, { ...ROW, fileBytes: null }])
  assert.deepEqual([sizes.at(0), sizes.at(150), sizes.at(-1)], [12_500, 158_114, 2_000_000])
  assert.deepEqual(curveSizes([{ ...ROW, fileBytes: null }]), [])
})

test('without a rate the gain is a ratio of round trips: none for a file that fits the small window', () => {
  const link = { rttMs: 100, downMbps: null }
  // Packets: 3, 9 and 21 end the first three flights from a window of 3, 10 and 30 those from 10.
  const sizes = [3, 4, 9, 10, 21, 22].map((packets) => packets * 1_460)
  const { gains, factors } = windowCurve(ROW, link, sizes)
  assert.deepEqual(gains, [1, 4 / 3, 4 / 3, 5 / 3, 5 / 4, 6 / 4])
  assert.deepEqual(factors, { rttMs: 100 })
  // QUIC has a round trip less before its first byte, so that those of the window weigh more.
  assert.deepEqual(windowCurve({ ...ROW, arm: 'h3' }, link, sizes).gains, [1, 3 / 2, 3 / 2, 2, 4 / 3, 5 / 3])
})

test('once the link is full the window matters no more, and it is full sooner at a short round trip', () => {
  const gainsAt = (rttMs: number) =>
    windowCurve(ROW, { rttMs, downMbps: 20 }, [1_000_000, 50_000_000]).gains as [number, number]
  const [[near, nearLarge], [far, farLarge]] = [gainsAt(20), gainsAt(200)]
  assert.ok(near < 1.1 && far > 1.1, `${near} ${far}`)
  assert.ok(1 < nearLarge && nearLarge < near && 1 < farLarge && farLarge < far)
})

test('a wait of the server makes the share of the window smaller', () => {
  const link = { rttMs: 100, downMbps: null }
  const waiting = { ...ROW, factors: { ...ROW.factors, thinkMs: 100 } }
  assert.deepEqual(windowCurve(waiting, link, [5_840]).gains, [5 / 4])
})
