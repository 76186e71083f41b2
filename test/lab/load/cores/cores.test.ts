import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { bindProcess } from '../../../../lab/load/cores/bind-process.ts'
import { busyShare, parseCoreTimes } from '../../../../lab/load/cores/core-times.ts'
import { onCores, parseCoreList, pinnedCores } from '../../../../lab/load/cores/pinned-cores.ts'

test('the client has a core of its own, and so have servers; on one core nobody has', () => {
  const alone = (core: number) => [core]
  assert.deepEqual(pinnedCores(1, [2, 3, 7], alone), { client: 2, servers: [3] })
  assert.deepEqual(pinnedCores(2, [2, 3, 7], alone), { client: 2, servers: [3, 7] })
  assert.deepEqual(pinnedCores(4, [0, 1], alone), { client: 0, servers: [1] })
  assert.equal(pinnedCores(1, [3], alone), null)
  assert.deepEqual(onCores([1, 3]), ['taskset', '--cpu-list', '1,3'])
  assert.deepEqual(onCores(undefined), [])
})

test('threads of one core are one: no server is put beside the client', () => {
  const pairs = (core: number) => (core < 2 ? [0, 1] : [2, 3])
  assert.deepEqual(pinnedCores(1, [0, 1, 2, 3], pairs), { client: 0, servers: [2] })
  assert.equal(pinnedCores(1, [0, 1], pairs), null)
})

test('a process that is bound is, and so are those that it starts', async (t) => {
  const script =
    "process.stdin.on('data', () => console.log(require('child_process').execFileSync('nproc') + ''))"
  const child = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'pipe', 'inherit'] })
  t.after(() => child.kill('SIGKILL'))
  await once(child, 'spawn')
  const { client } = pinnedCores() ?? { client: 0 }
  await bindProcess(child.pid ?? 0, client)
  child.stdin.write('now')
  const [cores] = (await once(child.stdout, 'data')) as [Buffer]
  assert.equal(cores.toString().trim(), '1')
})

test('lists of cores are read as the kernel writes them', () => {
  assert.deepEqual(parseCoreList('0-2,5,8-9'), [0, 1, 2, 5, 8, 9])
  assert.deepEqual(parseCoreList(''), [])
})

const STAT = (cpu1: string): string =>
  `cpu  9 9 9 9 9 9 9 9 9 9\ncpu0 10 0 0 90 0 0 0 0 0 0\ncpu1 ${cpu1}\nintr 5\n`

test('a core was busy with all but idling and waiting for a disk, guests counted once', () => {
  const before = parseCoreTimes(STAT('100 10 50 1000 40 1 2 3 60 0'))
  const after = parseCoreTimes(STAT('110 12 55 1050 46 2 4 8 69 0'))
  // 10 + 2 + 5 + 1 + 2 + 5 = 25 busy of 81.
  assert.equal(busyShare([1], before, after), 25 / 81)
  assert.equal(busyShare([0], before, after), null)
  assert.equal(busyShare([2], before, after), null)
  const soon = parseCoreTimes(STAT('101 10 50 1001 40 1 2 3 60 0'))
  assert.equal(busyShare([1], before, soon), null, 'one step more or less is no share')
  assert.equal(busyShare([0, 1], before, after), 25 / 81)
})
