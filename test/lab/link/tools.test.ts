import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readIperf3 } from '../../../lab/link/measure/iperf3.ts'
import { readPing } from '../../../lab/link/measure/ping.ts'

/** As `ping -n -q -c 20 -i 0.1` of iputils 20221126 prints it. */
const PING = `PING 198.18.0.2 (198.18.0.2) 56(84) bytes of data.

--- 198.18.0.2 ping statistics ---
20 packets transmitted, 19 received, 5% packet loss, time 1909ms
rtt min/avg/max/mdev = 100.280/100.494/103.661/0.752 ms
`

test('ping’s last lines are read', () => {
  assert.deepEqual(readPing(PING), { sent: 20, received: 19, minMs: 100.28, meanMs: 100.494, maxMs: 103.661 })
})

test('where nothing came back ping gives no times, and neither do we', () => {
  const none = PING.replace('19 received, 5%', '0 received, 100%').replace(/^rtt.*\n/m, '\n')
  assert.deepEqual(readPing(none), { sent: 20, received: 0, minMs: null, meanMs: null, maxMs: null })
})

test('what is not ping’s is said to be that', () => {
  assert.throws(() => readPing('usage: ping'), /says what is not understood: usage: ping/)
})

/** The parts of a report of iperf3 3.12 that are read, of the end that received at 5 Mbit/s. */
const report = (intervals: readonly (readonly [bytes: number, seconds: number])[]) =>
  JSON.stringify({ intervals: intervals.map(([bytes, seconds]) => ({ sum: { bytes, seconds } })) })

test('iperf3’s payloads are taken for IP packets, without the intervals in which something first and last came', () => {
  const mbps = readIperf3(
    report([
      [292_928, 0.5],
      [306_176, 0.5],
      [307_648, 0.5],
      [85_376, 0.14],
    ]),
  )
  assert.equal(mbps.toFixed(3), '5.004')
  const lateAndLong = [
    [0, 0.5],
    [234_048, 0.5],
    [307_648, 0.5],
    [306_176, 0.5],
    [85_376, 0.5],
    [0, 0.5],
  ] as const
  assert.equal(readIperf3(report(lateAndLong)).toFixed(3), '5.004')
})

test('an interval in which nothing came, between others, is of the link’s time', () => {
  const broken = [
    [1, 0.5],
    [307_648, 0.5],
    [0, 0.5],
    [1, 0.5],
  ] as const
  assert.equal(readIperf3(report(broken)).toFixed(3), '2.508')
})

test('iperf3 that failed, or counted too little, is an error', () => {
  assert.throws(() => readIperf3('{"intervals":[],"error":"unable to connect"}'), /iperf3: unable to connect/)
  for (const few of [
    [],
    [[0, 0.5]],
    [
      [1, 0.5],
      [1, 0.5],
    ],
  ] as const)
    assert.throws(() => readIperf3(report(few)), /too few intervals/)
})
