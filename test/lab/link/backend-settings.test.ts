import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LinkCondition } from '../../../lab/link/link.ts'
import { netemCommands } from '../../../lab/link/netem.ts'
import { rattanConfig } from '../../../lab/link/rattan-config.ts'

const CONDITION: LinkCondition = {
  rttMs: 100,
  downMbps: 10,
  upMbps: 1,
  lossFraction: 0.01,
  queuePackets: 64,
}
const NOTHING: LinkCondition = {
  rttMs: 0,
  downMbps: null,
  upMbps: null,
  lossFraction: 0,
  queuePackets: 256,
}

test('netem delays and loses above the rate, and the bottleneck’s queue is the lowest', () => {
  assert.deepEqual(netemCommands('eth0', CONDITION, 10), [
    'qdisc add dev eth0 root handle 1: netem limit 100000 delay 50000us loss random 1%',
    'qdisc add dev eth0 parent 1:1 handle 2: htb default 1',
    'class add dev eth0 parent 2: classid 2:1 htb rate 10093333bit',
    'qdisc add dev eth0 parent 2:1 handle 3: pfifo limit 64',
  ])
})

test('an unlimited rate has neither bucket nor queue', () => {
  assert.deepEqual(netemCommands('eth0', NOTHING, null), [
    'qdisc add dev eth0 root handle 1: netem limit 100000 delay 0us',
  ])
})

test('rattan loses, delays and throttles in that order, in both directions', () => {
  const config = rattanConfig(CONDITION, 'eth0')
  assert.match(config, /left = "up_loss"\nup_loss = "up_delay"\nup_delay = "up_rate"\nup_rate = "right"\n/)
  assert.match(
    config,
    /right = "down_loss"\ndown_loss = "down_delay"\ndown_delay = "down_rate"\ndown_rate = "left"\n/,
  )
  assert.match(config, /\[cells\.up_rate\]\ntype = "Bw"\nbw_type = "NetworkLayer"\nbandwidth = "1000kbps"\n/)
  assert.equal(config.match(/queue_config = \{ packet_limit = 64 \}/g)?.length, 2)
  assert.equal(config.match(/delay = "50000us"/g)?.length, 2)
  assert.equal(config.match(/pattern = \[0\.01\]/g)?.length, 2)
})

test('rattan without any condition joins both ends directly', () => {
  assert.match(rattanConfig(NOTHING, 'eth0'), /\[links\]\nleft = "right"\nright = "left"\n/)
})
