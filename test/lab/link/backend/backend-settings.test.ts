import assert from 'node:assert/strict'
import { test } from 'node:test'
import { netemCommands } from '../../../../lab/link/backend/netem.ts'
import { rattanFiles } from '../../../../lab/link/backend/rattan-config.ts'
import type { LinkCondition } from '../../../../lab/link/condition/link.ts'
import { conditionWith } from '../../../../lab/link/condition/profiles.ts'
import { parseTrace } from '../../../../lab/link/condition/trace.ts'

const BURSTS = { goodToBad: 0.02, badToGood: 0.2, lossInGood: 0.03, lossInBad: 1 }
const CONDITION = conditionWith({
  rttMs: 100,
  downMbps: 10,
  upMbps: 1,
  lossDown: 0.01,
  lossUp: BURSTS,
  queuePackets: 64,
})

function files(condition: LinkCondition, seed = 7): Record<string, string> {
  const up = condition.upTrace === null ? null : parseTrace('10\n20\n', 'up')
  return rattanFiles({ condition, interfaceName: 'eth0', traces: { down: null, up }, seed, folder: '/there' })
}

test('netem delays and loses above the rate, and the bottleneck’s queue is the lowest', () => {
  assert.deepEqual(netemCommands('eth0', CONDITION, 'down'), [
    'qdisc add dev eth0 root handle 1: netem limit 100000 delay 50000us loss random 1%',
    'qdisc add dev eth0 parent 1:1 handle 2: htb default 1',
    'class add dev eth0 parent 2: classid 2:1 htb rate 10093333bit',
    'qdisc add dev eth0 parent 2:1 handle 3: pfifo limit 64',
  ])
})

test('netem gets the loss in the bad state before that in the good one', () => {
  assert.match(netemCommands('eth0', CONDITION, 'up')[0] ?? '', / loss gemodel 2% 20% 100% 3%$/)
})

test('netem keeps packets in order by a rate that is as good as none', () => {
  const [netem] = netemCommands('eth0', conditionWith({ rttMs: 40, jitterMs: 10 }), 'down')
  assert.match(netem ?? '', / delay 20000us 10000us rate 10gbit$/)
})

test('an unlimited rate has neither bucket nor queue', () => {
  assert.deepEqual(netemCommands('eth0', conditionWith({}), 'up'), [
    'qdisc add dev eth0 root handle 1: netem limit 100000 delay 0us',
  ])
})

test('rattan loses, delays and throttles in that order, in each direction as it is set', () => {
  const config = files(CONDITION)['link.toml'] ?? ''
  assert.match(
    config,
    /left = "up_loss0"\nup_loss0 = "up_loss1"\nup_loss1 = "up_delay"\nup_delay = "up_rate"\nup_rate = "right"\n/,
  )
  assert.match(
    config,
    /right = "down_loss0"\ndown_loss0 = "down_delay"\ndown_delay = "down_rate"\ndown_rate = "left"\n/,
  )
  assert.match(
    config,
    /\[cells\.up_rate\]\ntype = "Bw"\nbandwidth = "1000000bps"\nbw_type = "NetworkLayer"\n/,
  )
  assert.equal(config.match(/queue_config = \{ packet_limit = 64 \}/g)?.length, 2)
  assert.equal(config.match(/delay = "50000us"/g)?.length, 2)
})

test('rattan loses bursts first, and of what they leave what the good state loses', () => {
  const all = files(CONDITION)
  assert.match(all['up_loss0.json'] ?? '', /"loss":\[0\.02,0\.8\]/)
  assert.match(all['up_loss1.json'] ?? '', /"loss":\[0\.03\]/)
  assert.match(all['down_loss0.json'] ?? '', /"loss":\[0\.01\]/)
})

test('no two losses of rattan are drawn from the same seed, and the seed of the link decides them', () => {
  const seeds = (seed: number) => files(CONDITION, seed)['link.toml']?.match(/(?<=seed = )\d+/g) ?? []
  assert.equal(new Set([...seeds(7), ...seeds(8)]).size, 6)
  assert.deepEqual(seeds(7), seeds(7))
})

test('jitter of rattan lies between nothing and twice the jitter, below which the constant delay ends', () => {
  const all = files(conditionWith({ rttMs: 40, jitterMs: 5 }))
  assert.match(all['link.toml'] ?? '', /up_delay = "up_jitter"\nup_jitter = "right"\n/)
  assert.equal(all['link.toml']?.match(/delay = "15000us"/g)?.length, 2)
  const delaysUs = [...(all['up_jitter.json'] ?? '').matchAll(/"delay":"(\d+)us"/g)].map(([, us]) =>
    Number(us),
  )
  assert.equal(delaysUs.length, 1000)
  assert.ok(delaysUs.every((us) => us >= 0 && us <= 10_000))
  const meanUs = delaysUs.reduce((sum, us) => sum + us, 0) / delaysUs.length
  assert.ok(Math.abs(meanUs - 5_000) < 300, `${meanUs}`)
  assert.notEqual(all['up_jitter.json'], all['down_jitter.json'])
})

test('a trace takes the place of the rate', () => {
  const all = files(conditionWith({ upTrace: 'any', queuePackets: 9 }))
  assert.match(
    all['link.toml'] ?? '',
    /\[cells\.up_rate\]\ntype = "BwReplay"\ntrace = "\/there\/up_rate\.json"\n/,
  )
  assert.match(all['link.toml'] ?? '', /packet_limit = 9 /)
  assert.match(all['up_rate.json'] ?? '', /\{"bw":"1200000bps","duration":"20ms"\}/)
})

test('rattan without any condition joins both ends directly', () => {
  assert.match(files(conditionWith({}))['link.toml'] ?? '', /\[links\]\nleft = "right"\nright = "left"\n/)
})
