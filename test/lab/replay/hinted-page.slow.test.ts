import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { readRecording } from '../../../record/folder/read-recording.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { whyNoLink } from '../link/why-no-link.ts'
import { whyNoServer } from '../origin/running-server.ts'
import { DOCUMENT_MS, HINTED, HINTS_MS } from './hinted-page.ts'
import { type ReplayedLivePage, replayLivePage } from './replayed-live-page.ts'

const skip = noBrowser || whyNoLink() || (await whyNoServer('towline'))
const MOST_OFF = 0.1
const TIMER_MS = 100

describe('a page whose files a 103 announces, over a link of 50 ms and 10 Mbit/s', { skip }, () => {
  let page: ReplayedLivePage
  before(async () => {
    page = await replayLivePage('hinted', { arms: 'h1,h3,recorded' })
  })
  after(() => page?.[Symbol.asyncDispose]())

  test('is recorded with the fields and the wait of its 103', async () => {
    const { exchanges, notReplayed } = await readRecording(page.recording)
    const hints = exchanges.find(({ url }) => url.endsWith('.test/'))?.hints
    const links = hints?.headers.flatMap(([name, value]) => (name === 'link' ? value.split(', ') : []))
    assert.equal(links?.length, HINTED.length)
    const waitMs = hints?.waitMs ?? Number.NaN
    assert.ok(waitMs >= HINTS_MS - 1 && waitMs <= HINTS_MS + TIMER_MS, `${waitMs} ms`)
    assert.deepEqual(notReplayed, [])
  })

  for (const arm of ['recorded', 'h1'] as const)
    test(`takes as long replayed as live, within 10 %, under the arm ${arm}`, () => {
      const row = page.report.rows.find((each) => each.arm === arm)
      const live = row?.live
      assert.ok(live, 'there is a live load')
      assert.equal(row?.page?.unsentHints, 0)
      assert.equal(live.noRatio, null)
      assert.ok((live.medianMs ?? 0) >= DOCUMENT_MS, `live ${live.medianMs} ms`)
      assert.ok(
        Math.abs((live.ratio ?? 0) - 1) <= MOST_OFF,
        `${live.replayMedianMs} ms, live ${live.medianMs} ms`,
      )
    })

  test('is quicker under HTTP/3, too, than without the 103', () => {
    const msOf = (arm: string) => page.report.rows.find((row) => row.arm === arm)?.medianMs ?? Number.NaN
    // Over HTTP/1.1 Chromium acts on none, so that the files are asked for behind the document.
    assert.ok(msOf('h3') < msOf('h1') - 100, `h3 ${msOf('h3')} ms, h1 ${msOf('h1')} ms`)
  })
})
