// Runs test files with node's test runner: `run-tests.ts [--only PATTERN] [--alone PATTERN] [--idle PATTERN] FILE...`.
// `--only`: tests whose name matches. Three files at a time: many of them wait for servers, browsers and time limits. Files
// whose path matches `--alone` run one by one after the others, those of `--idle`, which mostly wait for a clock, beside
// them. A file that failed runs once more, alone, at the end.
// TOWLINE_TESTS_UNTIL is the second since 1970 from which no further file is begun: those left are named at the end.
// TOWLINE_EXPECTED_SKIPS names a file with the reasons for which a test may be skipped; any other then makes the run red.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { cacheFolder } from '../../crawler/process/cache-folder.ts'
import { readExpectedSkips } from './expected-skips.ts'
import { type FileResult, runFile } from './run-file.ts'
import { runSuite } from './run-suite.ts'
import { summarize } from './summarize.ts'

const FILES_AT_ONCE = 3
const TIMEOUT_MS = 600_000

const { values: options, positionals: files } = parseArgs({
  options: { only: { type: 'string' }, alone: { type: 'string' }, idle: { type: 'string' } },
  allowPositionals: true,
})
if (files.length === 0) {
  console.error('run-tests: no test files were given')
  process.exit(64)
}
const { only, alone, idle } = options

const untilText = process.env.TOWLINE_TESTS_UNTIL
const untilMs = untilText === undefined ? Number.POSITIVE_INFINITY : 1_000 * Number(untilText)
if (Number.isNaN(untilMs)) {
  console.error(`run-tests: TOWLINE_TESTS_UNTIL is not a number of seconds: ${untilText}`)
  process.exit(64)
}

// Each file is a process of its own, which else strips types from hundreds of modules and compiles them.
process.env.NODE_COMPILE_CACHE ??= join(cacheFolder(), 'compiled')

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())

let done = 0
function print(result: FileResult, attempt: 1 | 2): void {
  if (attempt === 1) done += 1
  const place = attempt === 1 ? `${String(done).padStart(4)}/${files.length}` : ' again'
  const { tests } = result.counts
  const seconds = (result.elapsedMs / 1000).toFixed(1)
  console.log(`${place} ${result.ok ? 'ok    ' : 'FAILED'} ${result.file} (${tests}, ${seconds} s)`)
  for (const line of result.diagnostics) console.log(`            ${line}`)
  if (!result.ok) console.log(result.text)
}

const started = performance.now()
const suite = await runSuite({
  files,
  concurrency: FILES_AT_ONCE,
  ...(alone === undefined ? {} : { isAlone: (file) => new RegExp(alone).test(file) }),
  ...(idle === undefined ? {} : { isIdle: (file) => new RegExp(idle).test(file) }),
  runFile: (file) =>
    runFile(file, {
      timeoutMs: TIMEOUT_MS,
      signal: stop.signal,
      ...(only === undefined ? {} : { namePattern: new RegExp(only) }),
    }),
  onResult: print,
  isLate: () => Date.now() >= untilMs,
  signal: stop.signal,
})
const { lines, green } = summarize(suite, readExpectedSkips(process.env.TOWLINE_EXPECTED_SKIPS))
const minutes = ((performance.now() - started) / 60_000).toFixed(1)
console.log(`\n${files.length} files in ${minutes} min`)
for (const line of lines) console.log(line)
process.exit(stop.signal.aborted ? 130 : green ? 0 : 1)
