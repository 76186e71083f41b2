import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { serveEcho } from '../../../../lab/link/measure/echo.ts'
import { EchoClient } from '../../../../lab/link/measure/echo-client.ts'

const ADDRESS = '127.47.47.1'
/** On a busy machine some of them wait for a processor. */
const TRIES = 10

let echo: ReturnType<typeof serveEcho>
before(async () => {
  echo = serveEcho(ADDRESS)
  await once(echo, 'listening')
})
after(() => echo.close())

test('over no link at all nothing is lost, overtaken or late', async () => {
  using client = await EchoClient.open(ADDRESS, 10)
  const tookMs: (number | null)[] = []
  for (let n = 0; n < TRIES; n++) tookMs.push(await client.roundTrip())
  assert.ok(Math.min(...tookMs.map((ms) => ms ?? Infinity)) < 100, `${tookMs} ms`)
  const { farEnd, nearEnd } = await client.echoes(200, 5, 10)
  assert.deepEqual([farEnd.packets, farEnd.gaps, farEnd.overtaken], [200, 0, 0])
  assert.deepEqual([nearEnd.packets, nearEnd.gaps, nearEnd.overtaken], [200, 0, 0])
})

test('a burst arrives whole in either direction, about as fast as it is sent', async () => {
  using client = await EchoClient.open(ADDRESS, 10)
  for (const direction of ['up', 'down'] as const) {
    const found: number[] = []
    while (found.length < TRIES && !found.some((mbps) => mbps > 10 && mbps < 40)) {
      const { packets, mbps } = await client.burst(direction, { packets: 300, sizeBytes: 1472, mbps: 20 }, 0)
      assert.equal(packets, 300)
      found.push(mbps ?? 0)
    }
    assert.ok(
      found.some((mbps) => mbps > 10 && mbps < 40),
      `${found} Mbit/s ${direction}`,
    )
  }
})

test('two clients of one echo are counted apart, though both begin with the same session', async () => {
  using one = await EchoClient.open(ADDRESS, 10)
  using other = await EchoClient.open(ADDRESS, 10)
  const counts = await Promise.all([one.echoes(50, 5, 10), other.echoes(70, 5, 10)])
  assert.deepEqual(
    counts.map(({ farEnd }) => farEnd.packets),
    [50, 70],
  )
})
