import { count, milliseconds } from '../../figures/quantity.ts'
import { loadName, type WaterfallLoad } from './waterfall-load.ts'
import type { RowChoices } from './waterfall-rows.ts'

export function summarizeLoads(loads: readonly WaterfallLoad[]): string {
  if (loads.length === 0) return 'No load with a HAR is stored for these arms.'
  const words = loads.map((load) => {
    const event =
      load.marks.load === null ? 'no load event' : `load event at ${milliseconds(load.marks.load)}`
    return `${loadName(load)}: ${count(load.requests.length, 'request')}, ${event}`
  })
  return `${words.join('; ')}.`
}

/**
 * Says which loads these are, and what of them is shown.
 * @param drawn rows of each load in a picture that has not all of them; null: it has
 */
export function waterfallNote(
  loads: readonly WaterfallLoad[],
  { view, aligned }: RowChoices,
  drawn: number | null,
): string {
  if (loads.length === 0) return 'No load.'
  const paired = aligned && loads.length > 1 && view === 'requests'
  const which = loads.map(
    (load) => `${loadName(load)}: ${load.which}${cutWords(load, view, paired ? null : drawn)}`,
  )
  const byAddress = paired
    ? ` Requests of the same method and whole URL share a row${drawn === null ? '' : `; the first ${drawn} rows are drawn`}.`
    : ''
  return `${which.join('; ')}. One load each, n = 1: an example, not a comparison.${byAddress}`
}

function cutWords({ requests }: WaterfallLoad, view: RowChoices['view'], drawn: number | null): string {
  if (drawn === null) return ''
  if (view === 'connections') return `, at most ${drawn} connections drawn`
  return requests.length > drawn ? `, first ${drawn} of ${requests.length} requests drawn` : ''
}
