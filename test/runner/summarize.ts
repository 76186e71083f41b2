import { MOST_FLAKY_FILES, type SuiteResult } from './run-suite.ts'

export interface Summary {
  readonly lines: readonly string[]
  readonly green: boolean
}

/**
 * The last lines of a run: which files are red or flaky, how many tests were skipped for which reason, and the counts. A
 * skip for a reason that is not expected makes the run red; `expected` null expects all.
 */
export function summarize(suite: SuiteResult, expected: readonly RegExp[] | null): Summary {
  const lines: string[] = []
  const skips = countSkips(suite)
  const unexpected = [...skips.keys()].filter((reason) => expected?.every((known) => !known.test(reason)))
  for (const { file } of suite.failed) lines.push(`FAILED twice: ${file}`)
  for (const file of suite.late) lines.push(`NOT RUN for lack of time: ${file}`)
  for (const { file } of suite.flaky) lines.push(`FLAKY (failed, then passed alone): ${file}`)
  if (suite.flaky.length > MOST_FLAKY_FILES) {
    lines.push(`${suite.flaky.length} flaky files, at most ${MOST_FLAKY_FILES} are allowed: red`)
  }
  for (const [reason, count] of skips) {
    const mark = unexpected.includes(reason) ? 'UNEXPECTED SKIP' : 'skipped'
    lines.push(`${mark}: ${count} ${count === 1 ? 'test' : 'tests'}: ${reason}`)
  }
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const { counts, skipped } of suite.files) {
    total.passed += counts.passed
    total.failed += counts.failed
    total.skipped += skipped.length
  }
  lines.push(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
  return { lines, green: suite.green && unexpected.length === 0 }
}

function countSkips(suite: SuiteResult): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { file, skipped } of suite.files) {
    for (const { reason } of skipped) {
      const words = reason === '' ? `no reason given (${file})` : reason
      counts.set(words, (counts.get(words) ?? 0) + 1)
    }
  }
  return counts
}
