import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { HARDWARE } from '../link/backend/veth.ts'
import { findLabProgram } from '../process/find-program.ts'
import { IN_REAL_TIME, mayRunInRealTime } from '../process/real-time.ts'
import { runCommand } from '../process/run-command.ts'
import type { Namespaces } from './network.ts'

/** Round trips between the client and the servers, milliseconds, each packet of an address with the same. */
export interface RoundTrips {
  /** Addresses take them in turn. */
  readonly ms: readonly number[]
  /** Delays of single addresses. */
  readonly special: Readonly<Record<string, number>>
}

/** Frames that wait for the program to read them; those beyond are lost. */
const QUEUE_FRAMES = 100_000

/** Makes the interface of both namespaces, down, as taps of a program that delays each packet by its server's address. */
export async function openDelays(
  names: Namespaces,
  interfaceName: string,
  { ms, special }: RoundTrips,
  cacheDir: string,
  signal: AbortSignal,
): Promise<AsyncDisposable> {
  const program = findLabProgram('towline-delay', cacheDir)
  for (const end of ['client', 'server'] as const) {
    const run = (...argv: string[]) => runCommand(['ip', '-netns', names[end], ...argv], { signal })
    await run('tuntap', 'add', 'dev', interfaceName, 'mode', 'tap')
    await run('link', 'set', interfaceName, 'address', HARDWARE[end], 'txqueuelen', String(QUEUE_FRAMES))
  }
  const specials = Object.entries(special).map(([address, specialMs]) => `${address}=${specialMs}`)
  const argv = [program, names.client, names.server, interfaceName, ms.join(','), ...specials]
  const [command = '', ...rest] = [...((await mayRunInRealTime()) ? IN_REAL_TIME : []), ...argv]
  const child = spawn(command, rest, { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const lines = createInterface(child.stdout)
  await Promise.race([
    once(lines, 'line', { signal }),
    ended.then(([code]) =>
      Promise.reject(new Error(`towline-delay ended (${code}) instead of joining taps`)),
    ),
  ])
  return {
    async [Symbol.asyncDispose]() {
      child.stdin.end()
      await ended
    },
  }
}
