import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { ENTRY } from '../../../cli/options/entry.ts'
import type { Sandbox } from '../../../lab/sandbox/open.ts'
import { environment } from '../../cli/towline.ts'

/** A worker that is running, or has ended. */
export interface RunningWorker extends AsyncDisposable {
  readonly child: ChildProcess
  readonly ended: Promise<{
    readonly code: number | null
    readonly signal: string | null
    readonly stderr: string
  }>
  /** Resolves when it has said this. */
  says(words: string | RegExp): Promise<void>
}

/** The command line of `towline …` in the sandbox's client, with a database. */
export function startTowline(sandbox: Sandbox, database: string, args: readonly string[]): ChildProcess {
  const [program = '', ...argv] = sandbox.command([process.execPath, ENTRY, ...args])
  return spawn(program, argv, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment({ DATABASE_URL: database }),
  })
}

/** Starts a worker in the sandbox's client. */
export function startWorker(
  sandbox: Sandbox,
  database: string,
  vantage: string,
  flags: readonly string[] = [],
): RunningWorker {
  const child = startTowline(sandbox, database, [
    ...['worker', '--vantage', vantage, '--resolver', sandbox.resolver, '--ca', sandbox.caFile],
    ...['--allow-address', sandbox.allowCidrs.join(','), '--per-address', '256'],
    ...['--reference', sandbox.sites[0]?.domain ?? '', ...flags],
  ])
  return watched(child)
}

/** Starts a worker that needs no network; of surveys, where `flags` say nothing else. */
export function localWorker(
  database: string,
  cwd: string,
  vantage: string,
  flags: readonly string[] = [],
): RunningWorker {
  const words = ['worker', '--vantage', vantage, '--takes', 'survey', '--reference', 'nowhere.invalid']
  const child = spawn(process.execPath, [ENTRY, ...words, '--resolver', '127.0.0.1:9', ...flags], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment({ DATABASE_URL: database }),
  })
  return watched(child)
}

function watched(child: ChildProcess): RunningWorker {
  let said = ''
  child.stdout?.resume()
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk
  })
  const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal, stderr: said }))
  return {
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
    },
    child,
    ended,
    async says(words) {
      const found = (): boolean => (typeof words === 'string' ? said.includes(words) : words.test(said))
      while (!found()) {
        const end = await Promise.race([once(child.stderr ?? child, 'data').then(() => null), ended])
        if (end !== null && !found())
          throw new Error(`the worker ended (${end.code}, ${end.signal}): ${said}`)
      }
    },
  }
}

/** Runs a command to its end. Rejects where it fails. */
export async function runTowline(
  sandbox: Sandbox,
  database: string,
  args: readonly string[],
): Promise<string> {
  const child = startTowline(sandbox, database, args)
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout ?? process.stdin),
    text(child.stderr ?? process.stdin),
    once(child, 'exit') as Promise<[number | null]>,
  ])
  if (code !== 0) throw new Error(`towline ${args.join(' ')} ended with ${code}: ${stderr}`)
  return stdout
}

/** The options of a survey of the sandbox. */
export function surveyWords(sandbox: Sandbox): string[] {
  return ['--list', sandbox.listFile, '--allow-address', sandbox.allowCidrs.join(',')]
}
