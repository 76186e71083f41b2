import { ARMS, type Arm } from '../../model/arm.ts'
import type { MeasuredPage } from './measured-page.ts'
import { pagesWithGain } from './summary.ts'
import { gainText, wrapped } from './text.ts'

/** Which pages lose with an arm, those first of which it is shown. */
export function losingPages(pages: readonly MeasuredPage[], arm: Arm): string[] {
  const longer = pagesWithGain(pages, arm)
    .filter(({ row: { gain } }) => gain < 1)
    .toSorted((a, b) => a.row.gain - b.row.gain)
  const label = ARMS[arm].label
  if (longer.length === 0) return wrapped(`In ${label} no page has a longer median.`)
  const named = (found: typeof longer) =>
    found.map(({ name, row }) => `${name} (${gainText(row)})`).join(', ')
  const shown = longer.filter(({ row: { verdict } }) => verdict === 'slower')
  const open = longer.filter(({ row: { verdict } }) => verdict !== 'slower')
  const parts = [
    shown.length === 0 ? 'none is shown to be slower' : `slower: ${named(shown)}`,
    ...(open.length === 0 ? [] : [`a longer median that may be chance: ${named(open)}`]),
  ]
  return wrapped(`Pages that lose in ${label}: ${parts.join('; ')}.`)
}
