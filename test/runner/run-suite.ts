import type { FileResult } from './run-file.ts'

/** More files than this that failed and then passed are a fault of the suite, not of the machine's speed. */
export const MOST_FLAKY_FILES = 3

export interface SuiteResult {
  /** The last attempt of each file, in the order given. */
  readonly files: readonly FileResult[]
  /** Failed beside others, passed alone. */
  readonly flaky: readonly FileResult[]
  /** Failed twice. */
  readonly failed: readonly FileResult[]
  /** Not begun, for lack of time. */
  readonly late: readonly string[]
  readonly green: boolean
}

export interface SuiteOptions {
  readonly files: readonly string[]
  /** Files that run at the same time. */
  readonly concurrency: number
  /** Files that measure times or rates of this machine: they run one by one, after the others. Default: none. */
  readonly isAlone?: (file: string) => boolean
  /** Files that mostly wait for a clock: one of them at a time runs beside the `concurrency` others. Default: none. */
  readonly isIdle?: (file: string) => boolean
  readonly runFile: (file: string) => Promise<FileResult>
  readonly onResult: (result: FileResult, attempt: 1 | 2) => void
  /** Whether it is too late to begin another file. One that failed runs once more all the same. Default: never. */
  readonly isLate?: () => boolean
  /** No further file is started once it is aborted; files not run are in no list, and the run is not green. */
  readonly signal?: AbortSignal
}

/**
 * Runs all files, then those that failed once more, one by one. A file that passes alone is flaky: listed, and
 * no reason for red while there are at most `MOST_FLAKY_FILES` of them.
 */
export async function runSuite(options: SuiteOptions): Promise<SuiteResult> {
  const results = new Map<string, FileResult>()
  const isAlone = options.isAlone ?? (() => false)
  const isIdle = options.isIdle ?? (() => false)
  const isLate = options.isLate ?? (() => false)
  const late: string[] = []
  const stopped = (): boolean => options.signal?.aborted ?? false
  const work = async (waiting: string[]): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined && !stopped(); file = waiting.shift()) {
      if (isLate()) {
        late.push(file)
        continue
      }
      const result = await options.runFile(file)
      results.set(file, result)
      options.onResult(result, 1)
    }
  }
  const together = options.files.filter((file) => !isAlone(file) && !isIdle(file))
  const lanes = Array.from({ length: options.concurrency }, () => work(together))
  await Promise.all([...lanes, work(options.files.filter(isIdle))])
  await work(options.files.filter(isAlone))
  const flaky: FileResult[] = []
  const failed: FileResult[] = []
  for (const file of options.files.filter((name) => results.get(name)?.ok === false)) {
    if (stopped()) break
    const again = await options.runFile(file)
    options.onResult(again, 2)
    ;(again.ok ? flaky : failed).push(again)
    results.set(file, again)
  }
  return {
    files: options.files.flatMap((name) => results.get(name) ?? []),
    flaky,
    failed,
    late,
    green: failed.length === 0 && flaky.length <= MOST_FLAKY_FILES && !stopped(),
  }
}
