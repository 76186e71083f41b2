import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pauseOf } from '../../../cli/options/own-pause.ts'
import { announcedWait } from '../../../cli/output/announced-wait.ts'

/** What a wait writes before it is stopped at its first write. */
async function written(ms: number, isTTY: boolean): Promise<string> {
  const stop = new AbortController()
  let text = ''
  const out = {
    isTTY,
    write(line: string) {
      text += line
      stop.abort()
      return true
    },
  }
  const wait = announcedWait(ms, 'pause', { out, clock: () => performance.now(), signal: stop.signal })
  if (ms > 5_000) await assert.rejects(wait, { name: 'AbortError' })
  else await wait
  return text
}

test('a long wait is announced: with the time left on a terminal, else once', async () => {
  assert.equal(await written(60_000, false), 'pause: waiting 1 min 0 s\n')
  assert.equal(await written(60_000, true), '\r\u001b[2Kpause: 1 min 0 s left\r\u001b[2K')
  assert.equal(await written(1, true), '')
  assert.equal(await written(1, false), '')
})

test('between loads of servers of one’s own there is no pause, unless the user wants one', () => {
  const from = (source: string) => ({ getOptionValueSource: () => source })
  assert.equal(pauseOf(from('default'), { allowAddress: ['127.0.0.0/8'], pause: 60_000 }), 0)
  assert.equal(pauseOf(from('cli'), { allowAddress: ['127.0.0.0/8'], pause: 60_000 }), 60_000)
  assert.equal(pauseOf(from('default'), { allowAddress: [], pause: 60_000 }), 60_000)
})
