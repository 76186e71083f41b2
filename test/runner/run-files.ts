import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { run, type TestsStream } from 'node:test'
import { spec } from 'node:test/reporters'
import { GROUP_VARIABLE } from './background-group.ts'

/** A test that did not run, and why: its `skip` option, or what it gave to `t.skip()`. */
export interface SkippedTest {
  readonly name: string
  /** Empty where the test gave no reason. */
  readonly reason: string
}

export interface FileResult {
  readonly file: string
  readonly ok: boolean
  readonly counts: { readonly tests: number; readonly passed: number; readonly failed: number }
  readonly skipped: readonly SkippedTest[]
  /** What `node --test` would have printed, for a reader who looks for the cause of a failure. */
  readonly text: string
  /** `t.diagnostic()` lines of its tests: figures that a test wants read although it passed. */
  readonly diagnostics: readonly string[]
  readonly elapsedMs: number
}

export interface RunFilesOptions {
  /** After which a test that hangs fails, milliseconds. */
  readonly timeoutMs: number
  /** Only tests whose name matches; default all. */
  readonly namePattern?: RegExp
  /** The group that the process joins, of background-group.ts; default none. */
  readonly background?: { readonly procs: string }
  readonly signal?: AbortSignal
}

/** What node's test runner reports; `data` of the types that are read here. */
interface Event {
  readonly type: string
  readonly data: {
    readonly name?: string
    readonly file?: string
    readonly nesting?: number
    readonly skip?: string | boolean
    readonly message?: string
    readonly details?: { readonly type?: string; readonly duration_ms?: number }
    readonly success?: boolean
  }
}

const JOIN_BACKGROUND = resolve(import.meta.dirname, 'join-background.ts')
const ROOM = resolve(import.meta.dirname, 'room.ts')

/**
 * Runs test files in one process, one after the other, each as `node --test` would run it. A file that cannot be
 * imported is not ok; where the process crashes, or exits non-zero although no test failed, all that were not ok by
 * then are not, or all of them: which file was at fault is then found by running each alone.
 */
export async function runFiles(files: readonly string[], options: RunFilesOptions): Promise<FileResult[]> {
  const isRoom = files.length > 1
  const startedMs = performance.now()
  const stream: TestsStream = run({
    files: isRoom ? [ROOM] : [...files],
    ...(isRoom ? { argv: [...files] } : {}),
    isolation: 'process',
    timeout: options.timeoutMs,
    ...(options.background === undefined
      ? {}
      : {
          execArgv: ['--import', JOIN_BACKGROUND],
          env: { ...process.env, [GROUP_VARIABLE]: options.background.procs },
        }),
    ...(options.namePattern === undefined ? {} : { testNamePatterns: options.namePattern }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  })
  const events: Event[] = []
  for await (const event of stream) events.push(event as Event)
  const elapsedMs = performance.now() - startedMs
  const success = events.findLast(({ type, data }) => type === 'test:summary' && data.file === undefined)
    ?.data.success
  if (!isRoom) return [await resultOf(files[0] ?? '', events, { ok: success === true, elapsedMs })]
  const ended = endedSuites(events)
  const byFile = files.map((file) => {
    const { own = [], end } = ended.get(resolve(file)) ?? {}
    return { file, own, ok: end?.type === 'test:pass', elapsedMs: end?.data.details?.duration_ms ?? 0 }
  })
  // One of the files left a handle, an exit code or a late error behind, and nothing tells which.
  const onlyProcessFailed = success !== true && byFile.every(({ ok }) => ok)
  return Promise.all(
    byFile.map(({ file, own, ok, elapsedMs: ownMs }) =>
      resultOf(
        file,
        own,
        { ok: ok && !onlyProcessFailed, elapsedMs: ownMs },
        own.length === 0 ? events : own,
      ),
    ),
  )
}

/**
 * The suites of a room that ended, by the paths of their files: all events of a suite are reported before its end. They
 * cannot be told by their own file, which is that of whoever called `test()`.
 */
function endedSuites(events: readonly Event[]): Map<string, { own: Event[]; end: Event }> {
  const suites = new Map<string, { own: Event[]; end: Event }>()
  let own: Event[] = []
  for (const event of events) {
    own.push(event)
    const { type, data } = event
    if (data.nesting !== 0 || (type !== 'test:pass' && type !== 'test:fail')) continue
    suites.set(data.name ?? '', { own, end: event })
    own = []
  }
  return suites
}

/** @param shown events that tell the cause where the file is not ok */
async function resultOf(
  file: string,
  events: readonly Event[],
  { ok: passed, elapsedMs }: { readonly ok: boolean; readonly elapsedMs: number },
  shown: readonly Event[] = events,
): Promise<FileResult> {
  const counts = { tests: 0, passed: 0, failed: 0 }
  const skipped: SkippedTest[] = []
  const diagnostics: string[] = []
  for (const { type, data } of events) {
    // Diagnostics without a file are the run's own summary.
    if (type === 'test:diagnostic' && data.file !== undefined) diagnostics.push(data.message ?? '')
    if (type !== 'test:pass' && type !== 'test:fail') continue
    if (data.skip !== undefined && data.skip !== false) {
      skipped.push({ name: data.name ?? '', reason: typeof data.skip === 'string' ? data.skip : '' })
    }
    // The file itself is a test where it has none, or fails to be imported.
    if (data.details?.type === 'suite' || resolve(data.name ?? '') === resolve(file)) continue
    counts.tests += 1
    if (type === 'test:fail') counts.failed += 1
    else if (data.skip === undefined || data.skip === false) counts.passed += 1
  }
  // A file that proves nothing is at fault, as one whose tests are left out by a condition without a word.
  const ok = passed && counts.tests + skipped.length > 0
  if (!ok && counts.failed === 0) counts.failed = 1
  const text = ok ? '' : passed ? 'the file has no test\n' : await formatAsSpec(shown)
  return { file, ok, counts, skipped, diagnostics, elapsedMs, text }
}

async function formatAsSpec(events: readonly unknown[]): Promise<string> {
  let text = ''
  for await (const chunk of Readable.from(events).compose(new spec())) text += String(chunk)
  return text
}
