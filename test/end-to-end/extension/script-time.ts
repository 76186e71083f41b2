/** An event of Chromium's trace (Trace Event Format), as far as it is needed. Times in microseconds. */
export interface TraceEvent {
  readonly name: string
  readonly ph: string
  /** On the clock of its thread, which stands still while the thread does not run. */
  readonly tts?: number
  readonly tdur?: number
  readonly args?: { readonly data?: { readonly url?: string }; readonly fileName?: string }
}

/** Events in which a script is read, run, or called back. */
const NAMES = new Set(['EvaluateScript', 'FunctionCall', 'v8.compile', 'v8.run'])

/**
 * Processor time of the scripts whose address the test holds for, milliseconds: compiling, running, callbacks. Events lie
 * within each other, so it is the length of their union. Tracing itself makes it somewhat longer than it is.
 */
export function scriptTimeMs(events: readonly TraceEvent[], isOurs: (url: string) => boolean): number {
  const spans = events
    .filter(
      ({ name, ph, args }) =>
        NAMES.has(name) && ph === 'X' && isOurs(args?.data?.url ?? args?.fileName ?? ''),
    )
    .map(({ tts = 0, tdur = 0 }) => ({ from: tts, to: tts + tdur }))
    .toSorted((a, b) => a.from - b.from)
  let [sum, end] = [0, -Infinity]
  for (const { from, to } of spans) {
    sum += Math.max(0, to - Math.max(from, end))
    end = Math.max(end, to)
  }
  return sum / 1_000
}
