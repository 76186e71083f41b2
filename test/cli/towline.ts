import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { ENTRY } from '../../cli/options/entry.ts'

/** What the command left behind when it had ended. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  /** Working folder: what the command makes by default is made below it. */
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  /** Program and arguments that the command is started by: `unshare …`. */
  readonly under?: readonly string[]
}

/** Runs the real command to its end, with nothing of the caller's settings. */
export async function towline(args: readonly string[], options: RunOptions): Promise<Ended> {
  const [program = '', ...rest] = [...(options.under ?? []), process.execPath, ENTRY, ...args]
  const child = spawn(program, rest, {
    cwd: options.cwd,
    env: environment(options.env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ])
  return { code, stdout, stderr }
}

/** The same without a process of its own: what is only read and refused is over in a moment. */
export async function towlineHere(
  t: TestContext,
  args: readonly string[],
  ownEnv: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const written = { stdout: '', stderr: '' }
  const { env } = process
  for (const name of ['stdout', 'stderr'] as const) {
    const write = process[name].write.bind(process[name])
    t.mock.method(process[name], 'write', (chunk: string | Uint8Array) => {
      // The test runner reports on the same stream, in bytes.
      if (typeof chunk !== 'string') return write(chunk)
      written[name] += chunk
      return true
    })
  }
  process.env = environment(ownEnv)
  try {
    const { main } = await import('../../cli/main.ts')
    return { code: await main(args), ...written }
  } finally {
    process.env = env
    t.mock.restoreAll()
  }
}

/** The words of a command line, parted by spaces and line ends; a value that is put in is never parted. */
export function argv(text: TemplateStringsArray, ...values: readonly (string | number)[]): string[] {
  let next = 0
  const words = text.join('\0').trim().split(/\s+/)
  return words.map((word) => word.replaceAll('\0', () => String(values[next++])))
}

/** The caller's environment without what would set an option. */
export function environment(own: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(TOWLINE_|DATABASE_URL$)/.test(name))
  return { ...Object.fromEntries(kept), ...own }
}

/** A folder of its own, gone with all that is in it. */
export async function temporaryFolder(): Promise<{ readonly path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'cli-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** Lines of a text, without an empty last one. */
export function linesOf(output: string): string[] {
  return output.split('\n').filter((line) => line !== '')
}
