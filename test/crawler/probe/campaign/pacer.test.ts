import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Pacer } from '../../../../crawler/probe/campaign/pacer.ts'

function pacerOf(options: {
  pauseMs?: number
  siteGapMs?: number
  signal?: AbortSignal
  clock?: () => number
  onWait?: (waitMs: number, why: string) => void
}) {
  const { pauseMs = 0, siteGapMs = 0, signal = new AbortController().signal } = options
  const { clock = () => performance.now() } = options
  return new Pacer({ pauseMs, siteGapMs, clock, signal, ...(options.onWait && { onWait: options.onWait }) })
}

/** Below the waits of a minute, and above any stall. */
const AT_ONCE_MS = 30_000

/** From before the pacer starts: its own clock starts then. */
async function timeOf(work: () => Promise<void>): Promise<number> {
  const startMs = performance.now()
  await work()
  return performance.now() - startMs
}

test('the first load begins at once, the next a pause after the end of the one before, whatever its site', async () => {
  assert.ok((await timeOf(() => pacerOf({ pauseMs: 60_000 }).turn(0, 0))) < AT_ONCE_MS)
  const pacer = pacerOf({ pauseMs: 300 })
  const waitedMs = await timeOf(() => {
    pacer.ended(0, 0)
    return pacer.turn(1, 0)
  })
  assert.ok(waitedMs >= 300, `${waitedMs} ms`)
})

test('time that has passed since the last load counts as part of the pause', async () => {
  let nowMs = 1_000
  const pacer = pacerOf({ pauseMs: 60_000, clock: () => nowMs })
  pacer.ended(0, 0)
  nowMs += 60_000
  assert.ok((await timeOf(() => pacer.turn(0, 0))) < AT_ONCE_MS)
})

test('two rounds of one site are a gap apart; loads of one round, and other sites, are not', async () => {
  const patient = pacerOf({ siteGapMs: 60_000 })
  patient.ended(0, 0)
  assert.ok((await timeOf(() => patient.turn(0, 0))) < AT_ONCE_MS)
  assert.ok((await timeOf(() => patient.turn(1, 1))) < AT_ONCE_MS)
  const pacer = pacerOf({ siteGapMs: 300 })
  const waitedMs = await timeOf(() => {
    pacer.ended(0, 0)
    return pacer.turn(0, 1)
  })
  assert.ok(waitedMs >= 300, `${waitedMs} ms`)
})

test('a site that wants to be left alone rests until its time is over, and no other does', async () => {
  let nowMs = 0
  const pacer = pacerOf({ clock: () => nowMs })
  pacer.leaveAlone(3, 1_000)
  pacer.leaveAlone(4, 5_000)
  assert.deepEqual(pacer.resting, [3, 4])
  nowMs = 999
  assert.deepEqual(pacer.resting, [3, 4])
  nowMs = 1_000
  assert.deepEqual(pacer.resting, [4])
  nowMs = 5_000
  assert.deepEqual(pacer.resting, [])
  // Nobody to wait for.
  await pacer.rested()
})

test('what is waited for is the first site that may be loaded again', async () => {
  const pacer = pacerOf({})
  pacer.leaveAlone(0, 60_000)
  const waitedMs = await timeOf(() => {
    pacer.leaveAlone(1, 70)
    return pacer.rested()
  })
  assert.ok(waitedMs >= 70 && waitedMs < AT_ONCE_MS, `${waitedMs} ms`)
  assert.deepEqual(pacer.resting, [0])
})

test('a stop ends every wait with its reason, and lets none begin', async () => {
  const stop = new AbortController()
  const pacer = pacerOf({ pauseMs: 60_000, signal: stop.signal })
  pacer.ended(0, 0)
  pacer.leaveAlone(0, 60_000)
  const waits = [pacer.turn(0, 0), pacer.rested()]
  stop.abort(new Error('enough'))
  for (const wait of waits)
    await assert.rejects(wait, (error: Error) => error.name === 'AbortError' || error.message === 'enough')
  await assert.rejects(pacer.turn(1, 0), /enough/)
})

test('a wait of more than five seconds is announced with its length and its reason; a short one is not', async () => {
  const waits: [number, string][] = []
  const stop = new AbortController()
  const onWait = (waitMs: number, why: string): void => {
    waits.push([waitMs, why])
    stop.abort()
  }
  const clock = () => 0
  const pacer = pacerOf({ pauseMs: 60_000, signal: stop.signal, clock, onWait })
  pacer.ended(0, 0)
  await assert.rejects(pacer.turn(0, 1), { name: 'AbortError' })
  assert.deepEqual(waits, [[60_000, 'the pause between loads']])
  const short = pacerOf({ pauseMs: 1, onWait: () => assert.fail('announced') })
  short.ended(0, 0)
  await short.turn(0, 1)
})
