import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readText } from '../../crawler/files/read-file.ts'
import { RefusedFile } from '../../crawler/files/refused-file.ts'
import type { CheckOutcome } from '../../db/checks/check-leases.ts'
import { EXIT } from '../exit/exit-codes.ts'
import { ENTRY } from '../options/entry.ts'
import { countText, visible } from '../output/text.ts'
import { type FromWorker, orderEnvironment } from '../worker/worker-order.ts'

const FOLDER = 'check-'

/** No check takes longer: 18 loads of a slow page have 30 s each. */
const CHECK_LIMIT_MS = 600_000
/** Says for what it has open to be closed; then it is killed, and its browsers end with it. */
const END_MS = 20_000
/** Size of the page and of the JSON, some ten times what a large site's take. */
const LARGEST_BYTES = 4_000_000
const LONGEST_REASON = 400
/** Characters kept of its error stream, whose end says why there is no result. */
const TAIL_CHARACTERS = 8_000

interface CheckProcessOptions {
  /** Options of `towline check` that the operator has set for all checks. */
  readonly words: readonly string[]
  readonly folder: string
  readonly signal: AbortSignal
  /** Limits the whole check. Default 10 minutes. */
  readonly limitMs?: number
  /** Gets what went wrong here rather than with the page, for the operator alone. */
  readonly warn: (line: string) => void
}

/**
 * Runs `towline check` for one URL in a process of its own, which ends where this one does; its folder is gone with it. Rejects
 * where it was stopped by the signal.
 */
export async function runCheckProcess(url: string, options: CheckProcessOptions): Promise<CheckOutcome> {
  const { signal, warn } = options
  const folder = await mkdtemp(join(options.folder, FOLDER))
  try {
    const json = join(folder, 'result.json')
    const ended = await runToEnd([url, '--folder', folder, '--json', json], options)
    signal.throwIfAborted()
    if (ended.late) return { reason: `It took longer than ${limitText(options)}.` }
    return await outcomeOf(folder, json, ended, warn)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Ended {
  readonly code: number | null
  readonly stderr: string
  readonly late: boolean
}

async function runToEnd(args: readonly string[], options: CheckProcessOptions): Promise<Ended> {
  const { words, signal, limitMs = CHECK_LIMIT_MS } = options
  const child = spawn(process.execPath, [...process.execArgv, ENTRY, 'check', ...args, ...words], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // It is a worker of this process: it ends at once where this process is gone.
    env: {
      ...process.env,
      ...orderEnvironment({ surveyId: null, part: { index: 0, count: 1 }, options: null, fates: [] }),
    },
    // The terminal's Ctrl-C is for this process, which passes it on.
    detached: true,
  })
  child.on('message', (message: FromWorker) => {
    if (message.kind === 'survey' && child.connected) child.send({ kind: 'alone' }, () => {})
  })
  let stderr = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-TAIL_CHARACTERS)
  })
  let late = false
  let kill: NodeJS.Timeout | undefined
  const end = (): void => {
    child.kill('SIGTERM')
    kill ??= setTimeout(() => child.kill('SIGKILL'), END_MS)
  }
  const limit = setTimeout(() => {
    late = true
    end()
  }, limitMs)
  if (signal.aborted) end()
  else signal.addEventListener('abort', end)
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, stderr, late }
  } finally {
    signal.removeEventListener('abort', end)
    clearTimeout(limit)
    clearTimeout(kill)
  }
}

/** Says how a check ends that has a result: with a verdict, without one, or short of loads since this machine was busy. */
const WITH_RESULT: readonly (number | null)[] = [EXIT.ok, EXIT.noResult, EXIT.tempFail]

/** A check that measured something has a result, whatever the verdict. */
async function outcomeOf(
  folder: string,
  json: string,
  { code, stderr }: Ended,
  warn: (line: string) => void,
): Promise<CheckOutcome> {
  const page = (await readdir(folder)).find((name) => name.endsWith('.html'))
  if (page !== undefined && WITH_RESULT.includes(code)) {
    try {
      const read = (file: string) => readText(file, { maxBytes: LARGEST_BYTES, within: folder })
      return { result: await read(json), report: await read(join(folder, page)) }
    } catch (error) {
      if (!(error instanceof RefusedFile)) throw error
      return { reason: 'Its result is too large to be kept.' }
    }
  }
  const last = stderr.trimEnd().split('\n').at(-1) ?? ''
  const line = visible(last.replace(/^towline: /, '')).slice(0, LONGEST_REASON)
  // A fault of the page is everybody's to know; a fault of this machine is its operator's.
  if (code === EXIT.data || code === EXIT.usage) return { reason: line }
  warn(`a check ended with ${code ?? 'a signal'}: ${line}`)
  return { reason: 'The check could not be run here.' }
}

const limitText = ({ limitMs = CHECK_LIMIT_MS }: CheckProcessOptions): string =>
  countText(Math.ceil(limitMs / 60_000), 'minute')

/** Makes the folder that checks have theirs in, and takes out what a server that was killed left there. */
export async function openChecksFolder(folder: string, nowMs: number): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    const left = join(folder, name)
    // That of another server's check is younger, and may be gone by now.
    const { mtimeMs = nowMs } = statSync(left, { throwIfNoEntry: false }) ?? {}
    if (name.startsWith(FOLDER) && nowMs - mtimeMs > 2 * CHECK_LIMIT_MS) await rm(left, { recursive: true })
  }
  return folder
}
