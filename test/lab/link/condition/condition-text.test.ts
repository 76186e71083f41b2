import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conditionText } from '../../../../lab/link/condition/condition-text.ts'
import { parseLink } from '../../../../lab/link/condition/parse.ts'

for (const [words, text] of [
  ['rtt=100', '100 ms RTT'],
  ['rtt=50,jitter=5', '50 ± 10 ms RTT'],
  ['rtt=20,down=10', '20 ms RTT, 10/∞ Mbit/s, queue of 256 packets'],
  ['rtt=20,up-trace=lte.up,loss=1%', '20 ms RTT, ∞/lte.up Mbit/s, queue of 256 packets, 1 % loss'],
  ['loss=2%,burst=3,loss-up=0', '0 ms RTT, 2 % loss in bursts of 3 down, none up'],
] as const)
  test(`${words} is written whole`, () => {
    assert.equal(conditionText(parseLink(words)), text)
  })
