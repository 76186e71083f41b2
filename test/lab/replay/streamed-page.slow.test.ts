import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { whyNoLink } from '../link/why-no-link.ts'
import { whyNoServer } from '../origin/running-server.ts'
import { type ReplayedLivePage, replayLivePage } from './replayed-live-page.ts'

const skip = noBrowser || whyNoLink() || (await whyNoServer('towline'))
const MOST_OFF = 0.1
/** The document and the lines, which are asked for with its first piece, take seven pauses each. */
const LEAST_MS = 7 * 150

describe('a page whose document and lines are streamed, over a link of 50 ms and 10 Mbit/s', { skip }, () => {
  let page: ReplayedLivePage
  before(async () => {
    page = await replayLivePage('stream', { arms: 'h1,recorded' })
  })
  after(() => page?.[Symbol.asyncDispose]())

  for (const arm of ['recorded', 'h1'] as const)
    test(`takes as long replayed as live, within 10 %, under the arm ${arm}`, () => {
      const live = page.report.rows.find((row) => row.arm === arm)?.live
      assert.ok(live, 'there is a live load')
      assert.equal(live.noRatio, null)
      assert.ok((live.medianMs ?? 0) >= LEAST_MS, `live ${live.medianMs} ms`)
      assert.ok(
        Math.abs((live.ratio ?? 0) - 1) <= MOST_OFF,
        `${live.replayMedianMs} ms, live ${live.medianMs} ms`,
      )
    })
})
