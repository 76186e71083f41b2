import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readRecording } from '../../../record/folder/read-recording.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { opened } from '../../opened.ts'
import { whyNoLink } from '../link/why-no-link.ts'
import { whyNoServer } from '../origin/running-server.ts'
import { DOCUMENT_MS, HINTED, HINTS_MS } from './hinted-page.ts'
import { assertAsLive, quickestReplayMs, replayLivePages } from './replayed-live-page.ts'

const skip = noBrowser || whyNoLink() || (await whyNoServer('towline'))
/** The document and the lines, which are asked for with its first piece, take seven pauses each. */
const STREAMED_MS = 7 * 150
const TIMER_MS = 100

describe('pages over a link of 50 ms and 10 Mbit/s', { skip }, () => {
  const pages = opened(() => replayLivePages(['stream', 'hinted'], { arms: 'h1,h3,recorded' }))

  for (const arm of ['recorded', 'h1'] as const) {
    test(`one whose document and lines are streamed takes as long replayed as live, within 10 %, under the arm ${arm}`, () => {
      assertAsLive(pages, 'stream', arm, STREAMED_MS)
    })

    test(`so does one whose files a 103 announces, under the arm ${arm}`, () => {
      assert.equal(pages.rowOf('hinted', arm).page?.unsentHints, 0)
      assertAsLive(pages, 'hinted', arm, DOCUMENT_MS)
    })
  }

  test('the 103 is recorded with its fields and its wait', async () => {
    const { exchanges, notReplayed } = await readRecording(pages.recordingOf('hinted'))
    const hints = exchanges.find(({ url }) => url.endsWith('.test/'))?.hints
    const links = hints?.headers.flatMap(([name, value]) => (name === 'link' ? value.split(', ') : []))
    assert.equal(links?.length, HINTED.length)
    const waitMs = hints?.waitMs ?? Number.NaN
    assert.ok(waitMs >= HINTS_MS - 1 && waitMs <= HINTS_MS + TIMER_MS, `${waitMs} ms`)
    assert.deepEqual(notReplayed, [])
  })

  test('the page is quicker under HTTP/3, too, than without the 103', () => {
    const [h1, h3] = [quickestReplayMs(pages, 'hinted', 'h1'), quickestReplayMs(pages, 'hinted', 'h3')]
    // Over HTTP/1.1 Chromium acts on none, so that the files are asked for behind the document.
    assert.ok(h3 < h1 - 100, `h3 ${h3} ms, h1 ${h1} ms`)
  })
})
