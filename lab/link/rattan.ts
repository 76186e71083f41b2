import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { runCommand } from '../sandbox/run-command.ts'
import { findRattan } from './find-rattan.ts'
import type { Link } from './link.ts'
import type { LinkPlan } from './open-link.ts'
import { rattanConfig } from './rattan-config.ts'

/** It takes half a second; a machine that is busy beyond reason gets more. */
const START_LIMIT_MS = 30_000

/**
 * Starts rattan where its own namespaces, processes and files end with it, however it ends: in a process namespace,
 * with a /run of its own for the names of its namespaces and a /tmp for its locks. $1 is the program, $2 its
 * configuration. The program is mounted first, since it may lie in a /tmp that is to be covered.
 */
const START = `
mount -t tmpfs tmpfs /run
mkdir /run/netns
: >/run/rattan
mount --bind "$1" /run/rattan
printf '%s' "$2" >/run/link.toml
mount -t tmpfs tmpfs /tmp
exec /run/rattan run --config /run/link.toml --left-stdout --right-stdout --left-stderr --right-stderr
`
const ALONE = ['setpriv', '--pdeathsig', 'KILL', '--', 'unshare', '--mount', '--pid', '--mount-proc'] as const

/** The link in user space: rattan's two interfaces, moved from its own namespaces into the given ones. */
export async function openRattan(plan: LinkPlan): Promise<Link> {
  const { between, condition, signal } = plan
  const program = findRattan(plan.cacheDir)
  const backendVersion = (await runCommand([program, '--version'], { signal })).split('\n')[0] ?? ''
  const config = rattanConfig(condition, plan.interfaceName)
  const client = openSync(`/run/netns/${between.client}`, 'r')
  const server = openSync(`/run/netns/${between.server}`, 'r')
  let child: ChildProcess
  try {
    const [command, ...argv] = [
      ...ALONE,
      '--fork',
      '--kill-child',
      '--',
      'sh',
      '-ec',
      START,
      'sh',
      program,
      config,
    ]
    child = spawn(command, argv, {
      // 3 and 4 are what the configuration's commands move the interfaces to.
      stdio: ['ignore', 'pipe', 'pipe', client, server],
      env: { ...process.env, RUST_LOG: 'error', NO_COLOR: '1' },
    })
  } finally {
    closeSync(client)
    closeSync(server)
  }
  const ended = new Promise<void>((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', () => resolve())
  })
  const close = async () => {
    child.kill('SIGKILL')
    await ended
  }
  const late = AbortSignal.timeout(START_LIMIT_MS)
  try {
    await interfacesMoved(child, ended, AbortSignal.any([signal, late]))
  } catch (error) {
    await close()
    signal.throwIfAborted()
    if (late.aborted) throw new Error(`rattan was not up after ${START_LIMIT_MS} ms`)
    throw error
  }
  return { backend: 'rattan', backendVersion, condition, [Symbol.asyncDispose]: close }
}

/** Resolves when both interfaces are where they belong; rejects with what rattan says when it ends before. */
async function interfacesMoved(
  child: ChildProcess,
  ended: Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new Error('rattan was started without pipes')
  const errors = text(stderr)
  let said = ''
  const both = new Promise<void>((resolve) => {
    stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.split('\n').filter((line) => line === 'moved').length === 2) resolve()
    })
  })
  const early = ended.then(async () => {
    throw new Error(`rattan ended instead of linking: ${said.trim()} ${(await errors).trim()}`)
  })
  const aborted = once(signal, 'abort').then(() => signal.throwIfAborted())
  signal.throwIfAborted()
  await Promise.race([both, early, aborted])
}
