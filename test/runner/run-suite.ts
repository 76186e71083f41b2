import type { FileResult } from './run-files.ts'

/** Rooms begun beside the others, one by one, while the processors have time to spare: many tests wait. */
const MOST_SPARE_ROOMS = 4

/** More files than this that failed and then passed are a fault of the suite, not of the machine's speed. */
export const MOST_FLAKY_FILES = 3

export interface SuiteResult {
  /** The last attempt of each file, in the order given. */
  readonly files: readonly FileResult[]
  /** Failed beside others, passed alone. */
  readonly flaky: readonly FileResult[]
  /** Failed twice. */
  readonly failed: readonly FileResult[]
  /** Not begun, for lack of time: a run that knows nothing of them is not green. */
  readonly late: readonly string[]
  readonly green: boolean
}

export interface SuiteOptions {
  /** Files by the process that they share. */
  readonly rooms: readonly (readonly string[])[]
  /** Rooms that run at the same time; up to `MOST_SPARE_ROOMS` more while the machine has time to spare. */
  readonly concurrency: number
  /** Calls back whenever the machine has time for another room, until it is disposed of. Default: it never has. */
  readonly watchIdle?: (onSpare: () => void) => Disposable
  /**
   * Files that measure times or rates of this machine: their rooms run one by one, after the others, or beside them where
   * these can run in the background. Default: none.
   */
  readonly isAlone?: (file: string) => boolean
  /** Null: rooms cannot run in the background. `end` is called once no file is left that measures. Default null. */
  readonly background?: { readonly end: () => void } | null
  /** Files that mostly wait for a clock: one room of them runs beside the `concurrency` others. Default: none. */
  readonly isIdle?: (file: string) => boolean
  /** Resolves to one result a file, in the order given. In the background they take only time that others leave. */
  readonly runFiles: (files: readonly string[], inBackground: boolean) => Promise<readonly FileResult[]>
  readonly onResult: (result: FileResult, attempt: 1 | 2) => void
  /** Whether it is too late to begin another room. A file that failed runs once more all the same. Default: never. */
  readonly isLate?: () => boolean
  /** No further room is started once it is aborted; files not run are in no list, and the run is not green. */
  readonly signal?: AbortSignal
}

/**
 * Runs all files, then those that failed once more, each in a process of its own, one by one. A file that passes alone is
 * flaky: listed, and no reason for red while there are at most `MOST_FLAKY_FILES` of them. A file that was not begun is red.
 */
export async function runSuite(options: SuiteOptions): Promise<SuiteResult> {
  const results = new Map<string, FileResult>()
  const { isAlone = () => false, isIdle = () => false, isLate = () => false } = options
  const late: string[] = []
  const stopped = (): boolean => options.signal?.aborted ?? false
  const background = options.background ?? null
  let isMeasuring = background !== null
  const work = async (waiting: (readonly string[])[], measures = false): Promise<void> => {
    for (let room = waiting.shift(); room !== undefined && !stopped(); room = waiting.shift()) {
      if (isLate()) {
        late.push(...room)
        continue
      }
      for (const result of await options.runFiles(room, isMeasuring && !measures)) {
        results.set(result.file, result)
        options.onResult(result, 1)
      }
    }
  }
  const roomsWhere = (isOf: (file: string) => boolean): (readonly string[])[] =>
    options.rooms.filter((room) => room.some(isOf))
  const together = options.rooms.filter((room) => !room.some(isAlone) && !room.some(isIdle))
  const measure = async (): Promise<void> => {
    await work(roomsWhere(isAlone), true)
    isMeasuring = false
  }
  const lanes = Array.from({ length: options.concurrency }, () => work(together))
  const more = new Set<Promise<void>>()
  {
    using _ = options.watchIdle?.(() => {
      const [room] = more.size < MOST_SPARE_ROOMS ? together.splice(0, 1) : []
      if (room === undefined) return
      const running = work([room]).finally(() => more.delete(running))
      more.add(running)
    })
    await Promise.all([
      ...lanes,
      work(roomsWhere(isIdle)),
      ...(background === null ? [] : [measure().finally(background.end)]),
    ])
  }
  await Promise.all(more)
  if (background === null) await measure()
  const flaky: FileResult[] = []
  const failed: FileResult[] = []
  const files = options.rooms.flat()
  for (const file of files.filter((name) => results.get(name)?.ok === false)) {
    if (stopped()) break
    for (const again of await options.runFiles([file], false)) {
      options.onResult(again, 2)
      ;(again.ok ? flaky : failed).push(again)
      results.set(file, again)
    }
  }
  return {
    files: files.flatMap((name) => results.get(name) ?? []),
    flaky,
    failed,
    late,
    green: failed.length === 0 && late.length === 0 && flaky.length <= MOST_FLAKY_FILES && !stopped(),
  }
}
