import { Readable } from 'node:stream'
import { run, type TestsStream } from 'node:test'
import { spec } from 'node:test/reporters'

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

export interface RunFileOptions {
  /** After which a test that hangs fails, milliseconds. */
  readonly timeoutMs: number
  /** Only tests whose name matches; default all. */
  readonly namePattern?: RegExp
  readonly signal?: AbortSignal
}

/** Runs one test file in a process of its own. A file that crashes, or whose process exits non-zero, is not ok. */
export async function runFile(file: string, options: RunFileOptions): Promise<FileResult> {
  const events: unknown[] = []
  const skipped: SkippedTest[] = []
  const diagnostics: string[] = []
  let counts = { tests: 0, passed: 0, failed: 1 }
  let ok = false
  const startedMs = performance.now()
  const stream: TestsStream = run({
    files: [file],
    isolation: 'process',
    timeout: options.timeoutMs,
    ...(options.namePattern === undefined ? {} : { testNamePatterns: options.namePattern }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  })
  for await (const event of stream) {
    events.push(event)
    if (event.type === 'test:pass' && event.data.skip !== undefined && event.data.skip !== false) {
      const { skip, name } = event.data
      skipped.push({ name, reason: typeof skip === 'string' ? skip : '' })
    }
    // Diagnostics without a file are the run's own summary.
    if (event.type === 'test:diagnostic' && event.data.file !== undefined)
      diagnostics.push(event.data.message)
    if (event.type === 'test:summary' && event.data.file === undefined) {
      const { tests, passed, failed, cancelled } = event.data.counts
      counts = { tests, passed, failed: failed + cancelled }
      ok = event.data.success
    }
  }
  const elapsedMs = performance.now() - startedMs
  return { file, ok, counts, skipped, diagnostics, elapsedMs, text: ok ? '' : await formatAsSpec(events) }
}

async function formatAsSpec(events: readonly unknown[]): Promise<string> {
  let text = ''
  for await (const chunk of Readable.from(events).compose(new spec())) text += String(chunk)
  return text
}
