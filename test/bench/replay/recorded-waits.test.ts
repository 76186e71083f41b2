import assert from 'node:assert/strict'
import { test } from 'node:test'
import { declaredThinkTimes } from '../../../bench/replay/declared-think-times.ts'
import { wholeWaits } from '../../../bench/replay/whole-waits.ts'
import type { HardPage } from '../../../lab/sandbox/hard/shape/hard-page.ts'
import type { ExchangeTiming } from '../../../model/recording/exchange.ts'
import { madeRecording } from '../../lab/replay/made-recording.ts'

const HOSTS = [{ host: 'hard-made.test' }]
const PAGE: HardPage = {
  ...{ domain: 'hard-made.test', about: 'Made for a test', serves: 'h2', hosts: {} },
  document: { thinkMs: 100 },
  features: [
    () => ({
      markup: '',
      asks: [],
      answers: [{ host: 'hard-made.test', path: '/made/{id}/picture', thinkMs: 10 }],
    }),
  ],
}

function waited(load: number, thinkMs: number, serverMs: number): ExchangeTiming {
  const times = { startedMs: 0, firstByteMs: thinkMs, receiveMs: 0 }
  return { load, ...times, thinkMs, serverMs, protocol: 'h2', connection: '1' }
}

const RECORDING = madeRecording(
  [
    { url: 'https://hard-made.test/', timings: [waited(0, 500, 500), waited(1, 104, 104)] },
    {
      url: 'https://hard-made.test/made/0123456789abcdef/picture?x=1',
      timings: [waited(1, 50, 12), waited(2, 70, 12)],
    },
    { url: 'https://hard-made.test/unknown', timings: [waited(1, 900, 900)] },
    { url: 'https://hard-made.test/', method: 'OPTIONS', timings: [waited(1, 0, 0)] },
  ],
  HOSTS,
)

test('think times are compared with those that the page declares, without and with the queue', () => {
  assert.deepEqual(declaredThinkTimes(PAGE, RECORDING), { n: 2, errorMs: 3, waitErrorMs: 27 })
  assert.equal(declaredThinkTimes({ ...PAGE, domain: 'hard-other.test', features: [] }, RECORDING), null)
})

test('whole waits are compared exchange by exchange, beside what live loads differ by', () => {
  const replayed = new Map([
    [0, [110, 114, 118]],
    [1, [65]],
  ])
  // 10 and 5 ms; of the picture's two live loads each is 20 ms from the other.
  assert.deepEqual(wholeWaits(RECORDING, replayed), {
    exchanges: 2,
    differenceMs: 7.5,
    liveDifferenceMs: 20,
  })
  assert.equal(wholeWaits(RECORDING, new Map()), null)
})
