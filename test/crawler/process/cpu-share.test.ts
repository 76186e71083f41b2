import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { busyFractions, cpuTimes } from '../../../crawler/process/cpu-share.ts'
import { groupCpuMs } from '../../../crawler/process/group-cpu.ts'
import { until } from '../../servers/until.ts'

const notLinux = process.platform !== 'linux' && 'only Linux tells of process groups'
const at = (busyMs: number, totalMs: number, groupMs: number | null) => ({ busyMs, totalMs, groupMs })

test('what was busy is a share of all cores, and of it what was not the group’s', () => {
  assert.deepEqual(busyFractions(at(1_000, 9_000, 200), at(1_600, 10_000, 700)), { busy: 0.6, other: 0.1 })
})

test('others are never less than nothing, however ticks are rounded', () => {
  assert.deepEqual(busyFractions(at(0, 0, 0), at(100, 200, 110)), { busy: 0.5, other: 0 })
})

test('what the group took is unknown without its own count; too short a time gives null', () => {
  assert.deepEqual(busyFractions(at(0, 0, null), at(100, 200, 10)), { busy: 0.5, other: null })
  assert.deepEqual(busyFractions(at(0, 0, 0), at(100, 200, null)), { busy: 0.5, other: null })
  assert.deepEqual(busyFractions(at(0, 0, 0), at(10, 99, 0)), { busy: null, other: null })
})

test('the work of a process group is counted, that of its ended children too, and nobody else’s', {
  skip: notLinux,
}, async () => {
  const spin = (ms: number) =>
    `{ const spent = () => { const { user, system } = process.cpuUsage(); return user + system }
    const until = spent() + ${ms}e3; while (spent() < until); }`
  const program = `require('node:child_process').execFileSync(process.execPath, ['-e', ${JSON.stringify(spin(1_000))}]); ${spin(300)}
    console.log('done'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['-e', program], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const group = child.pid ?? assert.fail()
  try {
    const before = cpuTimes(group)
    await once(child.stdout, 'data')
    const after = cpuTimes(group)
    const spentMs = (after.groupMs ?? 0) - (before.groupMs ?? 0)
    // The child’s second, 300 ms, and what two starts of Node take, on a slow machine too.
    assert.ok(spentMs >= 1_280 && spentMs < 20_000, `${spentMs} ms`)
    // The kernel samples the one and measures the other; a virtual machine may count stolen time to one of them only.
    assert.ok(after.busyMs - before.busyMs >= 0.7 * spentMs, 'all of the machine’s is no less')
    await until('a group that sleeps takes nothing', async () => {
      const earlierMs = groupCpuMs(group) ?? 0
      await sleep(100)
      return (groupCpuMs(group) ?? 0) - earlierMs <= 10
    })
    await until('of one process, what its group took is what it took', async () => {
      const leaderMs = groupCpuMs(group, true)
      return leaderMs !== null && leaderMs === groupCpuMs(group)
    })
  } finally {
    const ended = once(child, 'exit')
    process.kill(-group, 'SIGKILL')
    await ended
  }
  assert.equal(groupCpuMs(group), null, 'a group that has ended is unknown')
  assert.equal(groupCpuMs(group, true), null)
  assert.equal(cpuTimes(null).groupMs, null)
})
