import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:http'
import { test } from 'node:test'
import { collector } from '../collection/collector.ts'

/** The status of a GET with a Host header of one's own, which `fetch` does not send. */
async function statusFor(url: string, host: string): Promise<number> {
  const sent = request(url, { headers: { host } })
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode ?? 0
}

test('counts are reported on a port of their own, on loopback, and nowhere else', async () => {
  await using server = await collector({ operatorPort: 0 })
  const address = server.operatorAddress ?? ''
  assert.equal(new URL(address).hostname, '127.0.0.1')
  const counts = await fetch(`${address}/metrics`)
  assert.match(counts.headers.get('content-type') ?? '', /^text\/plain/)
  assert.match(await counts.text(), /^towline_http_request_duration_seconds_count/m)
  assert.doesNotMatch(await (await fetch(`${server.address}/metrics`)).text(), /towline_http|process_cpu/)
  assert.equal((await fetch(`${address}/api/v1/meta`)).status, 404)
})

test('without --operator-port there is none', async () => {
  await using server = await collector()
  assert.equal(server.operatorAddress, null)
})

test('a page whose name was bound to this machine is not told the counts', async () => {
  await using server = await collector({ operatorPort: 0 })
  const url = `${server.operatorAddress}/metrics`
  assert.equal(await statusFor(url, 'evil.test'), 421)
  assert.equal(await statusFor(url, 'localhost:9464'), 200)
})

test('the counts, too, are given only so often in a minute', async () => {
  await using server = await collector({ operatorPort: 0, clock: () => 0 })
  const statuses: number[] = []
  for (let index = 0; index < 121; index += 1)
    statuses.push((await fetch(`${server.operatorAddress}/metrics`)).status)
  assert.deepEqual(new Set(statuses.slice(0, 120)), new Set([200]))
  assert.equal(statuses[120], 429)
})
