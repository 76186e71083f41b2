import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { undisturbed, watchStandstill } from '../../../../crawler/survey/run/standstill.ts'
import { serveStream } from '../../../servers/stream.ts'

const RUN = new URL('./stopped-run.ts', import.meta.url).pathname
const SITES = 12
/** The limits of the visits, and the server's patience, are 300 ms: a stop of this length spoils them all. */
const STOP_MS = 3_500

test('a process that is stopped in the middle of its visits records each site as it is, not as it looked', async () => {
  let asked = 0
  await using server = await serveStream((socket) => {
    socket.on('data', () => {
      asked += 1
      // Those of the first batch are answered while the process stands still, and closed.
      if (asked <= SITES) setTimeout(() => socket.destroy(), 300)
      else socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
    })
  })
  const child = spawn(process.execPath, [RUN, String(server.port), String(SITES)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (data) => {
    said += data
  })
  const ended = once(child, 'close')
  while (asked < SITES) await sleep(1)
  child.kill('SIGSTOP')
  await sleep(STOP_MS)
  child.kill('SIGCONT')
  assert.deepEqual(await ended, [0, null])
  const results = JSON.parse(said) as { failure: string | null; status: number | null }[]
  assert.deepEqual(
    results,
    Array.from({ length: SITES }, () => ({ failure: null, status: 200 })),
  )
})

test('time that only the clock since boot counts is a standstill: the machine was suspended', () => {
  let bootMs = 1_000
  using watch = watchStandstill(
    () => 0,
    () => bootMs,
  )
  assert.equal(watch.count, 0)
  bootMs += 2_000
  assert.equal(watch.count, 0)
  bootMs += 30_000
  assert.equal(watch.count, 1)
  assert.equal(watch.count, 1)
})

test('an attempt is repeated as long as it is disturbed, five times at most, and its error dropped', async () => {
  const { signal } = new AbortController()
  let tries = 0
  const watch = { count: 0 }
  const disturbed = (times: number) => async (): Promise<number> => {
    tries += 1
    if (tries > times) return tries
    watch.count += 1
    throw new Error('as seen while standing still')
  }
  assert.equal(await undisturbed(watch, signal, disturbed(4)), 5)
  tries = 0
  await assert.rejects(undisturbed(watch, signal, disturbed(5)), /stood still during each of 5 attempts/)
  tries = 0
  await assert.rejects(undisturbed(watch, AbortSignal.abort(), disturbed(1)), /as seen/)
  assert.equal(tries, 1)
})
