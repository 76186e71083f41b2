import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CdpEvent } from '../../../../crawler/probe/load/cdp-event.ts'
import { LOAD_LIMITS } from '../../../../crawler/probe/load/load-limits.ts'
import { PageWatch } from '../../../../crawler/probe/load/page-watch.ts'
import type { PageTimings } from '../../../../model/artifacts.ts'

const TIMINGS = { timeOriginMs: 1 } as PageTimings
const NO_CONTEXT = new Error('Cannot find context with specified id')

/** A watch over a page whose timings are read as `reads` says, one after the other. A browser loses them by chance alone. */
function watched(reads: (() => Promise<PageTimings>)[]) {
  const watch = new PageWatch(
    {
      frameId: 'main',
      readTimings: async () => (await reads.shift()?.()) ?? assert.fail('read too often'),
      answer: async () => {},
      browserAnswer: async () => {},
      dismissDialog: async () => {},
      refused: () => false,
    },
    { ...LOAD_LIMITS, settleMs: 1, graceMs: 1, loadMs: 5_000 },
  )
  const show = (loaderId: string): void =>
    watch.onEvent({
      method: 'Page.frameNavigated',
      params: { frame: { id: 'main', loaderId, url: 'https://a.test/' }, type: 'Navigation' },
    } as CdpEvent)
  const load = (loaderId: string): void => {
    show(loaderId)
    watch.onEvent({
      method: 'Page.lifecycleEvent',
      params: { frameId: 'main', loaderId, name: 'load', timestamp: 1 },
    })
  }
  return { watch, show, load }
}

test('a page that goes back to a document that was kept, while its timings are read, settles anew', async () => {
  const page = watched([
    async () => {
      // The browser shows the first one again as it was: no request, no load event.
      page.show('first')
      throw NO_CONTEXT
    },
    async () => TIMINGS,
  ])
  using watch = page.watch
  page.load('first')
  page.load('second')
  assert.deepEqual(await watch.outcome, { failure: null, timings: TIMINGS })
})

test('timings that are lost before the navigation is heard of are read once more', async () => {
  const page = watched([() => Promise.reject(NO_CONTEXT), async () => TIMINGS])
  using watch = page.watch
  page.load('first')
  assert.deepEqual(await watch.outcome, { failure: null, timings: TIMINGS })
})

test('a page whose timings cannot be read twice is unknown_failure', async () => {
  const page = watched([() => Promise.reject(NO_CONTEXT), () => Promise.reject(NO_CONTEXT)])
  using watch = page.watch
  page.load('first')
  assert.deepEqual((await watch.outcome).failure, { code: 'unknown_failure', detail: String(NO_CONTEXT) })
})
