/**
 * A program for inside the client's namespace: sends bursts up to the echo, one after the other, each as fast as it can,
 * and prints what arrives of each, as a line of JSON. Its argument is a BurstOrder in JSON.
 */
import { EchoClient } from '../../../../lab/link/measure/echo-client.ts'

export interface BurstOrder {
  readonly address: string
  readonly rttMs: number
  /** Packets of each burst. */
  readonly packets: readonly number[]
  readonly sizeBytes: number
  /** How long a packet may wait. */
  readonly queueMs: number
}

/** More than any link of the tests. */
const AT_ONCE_MBPS = 100_000

const { address, rttMs, packets, sizeBytes, queueMs } = JSON.parse(process.argv[2] ?? '') as BurstOrder
using echo = await EchoClient.open(address, rttMs)
const received = []
for (const count of packets)
  received.push(await echo.burst('up', { packets: count, sizeBytes, mbps: AT_ONCE_MBPS }, queueMs))
process.stdout.write(`${JSON.stringify(received)}\n`)
