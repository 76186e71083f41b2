import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseLink } from '../../../../lab/link/condition/parse.ts'
import { isForIperf3 } from '../../../../lab/link/measure/iperf3.ts'

test('iperf3 measures links whose queue is empty again within 5 s, and leaves slower ones to the echo', () => {
  assert.equal(isForIperf3(parseLink('rtt=150ms,down=1,up=1,queue=256')), true)
  assert.equal(isForIperf3(parseLink('rtt=150ms,down=64kbps,up=64kbps,queue=256')), false)
  assert.equal(isForIperf3(parseLink('rtt=150ms,down=64kbps,up=64kbps,queue=20')), true)
  assert.equal(isForIperf3(parseLink('rtt=150ms')), true)
})
