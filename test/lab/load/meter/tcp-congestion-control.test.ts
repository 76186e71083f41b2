import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  congestionControlsOf,
  readTcpCongestionControl,
} from '../../../../lab/load/meter/tcp-congestion-control.ts'

const LINES = [
  '0      0      10.0.0.2:443  10.0.0.1:41002 ts sack cubic wscale:7,7 rto:288 rtt:86.1/43 cwnd:10',
  '0      0      10.0.0.2:443  10.0.0.1:41004 cubic wscale:7,7 rto:288 rtt:86.1/43 cwnd:10',
].join('\n')

test('the congestion control of each connection is found among what the kernel says of it', () => {
  assert.deepEqual(congestionControlsOf(LINES, ['reno', 'cubic', 'bbr']), ['cubic'])
  assert.deepEqual(congestionControlsOf('', ['cubic']), [])
})

test('connections of one server that differ are refused', async () => {
  const mixed = LINES.replace('sack cubic', 'sack reno')
  await assert.rejects(
    readTcpCongestionControl(async () => mixed),
    /have reno and cubic/,
  )
})
