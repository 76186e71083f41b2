import { spawn } from 'node:child_process'
import type { FileResult } from './run-files.ts'

export interface RunCheckOptions {
  readonly signal: AbortSignal
  /** The group that the process joins, of background-group.ts; default none. */
  readonly background?: { readonly procs: string }
}

/** Runs a command of the shell that proves something beside the tests, and counts as one: types, lint, tests of Rust. */
export async function runCheck(
  command: string,
  { signal, background }: RunCheckOptions,
): Promise<FileResult> {
  const startedMs = performance.now()
  const join = background === undefined ? '' : `echo $$ >'${background.procs}' || exit\n`
  const child = spawn('bash', ['-c', `${join}${command}`], { stdio: ['ignore', 'pipe', 'pipe'], signal })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  }
  const ok = await new Promise<boolean>((resolve) => {
    child.once('close', (code) => resolve(code === 0))
    // An abort ends the command, and is reported here first.
    child.once('error', (error) => (text += `${error.message}\n`))
  })
  return {
    file: command,
    ok,
    counts: { tests: 1, passed: ok ? 1 : 0, failed: ok ? 0 : 1 },
    skipped: [],
    diagnostics: [],
    elapsedMs: performance.now() - startedMs,
    text: ok ? '' : text,
  }
}
