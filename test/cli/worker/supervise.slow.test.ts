import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { testFolder } from '../../test-folder.ts'

const folder = testFolder()

const SUPERVISE = import.meta.resolve('../../../cli/worker/supervise.ts')

/** Supervises workers that append their arguments to a file and then do `work`, on a clock that a step moves on. */
async function supervised(name: string, work: string, stepMs: number, oomKills = '() => 0') {
  const log = join(folder, `${name}.log`)
  const worker = join(folder, `${name}.ts`)
  await writeFile(
    worker,
    `import { appendFileSync } from 'node:fs'
appendFileSync(${JSON.stringify(log)}, process.argv.slice(2).join(' ') + '\\n')
${work}\n`,
  )
  const supervisor = join(folder, `${name}-supervisor.ts`)
  await writeFile(
    supervisor,
    `import { supervise } from ${JSON.stringify(SUPERVISE)}
let nowMs = 0
process.exitCode = await supervise(${JSON.stringify(worker)}, ['crawl'], () => (nowMs += ${stepMs}), ${oomKills})\n`,
  )
  const child = spawn(process.execPath, [supervisor], { stdio: ['ignore', 'ignore', 'pipe'] })
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit') as Promise<[number]>])
  const starts = (await readFile(log, 'utf8')).trim().split('\n')
  return { code, starts, says: stderr.split('\n').filter((line) => line.startsWith('towline: ')) }
}

test('a worker that dies at once three times in a row ends the run', async () => {
  const { code, starts, says } = await supervised('early', "process.kill(process.pid, 'SIGABRT')", 1)
  assert.equal(code, 70)
  assert.deepEqual(starts, ['crawl', 'crawl --resume', 'crawl --resume'])
  assert.match(says.at(-1) ?? '', /died 3 times, now of SIGABRT: giving up/)
})

test('a worker that dies again and again, however late, ends the run in the end', async () => {
  const { code, starts, says } = await supervised('late', "process.kill(process.pid, 'SIGABRT')", 60_000)
  assert.equal(code, 70)
  assert.equal(starts.length, 20)
  assert.match(says.at(-1) ?? '', /died 20 times/)
})

const DIES_AT_A_SITE = (lives: number): string => `
import { readFileSync } from 'node:fs'
const [last] = JSON.parse(process.env.TOWLINE_WORKER).fates.slice(-1)
const life = JSON.parse(process.env.TOWLINE_WORKER).fates.length + 1
if (life === ${lives + 1}) process.exit(0)
if (last === undefined) process.kill(process.pid, 'SIGABRT')
else process.send({ kind: 'suspects', pid: last.pid, sites: 1 }, () => process.kill(process.pid, 'SIGABRT'))
setInterval(() => {}, 1000)`

test('however often workers die, the run continues where each death leaves sites that are suspected', async () => {
  const { code, starts, says } = await supervised('sites', DIES_AT_A_SITE(23), 1)
  assert.equal(code, 0)
  assert.equal(starts.length, 24)
  assert.equal(says.filter((line) => /it held 1 site:/.test(line)).length, 22)
})

test('a worker that the kernel kills for want of memory has crashed, one that a person kills has not', async () => {
  const killed = "process.kill(process.pid, 'SIGKILL')"
  const person = await supervised('person', killed, 1)
  assert.deepEqual([person.code, person.starts.length], [70, 1])
  assert.match(person.says.at(-1) ?? '', /was ended by SIGKILL: stopping/)
  const memory = await supervised('memory', killed, 1, '() => (nowMs += 1)')
  assert.deepEqual([memory.code, memory.starts.length], [70, 3])
  assert.match(memory.says[0] ?? '', /died of SIGKILL, the system had no memory left: continuing/)
})

/** The memory controller of cgroups of version 1 or 2, where this machine lets us make a group of it. */
function makeMemoryGroup(limitBytes: number): { readonly path: string; remove(): void } | null {
  for (const [root, limit] of [
    ['/sys/fs/cgroup/memory', 'memory.limit_in_bytes'],
    ['/sys/fs/cgroup', 'memory.max'],
  ] as const) {
    const path = join(root, `towline-test-${process.pid}`)
    try {
      mkdirSync(path)
    } catch {
      // Not ours to make.
      continue
    }
    if (existsSync(join(path, limit))) {
      writeFileSync(join(path, limit), String(limitBytes))
      return { path, remove: () => rmdirSync(path) }
    }
    rmdirSync(path)
  }
  return null
}

test('the kernel’s own count tells: a worker that takes more memory than there is, is replaced', async (t) => {
  const group = makeMemoryGroup(300 * 1024 * 1024)
  if (group === null) return t.skip('no memory cgroup can be made here')
  try {
    const enter = `require('node:fs').writeFileSync(${JSON.stringify(join(group.path, 'cgroup.procs'))}, String(process.pid))`
    const script = join(folder, 'oom-supervisor.mjs')
    const worker = join(folder, 'oom-worker.mjs')
    await writeFile(
      worker,
      `const { fates } = JSON.parse(process.env.TOWLINE_WORKER)
if (fates.length === 1) process.exit(0)
const taken = []
for (;;) taken.push(Buffer.alloc(8 * 1024 * 1024, 1))`,
    )
    await writeFile(
      script,
      `import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)
${enter}
const { supervise } = await import(${JSON.stringify(SUPERVISE)})
process.exitCode = await supervise(${JSON.stringify(worker)}, ['crawl'], () => performance.now())`,
    )
    const child = spawn(process.execPath, [script], { stdio: ['ignore', 'ignore', 'pipe'] })
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit') as Promise<[number]>])
    assert.equal(code, 0, stderr)
    assert.match(stderr, /died of SIGKILL, the system had no memory left: continuing/)
  } finally {
    group.remove()
  }
})

test('a worker’s own exit code is the run’s', async () => {
  const { code, starts, says } = await supervised('exits', 'process.exit(66)', 1)
  assert.deepEqual({ code, starts, says }, { code: 66, starts: ['crawl'], says: [] })
})

const MEMORY = import.meta.resolve('../../../crawler/survey/run/memory-limit.ts')
const WORKER = import.meta.resolve('../../../cli/worker/worker.ts')
/** Takes 8 MiB more at a time, outside of V8's heap, until it may not. */
const TAKES_MEMORY = (lives: string): string => `
import { MemoryLimit } from ${JSON.stringify(MEMORY)}
import { leaveToReplacement, tellMemory } from ${JSON.stringify(WORKER)}
if (JSON.parse(process.env.TOWLINE_WORKER).fates.length === ${lives}) process.exit(0)
const taken = []
new MemoryLimit({
  limits: { holdBytes: 96 * 2 ** 20, replaceBytes: 160 * 2 ** 20 },
  clock: () => performance.now(),
  onHold: (bytes) => void tellMemory(bytes, false),
  onExceeded: (bytes) => void tellMemory(bytes, true).then(leaveToReplacement),
}).watch()
setInterval(() => taken.push(Buffer.alloc(8 * 2 ** 20, 1)), 50)`

test('a worker that takes too much memory, as the system sees it, is replaced; both limits are said', async () => {
  const { code, starts, says } = await supervised('full', TAKES_MEMORY('2'), 60_000)
  assert.equal(code, 0)
  assert.deepEqual(starts, ['crawl', 'crawl --resume', 'crawl --resume'])
  const [hold, replaced] = says
  assert.match(hold ?? '', /^towline: a worker takes \d+ MB of memory: no visit begins until it takes less/)
  assert.match(replaced ?? '', /^towline: a worker takes \d+ MB of memory: another takes its place/)
  assert.equal(says.length, 4)
})

test('three workers in a row that take too much memory at once, whatever they visit, end the run', async () => {
  const { code, starts, says } = await supervised('full-early', TAKES_MEMORY('-1'), 1)
  assert.equal(code, 70)
  assert.equal(starts.length, 3)
  assert.match(says.at(-1) ?? '', /died 3 times, now of too much memory: giving up/)
})
