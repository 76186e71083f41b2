import assert from 'node:assert/strict'
import { test } from 'node:test'
import { netemCommands } from '../../../../lab/link/backend/netem.ts'
import { rattanOrder } from '../../../../lab/link/backend/rattan-config.ts'
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

function order(condition: LinkCondition, seed = 7): ReturnType<typeof rattanOrder> {
  const up = condition.upTrace === null ? null : parseTrace('10\n20\n', 'up')
  return rattanOrder({ condition, interfaceName: 'eth0', traces: { down: null, up }, seed })
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
  const { cells, links } = order(CONDITION).config
  assert.deepEqual(links, {
    left: 'up_loss0',
    up_loss0: 'up_loss1',
    up_loss1: 'up_delay',
    up_delay: 'up_rate',
    up_rate: 'right',
    right: 'down_loss0',
    down_loss0: 'down_delay',
    down_delay: 'down_rate',
    down_rate: 'left',
  })
  for (const [direction, bandwidth] of [
    ['up', '1000000bps'],
    ['down', '10000000bps'],
  ] as const) {
    assert.deepEqual(cells[`${direction}_delay`], { type: 'Delay', delay: '50000us' })
    assert.deepEqual(cells[`${direction}_rate`], {
      type: 'Bw',
      bandwidth,
      bw_type: 'NetworkLayer',
      queue: 'DropTail',
      queue_config: { packet_limit: 64 },
    })
  }
})

test('rattan loses bursts first, and of what they leave what the good state loses', () => {
  const { files } = order(CONDITION)
  assert.match(files['up_loss0.json'] ?? '', /"loss":\[0\.02,0\.8\]/)
  assert.match(files['up_loss1.json'] ?? '', /"loss":\[0\.03\]/)
  assert.match(files['down_loss0.json'] ?? '', /"loss":\[0\.01\]/)
})

test('no two losses of rattan are drawn from the same seed, and the seed of the link decides them', () => {
  const seeds = (seed: number) =>
    Object.values(order(CONDITION, seed).config.cells).flatMap((cell) =>
      cell.seed === undefined ? [] : [cell.seed],
    )
  assert.equal(new Set([...seeds(7), ...seeds(8)]).size, 6)
  assert.deepEqual(seeds(7), seeds(7))
})

test('jitter of rattan lies between nothing and twice the jitter, below which the constant delay ends', () => {
  const { config, files } = order(conditionWith({ rttMs: 40, jitterMs: 5 }))
  assert.equal(config.links.up_delay, 'up_jitter')
  assert.equal(config.links.up_jitter, 'right')
  for (const direction of ['up', 'down']) assert.equal(config.cells[`${direction}_delay`]?.delay, '15000us')
  const delaysUs = [...(files['up_jitter.json'] ?? '').matchAll(/"delay":"(\d+)us"/g)].map(([, us]) =>
    Number(us),
  )
  assert.equal(delaysUs.length, 1000)
  assert.ok(delaysUs.every((us) => us >= 0 && us <= 10_000))
  const meanUs = delaysUs.reduce((sum, us) => sum + us, 0) / delaysUs.length
  assert.ok(Math.abs(meanUs - 5_000) < 300, `${meanUs}`)
  assert.notEqual(files['up_jitter.json'], files['down_jitter.json'])
})

test('a trace takes the place of the rate', () => {
  const { config, files } = order(conditionWith({ upTrace: 'any', queuePackets: 9 }))
  assert.deepEqual(config.cells.up_rate, {
    type: 'BwReplay',
    trace: 'up_rate.json',
    bw_type: 'NetworkLayer',
    queue: 'DropTail',
    queue_config: { packet_limit: 9 },
  })
  assert.match(files['up_rate.json'] ?? '', /\{"bw":"1200000bps","duration":"20ms"\}/)
})

test('rattan without any condition joins both ends directly', () => {
  const { interface: name, config, files } = order(conditionWith({}))
  assert.equal(name, 'eth0')
  assert.deepEqual(config.links, { left: 'right', right: 'left' })
  assert.deepEqual([config.cells, files], [{}, {}])
})
