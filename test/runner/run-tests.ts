// Runs test files with node's test runner: `run-tests.ts [OPTION]... FILE...`. Files of one folder share a process. A file that
// failed runs once more, alone.
//   --at-once N            processes that run at a time; default 3: many tests wait for servers, browsers and time limits.
//                          One more runs while the machine has time to spare
//   --own-process PATTERN  files whose path matches share no process
//   --alone PATTERN        these measure times and run one by one: beside the others where a control group can hold those back,
//                          else after them
//   --quiet-below SHARE    beside other work a control group would get nothing: there is one only where less than this share
//                          of the processors is used when the tests begin; default 0.3
//   --idle PATTERN         these mostly wait for a clock: they run beside the others
//   --only PATTERN         only tests whose name matches
//   --check COMMAND        a command that counts as a test (more than one may be given)
//   --set-up-seconds N     for the last lines
// TOWLINE_TESTS_UNTIL is the second since 1970 from which no further file is begun: those left are named, and red.
// TOWLINE_EXPECTED_SKIPS names a file with the reasons for which a test may be skipped; any other then makes the run red.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { cacheFolder } from '../../crawler/process/cache-folder.ts'
import { openBackgroundGroup } from './background-group.ts'
import { readExpectedSkips } from './expected-skips.ts'
import { useMemoryFolder } from './memory-folder.ts'
import { roomsOf } from './rooms.ts'
import { runCheck } from './run-check.ts'
import { type FileResult, runFiles } from './run-files.ts'
import { runSuite } from './run-suite.ts'
import { summarize } from './summarize.ts'
import { usedShare, watchIdle } from './watch-idle.ts'

const TIMEOUT_MS = 600_000
const QUIET_LOOK_MS = 2_000

const { values: options, positionals: files } = parseArgs({
  options: {
    only: { type: 'string' },
    'at-once': { type: 'string', default: '3' },
    'own-process': { type: 'string' },
    alone: { type: 'string' },
    idle: { type: 'string' },
    'quiet-below': { type: 'string', default: '0.3' },
    check: { type: 'string', multiple: true, default: [] },
    'set-up-seconds': { type: 'string', default: '0' },
  },
  allowPositionals: true,
})
const checks = new Set(options.check)
if (files.length === 0) {
  console.error('run-tests: no test files were given')
  process.exit(64)
}
const { only, 'own-process': ownProcess, alone, idle } = options
const matches = (pattern: string | undefined, file: string): boolean =>
  pattern !== undefined && new RegExp(pattern).test(file)
const isAlone = (file: string): boolean => matches(alone, file)
const isIdle = (file: string): boolean => matches(idle, file)

const untilText = process.env.TOWLINE_TESTS_UNTIL
const untilMs = untilText === undefined ? Number.POSITIVE_INFINITY : 1_000 * Number(untilText)
if (Number.isNaN(untilMs)) {
  console.error(`run-tests: TOWLINE_TESTS_UNTIL is not a number of seconds: ${untilText}`)
  process.exit(64)
}

// A process would else strip types from hundreds of modules and compile them.
process.env.NODE_COMPILE_CACHE ??= join(cacheFolder(), 'compiled')
useMemoryFolder()

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())

let done = 0
function print(result: FileResult, attempt: 1 | 2): void {
  if (attempt === 1) done += 1
  const place = attempt === 1 ? `${String(done).padStart(4)}/${files.length + checks.size}` : ' again'
  const { tests } = result.counts
  const seconds = (result.elapsedMs / 1000).toFixed(1)
  console.log(`${place} ${result.ok ? 'ok    ' : 'FAILED'} ${result.file} (${tests}, ${seconds} s)`)
  for (const line of result.diagnostics) console.log(`            ${line}`)
  if (!result.ok) console.log(result.text)
}

const started = performance.now()
const isQuiet = async (): Promise<boolean> =>
  (await usedShare(QUIET_LOOK_MS)) < Number(options['quiet-below'])
const background = files.some(isAlone) && (await isQuiet()) ? openBackgroundGroup() : null
const suite = await runSuite({
  rooms: [
    ...options.check.map((command) => [command]),
    ...roomsOf(files, (file) => !matches(ownProcess, file) && !isAlone(file) && !isIdle(file)),
  ],
  concurrency: Number(options['at-once']),
  watchIdle,
  isAlone,
  background,
  isIdle,
  runFiles: async (room, inBackground) => {
    const [first = ''] = room
    const how = {
      signal: stop.signal,
      ...(background !== null && inBackground ? { background } : {}),
    }
    if (checks.has(first)) return [await runCheck(first, how)]
    return runFiles(room, {
      ...how,
      timeoutMs: TIMEOUT_MS,
      ...(only === undefined ? {} : { namePattern: new RegExp(only) }),
    })
  },
  onResult: print,
  isLate: () => Date.now() >= untilMs,
  signal: stop.signal,
})
background?.[Symbol.dispose]()
const { lines, green } = summarize(suite, readExpectedSkips(process.env.TOWLINE_EXPECTED_SKIPS))
const minutes = (ms: number): string => (ms / 60_000).toFixed(1)
const setUp = minutes(1_000 * Number(options['set-up-seconds']))
console.log(`\n${files.length} files in ${minutes(performance.now() - started)} min, set-up ${setUp} min`)
for (const line of lines) console.log(line)
process.exit(stop.signal.aborted ? 130 : green ? 0 : 1)
