import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ENTRY } from '../../cli/options/entry.ts'
import type { Sandbox } from '../../lab/sandbox/open.ts'

export interface WorkersOptions {
  readonly sandbox: Sandbox
  /** Of the database. */
  readonly url: string
  readonly count: number
  /** Options of `towline worker`. */
  readonly flags: readonly string[]
  /** Gets what each worker says, in a file of its own. */
  readonly folder: string
}

/** Workers of one vantage point, each in a client of the sandbox where there are so many. */
export interface Workers extends AsyncDisposable {
  /** Ends one as the kernel does, with SIGKILL, and starts another in its place. */
  replace(index: number): void
  /** Starts those anew that have ended by themselves, as one does that finds no database. */
  revive(): void
  /** Resolves when each takes jobs. */
  ready(): Promise<void>
  /** Ends them as SIGTERM does, when the jobs under way are done. */
  drain(): Promise<void>
  /** The last warnings of each. */
  lastWarnings(most: number): Promise<string[]>
}

const LOOK_EVERY_MS = 100

/** A vantage point for all of them. */
const VANTAGE = 'here'

export const networkFlags = (sandbox: Sandbox): string[] => ['--allow-address', sandbox.allowCidrs.join(',')]

export function startWorkers({ sandbox, url, count, flags, folder }: WorkersOptions): Workers {
  const argv = [
    ...[process.execPath, ENTRY, 'worker', '--vantage', VANTAGE, ...flags, ...networkFlags(sandbox)],
    ...['--resolver', sandbox.resolver, '--ca', sandbox.caFile],
    ...['--reference', sandbox.sites[0]?.domain ?? ''],
  ]
  const logFile = (index: number): string => join(folder, `worker-${index}.log`)
  const start = (index: number, flag: 'w' | 'a'): ChildProcess => {
    const [program = '', ...rest] = sandbox.command(argv, index % sandbox.clients)
    const log = openSync(logFile(index), flag)
    try {
      return spawn(program, rest, {
        stdio: ['ignore', log, log],
        env: { ...process.env, DATABASE_URL: url },
      })
    } finally {
      closeSync(log)
    }
  }
  const workers = Array.from({ length: count }, (_, index) => start(index, 'w'))
  const said = (): Promise<string[]> =>
    Promise.all(workers.map((_, index) => readFile(logFile(index), 'utf8')))
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ending = workers
      .filter((worker) => !hasEnded(worker))
      .map(async (worker) => {
        const exited = once(worker, 'exit')
        worker.kill(signal)
        await exited
      })
    await Promise.all(ending)
  }
  return {
    replace(index) {
      workers[index]?.kill('SIGKILL')
      workers[index] = start(index, 'a')
    },
    revive() {
      for (const [index, worker] of workers.entries())
        if (hasEnded(worker)) workers[index] = start(index, 'a')
    },
    async ready() {
      while (!(await said()).every((text) => text.includes(`${VANTAGE} takes jobs`))) {
        const ended = workers.findIndex(hasEnded)
        if (ended >= 0) throw new Error(`worker ${ended} ended: ${(await said())[ended]}`)
        await sleep(LOOK_EVERY_MS)
      }
    },
    drain: () => end('SIGTERM'),
    async lastWarnings(most) {
      return (await said()).flatMap((text, index) =>
        text
          .split('\n')
          .filter((line) => line.startsWith('towline: '))
          .slice(-most)
          .map((line) => `worker ${index}: ${line}`),
      )
    },
    [Symbol.asyncDispose]: () => end('SIGKILL'),
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

/** Runs a command of towline to its end in the sandbox. Rejects where it fails. */
export async function runTowline(sandbox: Sandbox, url: string, args: readonly string[]): Promise<void> {
  const [program = '', ...argv] = sandbox.command([process.execPath, ENTRY, ...args])
  // Standard output is for results.
  const child = spawn(program, argv, { stdio: ['ignore', 2, 2], env: { ...process.env, DATABASE_URL: url } })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`towline ${args.slice(0, 3).join(' ')} ended with ${code}`)
}
