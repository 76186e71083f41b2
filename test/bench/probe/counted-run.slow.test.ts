import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { countedRun, cpuUntil } from '../../../bench/probe/counted-run.ts'
import { runCommand } from '../../../lab/process/run-command.ts'
import { testFolder } from '../../test-folder.ts'

const isRoot = process.geteuid?.() === 0
const needsRoot = { skip: isRoot ? false : 'process namespaces need root, or a user namespace' }

/** Keeps a core busy for this long by its own count of CPU time: asking for it is work of the system, too. */
const BURN =
  'const burn = (ms) => { for (let all = 0; all < 1000 * ms; ) { const of = process.cpuUsage(); all = of.user + of.system } }'

/** Several readings, also where one is late. */
const READINGS = 'sleep 3'

async function run(argv: readonly string[], signal = new AbortController().signal) {
  const folder = testFolder()
  return countedRun((inner) => [...inner], argv, {
    home: folder,
    temporary: folder,
    stdoutFile: join(folder, 'stdout'),
    stderrFile: join(folder, 'stderr'),
    wallClock: Date.now,
    signal,
  })
}

test('CPU of a process that has lost its parent and ended unseen is counted', needsRoot, async () => {
  const orphan = `${BURN}; burn(900)`
  // The shell in between ends at once: nobody of the program waits for the orphan.
  const orphanScript = `(${process.execPath} -e '${orphan}' >"$HOME/open" &)`
  // Who reads sees the end of it when the orphan has ended, however long its share of the cores makes that.
  const script = `mkfifo "$HOME/open"; ${orphanScript}; cat "$HOME/open"; ${READINGS}`
  const { cpu } = await run(['sh', '-c', script])
  const total = cpu.at(-1)?.cpuMs ?? 0
  // Of 900: read every 250 ms, in clock ticks of 10 ms.
  assert.ok(total >= 500, `${total} ms`)
  assert.ok(total < 2_500, `${total} ms`)
})

test('readings of CPU never fall, and keep the children that have ended', needsRoot, async () => {
  const child = `${process.execPath} -e '${BURN}; burn(200)'`
  const { cpu } = await run(['sh', '-c', `${child}; ${child}; ${child}; ${READINGS}`])
  assert.ok((cpu.at(-1)?.cpuMs ?? 0) >= 500)
  for (const [index, { cpuMs }] of cpu.entries()) assert.ok(cpuMs >= (cpu[index - 1]?.cpuMs ?? 0))
})

test('a program that fails rejects with the end of what it said', needsRoot, async () => {
  await assert.rejects(run(['sh', '-c', 'echo no such page >&2; exit 3']), /ended with 3: no such page/)
})

test('an abort ends the program and all that it has started', needsRoot, async () => {
  const controller = new AbortController()
  const mark = `${Math.floor(Math.random() * 1e9)}.5`
  const running = run(['sh', '-c', `(setsid sleep ${mark} &); sleep 60`], controller.signal)
  const outcome = assert.rejects(running, { name: 'AbortError' })
  const isThere = async (): Promise<boolean> =>
    (await runCommand(['ps', '-eo', 'args'])).includes(`sleep ${mark}\n`)
  const becomes = async (wanted: boolean): Promise<void> => {
    for (let tries = 0; (await isThere()) !== wanted; tries++) {
      assert.ok(tries < 600, `the orphan is ${wanted ? 'not started' : 'left over'}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  await becomes(true)
  controller.abort()
  await outcome
  await becomes(false)
})

test('CPU between two readings is taken in proportion, and is unknown outside of them', () => {
  const cpu = [
    { atMs: 100, cpuMs: 0 },
    { atMs: 200, cpuMs: 50 },
  ]
  assert.equal(cpuUntil(cpu, 100), 0)
  assert.equal(cpuUntil(cpu, 120), 10)
  assert.equal(cpuUntil(cpu, 200), 50)
  assert.equal(cpuUntil(cpu, 99), null)
  assert.equal(cpuUntil(cpu, 201), null)
})
