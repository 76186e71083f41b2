import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { groupCpuMs } from '../../../crawler/process/group-cpu.ts'
import { groupMemoryBytes } from '../../../crawler/process/group-memory.ts'

const LINUX = { skip: process.platform === 'linux' ? false : 'only Linux tells' }

/** A process group of a shell and a Node below it that holds 200 MB and has had a core for half a second. */
const SCRIPT = `const held = Buffer.alloc(200e6, 1)
const busyMs = () => (process.cpuUsage().user + process.cpuUsage().system) / 1_000
while (busyMs() < 500);
console.log('ready')
process.stdin.resume().on('end', () => process.exit(held[0] - 1))`

test(
  'memory and time on a core are those of all processes of the group, and of no other',
  LINUX,
  async (t) => {
    const shell = spawn('/bin/sh', ['-c', '"$0" -e "$1"; :', process.execPath, SCRIPT], {
      detached: true,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    t.after(() => shell.stdin.end())
    const group = shell.pid ?? 0
    const ended = once(shell, 'exit')
    await once(shell.stdout, 'data')
    const bytes = groupMemoryBytes(group) ?? 0
    assert.ok(bytes > 200e6 && bytes < 400e6, `${bytes} bytes`)
    const cpuMs = groupCpuMs(group) ?? 0
    assert.ok(cpuMs >= 400 && cpuMs < 20_000, `${cpuMs} ms`)
    shell.stdin.end()
    await ended
    assert.equal(groupMemoryBytes(group), 0)
    assert.equal(groupCpuMs(group), null)
  },
)
