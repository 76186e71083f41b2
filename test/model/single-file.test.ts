import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wireLimitMs } from '../../lab/limit/limit.ts'
import { labPage } from '../../lab/pages/page.ts'
import type { Arm } from '../../model/arm.ts'
import { singleFileBytes } from '../../model/lab-page-name.ts'
import { singleFileMs } from '../../model/single-file.ts'

test('a page of one file is known by its name, loaded by a browser or without one', () => {
  assert.deepEqual(
    ['single-10000', 'graph:single-10000', 'objects-1x10000', 'single-10000x2', 'recording:single-1'].map(
      singleFileBytes,
    ),
    [10_000, 10_000, null, null, null],
  )
})

test('one file takes as long as the wire limit of its page says, under every arm, window, rate and round trip', () => {
  for (const sizeBytes of [1_000, 25_000, 400_000, 3_000_000])
    for (const arm of ['http', 'h1', 'h2', 'h3', 'h3-altsvc'] as Arm[])
      for (const window of [3, 10, 32])
        for (const link of [
          { rttMs: 20, downMbps: 20 },
          { rttMs: 200, downMbps: null },
        ])
          assert.equal(
            singleFileMs({ sizeBytes, arm, ...link, thinkMs: 30 }, window),
            wireLimitMs(labPage(`single-${sizeBytes}`, { seed: 1, thinkMs: 30 }), link, arm, {
              initialWindowPackets: window,
            }),
          )
})
