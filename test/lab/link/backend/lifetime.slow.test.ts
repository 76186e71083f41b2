import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openLink } from '../../../../lab/link/backend/open-link.ts'
import { parseLink } from '../../../../lab/link/condition/parse.ts'
import { findTools } from '../../../../lab/link/measure/find-tools.ts'
import { readPing } from '../../../../lab/link/measure/ping.ts'
import { runCommand } from '../../../../lab/process/run-command.ts'
import { descendantsOf } from '../../../servers/descendants.ts'
import { CACHE, whyNoBackend, whyNoLink } from '../why-no-link.ts'
import { ADDRESS, INTERFACE, joinPair, openPair, type Pair } from './open-pair.ts'

const skip = process.geteuid?.() === 0 ? whyNoLink() : whyNoBackend('netem')
/** The kernel takes a moment to remove what a process that was killed had. */
const SETTLE_MS = 30_000
const LOOKS = 10
/** Longest that a whole test may take, on a machine that is busy beyond reason. */
const LIMIT_MS = 300_000

async function interfaces({ between }: Pair): Promise<string[]> {
  const all = await Promise.all(
    Object.values(between).map((name) => runCommand(['ip', '-netns', name, '-oneline', 'link', 'show'])),
  )
  return all.flatMap((text) => [...text.matchAll(/^\d+: ([^:@]+)/gm)].map(([, name = '']) => name))
}

/** Waits for what goes by itself. */
async function settled(gone: () => Promise<boolean>): Promise<void> {
  for (const start = performance.now(); performance.now() - start < SETTLE_MS; await sleep(20))
    if (await gone()) return
}

const onlyLoopback = async (pair: Pair) => (await interfaces(pair)).every((name) => name === 'lo')

test('a link is opened and closed between the same namespaces again and again, each time as it is set', {
  skip,
}, async () => {
  await using pair = await openPair()
  const program = findTools(CACHE).ping
  const before = descendantsOf(process.pid)
  for (const rttMs of [10, 80, 0, 40, 20]) {
    const condition = parseLink(`rtt=${rttMs},down=${10 + rttMs},up=5`)
    const signal = AbortSignal.timeout(LIMIT_MS)
    {
      await using _ = await joinPair(pair, { condition, cacheDir: CACHE, signal })
      assert.deepEqual(await interfaces(pair), ['lo', INTERFACE, 'lo', INTERFACE])
      if (!program) continue
      // The quickest of many: on a busy machine the others wait for a processor.
      const argv = pair.command([program.path, '-q', '-c', '50', '-i', '0.02', ADDRESS.server])
      const { minMs } = readPing(await runCommand(['env', ...argv], { signal, env: program.env }))
      assert.ok(minMs !== null && minMs >= rttMs && minMs < rttMs + 5, `${minMs} for ${rttMs} ms`)
    }
    assert.deepEqual(await interfaces(pair), ['lo', 'lo'])
    assert.deepEqual(descendantsOf(process.pid), before)
  }
})

test('an opening that is aborted or fails leaves nothing', { skip }, async () => {
  await using pair = await openPair()
  const before = descendantsOf(process.pid)
  const plan = { between: pair.between, interfaceName: INTERFACE, cacheDir: CACHE }
  for (const afterMs of [0, 5, 100, 250]) {
    const stop = new AbortController()
    const opening = openLink({ ...plan, condition: parseLink('rtt=10'), signal: stop.signal })
    // One that is open before, as on a fast machine, is closed.
    const ended = opening.then(
      async (link) => await link[Symbol.asyncDispose](),
      (error: unknown) => error,
    )
    if (afterMs > 0) await sleep(afterMs)
    stop.abort(new Error('enough'))
    const error = await ended
    assert.ok(error instanceof Error || (error === undefined && afterMs > 0), `after ${afterMs} ms`)
    if (error) assert.match(String(error), /enough|^AbortError/)
    assert.deepEqual([await interfaces(pair), descendantsOf(process.pid)], [['lo', 'lo'], before])
  }
  const condition = { ...parseLink('rtt=10'), upTrace: join(import.meta.dirname, '../nowhere') }
  const signal = AbortSignal.timeout(30_000)
  await assert.rejects(openLink({ ...plan, condition, signal }), {
    name: 'TraceError',
    message: /nowhere: the trace/,
  })
  assert.deepEqual([await interfaces(pair), descendantsOf(process.pid)], [['lo', 'lo'], before])
})

test('whoever opens a link is killed at any moment: its processes go, and the next link is opened as if nothing was', {
  skip,
}, async () => {
  await using pair = await openPair()
  await using other = await openPair()
  const signal = AbortSignal.timeout(LIMIT_MS)
  const condition = parseLink('rtt=10,down=10,up=10,loss=1%')
  const plan = { interfaceName: INTERFACE, condition, cacheDir: CACHE }
  await using bystander = await openLink({ ...plan, between: other.between, signal })
  const before = descendantsOf(process.pid)
  const untouched = await interfaces(other)
  const mark = `towline-test-${randomUUID()}`
  // Null: when it is open.
  for (const afterMs of [150, 200, 250, 300, 350, 400, 500, null]) {
    const argv = [
      join(import.meta.dirname, 'open-and-wait.ts'),
      JSON.stringify({ ...plan, between: pair.between }),
    ]
    const opener = spawn(process.execPath, argv, {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, MARK: mark },
    })
    await (afterMs === null ? once(opener.stdout, 'data') : sleep(afterMs))
    opener.kill('SIGKILL')
    await once(opener, 'exit')
    // One that is just becoming another program has no environment to be seen by: none is left where none is seen for long.
    let looks = 0
    await settled(async () => {
      looks = marked(mark).length === 0 ? looks + 1 : 0
      return looks === LOOKS
    })
    assert.deepEqual([marked(mark), descendantsOf(process.pid)], [[], before], `after ${afterMs} ms`)
    await using _ = await openLink({ ...plan, between: pair.between, signal })
    assert.deepEqual(await interfaces(pair), ['lo', INTERFACE, 'lo', INTERFACE])
  }
  await settled(() => onlyLoopback(pair))
  assert.deepEqual(await interfaces(pair), ['lo', 'lo'])
  assert.deepEqual(await interfaces(other), untouched)
  assert.equal(bystander.condition, condition)
})

/** Processes that were started with that word in their environment, and theirs. */
function marked(mark: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark)
    } catch {
      // It has ended since.
      return false
    }
  })
}
