import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VisitWindow } from '../../../../crawler/survey/run/visit-window.ts'

const connected = { operation: 'tcp', failure: null, durationMs: 80 } as const
const repeated = { operation: 'tcp', failure: null, durationMs: 1_080 } as const
const dead = { operation: 'tcp', failure: 'tcp_timeout', durationMs: 5_000 } as const
const busy = { operation: 'tcp', failure: 'client_busy', durationMs: 1 } as const
const NEVER = new AbortController().signal

const after = (window: VisitWindow, visits: number, row: Parameters<VisitWindow['heed']>[0][number]) => {
  for (let n = 0; n < visits; n += 1) window.heed([row])
  return window.size
}

test('every visit that connected lets one more begin, up to the most', () => {
  const window = new VisitWindow(100, NEVER)
  assert.equal(window.size, 32)
  assert.equal(after(window, 10, connected), 42)
  assert.equal(after(window, 500, connected), 100)
})

test('servers that never answer neither open nor close the window', () => {
  const window = new VisitWindow(1_000, NEVER)
  assert.equal(after(window, 500, dead), 32)
})

test('it closes by three tenths where more than one in twenty of a hundred connections had its SYN repeated', () => {
  const window = new VisitWindow(1_000, NEVER)
  after(window, 94, connected)
  assert.equal(after(window, 6, repeated), Math.floor(131 * 0.7))
})

test('it opens by one visit a window once there was loss', () => {
  const window = new VisitWindow(1_000, NEVER)
  after(window, 94, connected)
  const reduced = after(window, 6, repeated)
  assert.equal(after(window, reduced, connected), reduced + 1)
})

test('one in twenty is what a good line loses', () => {
  const window = new VisitWindow(1_000, NEVER)
  after(window, 95, connected)
  assert.equal(after(window, 5, repeated), 132)
})

test('it closes where the machine lacks sockets, down to sixteen visits and no further', () => {
  const window = new VisitWindow(1_000, NEVER)
  assert.equal(after(window, 1, busy), 22)
  assert.equal(after(window, 10, busy), 16)
})

test('it never opens beyond the most, however few these are', () => {
  const window = new VisitWindow(3, NEVER)
  after(window, 5, busy)
  assert.equal(after(window, 5, connected), 3)
})

test('visits beyond its size wait, in their order, until one has ended', async () => {
  const window = new VisitWindow(2, NEVER)
  const first = await window.enter()
  await window.enter()
  const entered: string[] = []
  const third = window.enter().then(() => entered.push('third'))
  void window.enter().then(() => entered.push('fourth'))
  first[Symbol.dispose]()
  await third
  assert.deepEqual(entered, ['third'])
})

test('who waits goes on where the run is stopped', async () => {
  const stop = new AbortController()
  const window = new VisitWindow(1, stop.signal)
  await window.enter()
  const waiting = [window.enter(), window.enter()]
  stop.abort()
  await Promise.all(waiting)
})
