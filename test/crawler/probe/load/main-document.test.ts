import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Protocol } from 'puppeteer'
import { MainFrame } from '../../../../crawler/probe/load/main-document.ts'

type Request = Protocol.Network.RequestWillBeSentEvent

const request = (loaderId: string, url: string, changes: Partial<Request> = {}): Request =>
  ({
    requestId: loaderId,
    loaderId,
    frameId: 'main',
    type: 'Document',
    request: { url },
    ...changes,
  }) as Request
const navigated = (loaderId: string, changes: Partial<Protocol.Page.Frame> = {}) =>
  ({ frame: { id: 'main', loaderId, url: 'about:blank', ...changes } }) as Protocol.Page.FrameNavigatedEvent
const loaded = (loaderId: string) =>
  ({ frameId: 'main', loaderId, name: 'load' }) as Protocol.Page.LifecycleEventEvent

/** A frame that shows a whole, loaded document `1`. */
function loadedFrame(): MainFrame {
  const frame = new MainFrame('main')
  frame.onRequest(request('1', 'https://site.test/'), 0)
  frame.onNavigated(navigated('1'), 1)
  if (frame.committed) frame.committed.complete = true
  frame.onLifecycle(loaded('1'))
  return frame
}

test('a document is pending from its request until it is committed, and loaded at its load event', () => {
  const frame = new MainFrame('main')
  assert.ok(frame.onRequest(request('1', 'https://site.test/'), 0))
  assert.deepEqual([frame.pending?.loaderId, frame.committed], ['1', null])
  frame.onNavigated(navigated('1'), 1)
  assert.deepEqual([frame.pending, frame.committed?.loaderId, frame.isLoaded], [null, '1', false])
  assert.ok(loadedFrame().isLoaded)
})

test('requests of other frames and of resources start no document', () => {
  const frame = new MainFrame('main')
  assert.equal(frame.onRequest(request('1', 'https://a.test/', { frameId: 'child' }), 0), false)
  assert.equal(frame.onRequest(request('1', 'https://a.test/', { type: 'Image' }), 0), false)
  assert.equal(frame.onRequest(request('1', 'https://a.test/', { requestId: '2' }), 0), false)
  assert.equal(frame.documents, 0)
})

test('a redirect belongs to its document, which has to be sent again', () => {
  const frame = new MainFrame('main')
  frame.onRequest(request('1', 'http://site.test/'), 0)
  if (frame.pending) frame.pending.sent = true
  assert.equal(frame.onRequest(request('1', 'https://site.test/'), 1), false)
  assert.deepEqual(
    [frame.pending?.urls, frame.pending?.sent],
    [['http://site.test/', 'https://site.test/'], false],
  )
})

test('a page that navigates again is not loaded until the next document is; a dropped one leaves it', () => {
  const frame = loadedFrame()
  frame.onRequest(request('2', 'https://site.test/next'), 2)
  assert.deepEqual([frame.isLoaded, frame.current?.loaderId, frame.documents], [false, '2', 2])
  frame.dropPending()
  assert.deepEqual([frame.isLoaded, frame.current?.loaderId], [true, '1'])
})

test('a document that the page goes back to is shown as it was, and counts again', () => {
  const frame = loadedFrame()
  frame.onRequest(request('2', 'https://site.test/next'), 2)
  frame.onNavigated(navigated('2'), 3)
  frame.onNavigated(navigated('1'), 4)
  assert.deepEqual([frame.committed?.loaderId, frame.isLoaded, frame.documents], ['1', true, 3])
})

test("the browser's own error page is no document; one without a request is whole at once", () => {
  const frame = new MainFrame('main')
  frame.onNavigated(navigated('9', { unreachableUrl: 'https://site.test/' }), 0)
  assert.deepEqual([frame.committed, frame.documents], [null, 0])
  frame.onNavigated(navigated('3'), 0)
  assert.deepEqual([frame.committed?.complete, frame.documents], [true, 1])
})
