// Runs test files with node's test runner: `run-tests.ts [--only PATTERN] FILE...`. Two files at a time: the suites start real
// servers, and timing of network operations is part of what they check. A file that failed runs once more, alone, at the end.
// TOWLINE_EXPECTED_SKIPS names a file with the reasons for which a test may be skipped; any other then makes the run red.
import { readExpectedSkips } from './expected-skips.ts'
import { type FileResult, runFile } from './run-file.ts'
import { runSuite } from './run-suite.ts'
import { summarize } from './summarize.ts'

const FILES_AT_ONCE = 2
const TIMEOUT_MS = 600_000

const words = process.argv.slice(2)
const pattern = words[0] === '--only' ? words.splice(0, 2)[1] : undefined
if (words.length === 0) {
  console.error('run-tests: no test files were given')
  process.exit(64)
}

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())

let done = 0
function print(result: FileResult, attempt: 1 | 2): void {
  if (attempt === 1) done += 1
  const place = attempt === 1 ? `${String(done).padStart(4)}/${words.length}` : ' again'
  const { tests } = result.counts
  console.log(`${place} ${result.ok ? 'ok    ' : 'FAILED'} ${result.file} (${tests})`)
  for (const line of result.diagnostics) console.log(`            ${line}`)
  if (!result.ok) console.log(result.text)
}

const started = performance.now()
const suite = await runSuite({
  files: words,
  concurrency: FILES_AT_ONCE,
  runFile: (file) =>
    runFile(file, {
      timeoutMs: TIMEOUT_MS,
      signal: stop.signal,
      ...(pattern === undefined ? {} : { namePattern: new RegExp(pattern) }),
    }),
  onResult: print,
  signal: stop.signal,
})
const { lines, green } = summarize(suite, readExpectedSkips(process.env.TOWLINE_EXPECTED_SKIPS))
const minutes = ((performance.now() - started) / 60_000).toFixed(1)
console.log(`\n${words.length} files in ${minutes} min`)
for (const line of lines) console.log(line)
process.exit(stop.signal.aborted ? 130 : green ? 0 : 1)
