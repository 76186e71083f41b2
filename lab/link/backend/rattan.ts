import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { DIES_WITH_PARENT } from '../../process/dies-with-parent.ts'
import { findLabProgram } from '../../process/find-program.ts'
import { IN_REAL_TIME } from '../../process/real-time.ts'
import { runCommand } from '../../process/run-command.ts'
import type { Link } from '../condition/link.ts'
import { readTrace } from '../condition/trace.ts'
import type { LinkPlan } from './link-plan.ts'
import { rattanOrder } from './rattan-config.ts'
import { interfaceGone } from './veth.ts'

/** It takes half a second; a machine that is busy beyond reason gets more. */
const START_LIMIT_MS = 30_000

/**
 * Starts rattan where its own namespaces, processes and files end with it, however it ends: in a process namespace,
 * with a /run of its own for the names of its namespaces and a /tmp for its locks. $1 is the program, which is mounted
 * first, since it may lie in a /tmp that is to be covered. Where that is allowed it runs before all others (in real time):
 * a packet that waits for a processor is late, and many that are read at once find the queue full.
 */
const START = `
mount -t tmpfs tmpfs /run
mkdir /run/netns /run/link
: >/run/link/program
mount --bind "$1" /run/link/program
mount -t tmpfs tmpfs /tmp
cd /run/link
first=
if ${IN_REAL_TIME.join(' ')} true 2>/dev/null; then first='${IN_REAL_TIME.join(' ')}'; fi
exec $first ./program
`
const ALONE = [...DIES_WITH_PARENT, 'unshare', '--mount', '--pid', '--mount-proc'] as const

/** The link in user space: rattan's two interfaces, moved from its own namespaces into the given ones. */
export async function openRattan(plan: LinkPlan): Promise<Link> {
  const { between, condition, interfaceName, signal } = plan
  const program = findLabProgram('towline-link', plan.cacheDir)
  const backendVersion = (await runCommand([program, '--version'], { signal })).trim()
  const traces = {
    down: condition.downTrace === null ? null : await readTrace(condition.downTrace),
    up: condition.upTrace === null ? null : await readTrace(condition.upTrace),
  }
  const order = rattanOrder({ condition, interfaceName, traces, seed: plan.seed ?? 0 })
  const client = openSync(`/run/netns/${between.client}`, 'r')
  const server = openSync(`/run/netns/${between.server}`, 'r')
  let child: ChildProcess
  try {
    const [command, ...argv] = [...ALONE, '--fork', '--kill-child', '--', 'sh', '-ec', START, 'sh', program]
    // 3 and 4 are the namespaces that the ends are moved to.
    child = spawn(command, argv, { stdio: ['pipe', 'pipe', 'pipe', client, server] })
  } finally {
    closeSync(client)
    closeSync(server)
  }
  const ended = new Promise<void>((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', () => resolve())
  })
  // One that ends before it has read its order breaks the pipe; what it says tells why.
  child.stdin?.on('error', () => {})
  child.stdin?.end(JSON.stringify(order))
  const close = async () => {
    child.kill('SIGKILL')
    await ended
    await interfaceGone(between, interfaceName)
  }
  const late = AbortSignal.timeout(START_LIMIT_MS)
  try {
    await isReady(child, ended, AbortSignal.any([signal, late]))
  } catch (error) {
    await close()
    signal.throwIfAborted()
    if (late.aborted) throw new Error(`rattan was not up after ${START_LIMIT_MS} ms`)
    throw error
  }
  return { backend: 'rattan', backendVersion, condition, [Symbol.asyncDispose]: close }
}

/** Resolves when both interfaces are where they belong; rejects with what the program says when it ends before. */
async function isReady(child: ChildProcess, ended: Promise<void>, signal: AbortSignal): Promise<void> {
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new Error('rattan was started without pipes')
  const errors = text(stderr)
  // It says nothing else.
  const ready = once(stdout, 'data')
  const early = ended.then(async () => {
    throw new Error(`rattan ended instead of linking: ${(await errors).trim()}`)
  })
  const aborted = once(signal, 'abort').then(() => signal.throwIfAborted())
  signal.throwIfAborted()
  await Promise.race([ready, early, aborted])
}
