import type { Filmstrip } from '../../../server/contract/contract.ts'

/** Seconds between two columns, as the address has them. */
const STEPS_S = ['0.1', '0.5', '1', '5'] as const

type StepS = (typeof STEPS_S)[number]

/** More columns than that are no filmstrip to look at; finer steps are not offered. */
const MOST_COLUMNS = 150

/** Up to so many columns the finest step is taken where none is chosen. */
const EASY_COLUMNS = 31

/** The steps that a load of this length can be shown in, the finest first; the last always. */
export function stepsFor(endMs: number): readonly StepS[] {
  const fitting = STEPS_S.filter((step) => columnTimes(endMs, step).length <= MOST_COLUMNS)
  return fitting.length === 0 ? STEPS_S.slice(-1) : fitting
}

export function defaultStep(endMs: number): StepS {
  const steps = stepsFor(endMs)
  return steps.find((step) => columnTimes(endMs, step).length <= EASY_COLUMNS) ?? steps.at(-1) ?? '5'
}

/** Times of the columns, milliseconds: from 0 to the first that is not before the end. */
export function columnTimes(endMs: number, step: StepS): readonly number[] {
  const stepMs = Number(step) * 1_000
  return Array.from({ length: Math.ceil(endMs / stepMs) + 1 }, (_, index) => index * stepMs)
}

export interface Cell {
  /** Address of the picture that was shown then; null: unknown. */
  readonly picture: string | null
  /** Change against the column before. */
  readonly change: 'at the start' | 'as before' | 'changed'
  /** The load was over by then. */
  readonly after: boolean
  /** Moments since the column before. */
  readonly marks: readonly { readonly name: MarkName; readonly ms: number }[]
}

export type MarkName = 'FCP' | 'LCP' | 'load'

type Shown = Pick<Filmstrip, 'frames' | 'cutMs' | 'marks' | 'endMs'>

/** The picture that a page showed at each of these times: the last that was taken by then. */
export function cellsAt(strip: Shown, times: readonly number[]): readonly Cell[] {
  const moments: readonly (readonly [MarkName, number | null])[] = [
    ['FCP', strip.marks.fcpMs],
    ['LCP', strip.marks.lcpMs],
    ['load', strip.marks.loadMs],
  ]
  return times.map((timeMs, index) => {
    const beforeMs = times[index - 1] ?? Number.NEGATIVE_INFINITY
    const picture = pictureAt(strip, timeMs)
    return {
      picture,
      change: index === 0 ? 'at the start' : picture === pictureAt(strip, beforeMs) ? 'as before' : 'changed',
      after: beforeMs >= strip.endMs,
      marks: moments.flatMap(([name, ms]) =>
        ms !== null && ms > beforeMs && ms <= timeMs ? [{ name, ms }] : [],
      ),
    }
  })
}

function pictureAt({ frames, cutMs }: Shown, timeMs: number): string | null {
  if (cutMs !== null && timeMs >= cutMs) return null
  return frames.findLast(({ shownMs }) => shownMs <= timeMs)?.picture ?? null
}
