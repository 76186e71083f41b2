import { choiceOf } from '../../client/address.ts'
import type { VNode } from '../../dom/h.ts'
import { controls, select } from '../controls/controls.ts'
import type { ViewContext } from '../view.ts'
import { type GainRow, type LabFactor, levelKey, rowPage, variedFactors } from './lab-factors.ts'

/** `each`: a row for each level; `together`: all levels in one; else the key of the one level that is shown. */
type Held = 'each' | 'together' | { readonly level: string }

export interface LabArrangement {
  readonly factors: readonly LabFactor[]
  /** Across; null where nothing but pages was varied. */
  readonly x: LabFactor | null
  /** Every other one, with what is shown of it. */
  readonly others: readonly { readonly factor: LabFactor; readonly held: Held }[]
}

/** Rows of a heat map that can be looked at together. */
const MOST_ROWS = 24

/**
 * Says how conditions stand in the heat map: that with the most levels across, pages down, and below each page the levels of
 * the others. Where these are too many, the last ones are held at their first level.
 */
export function labArrangement(query: URLSearchParams, rows: readonly GainRow[]): LabArrangement {
  const factors = variedFactors(rows)
  const names = factors.map(({ name }) => name)
  const across = choiceOf(query, 'x', names, names[0] ?? '')
  let drawn = new Set(rows.map(rowPage)).size
  const others = factors
    .filter(({ name }) => name !== across)
    .map((factor) => {
      const fits = drawn * factor.levels.length <= MOST_ROWS
      if (fits) drawn *= factor.levels.length
      const automatic: Held = fits ? 'each' : { level: factor.levels[0]?.key ?? '' }
      return { factor, held: chosenHeld(query, factor) ?? automatic }
    })
  return { factors, x: factors.find(({ name }) => name === across) ?? null, others }
}

function chosenHeld(query: URLSearchParams, { name, levels }: LabFactor): Held | null {
  const chosen = query.get(`fixed.${name}`)
  if (chosen === 'each' || chosen === 'together') return chosen
  return levels.some(({ key }) => key === chosen) ? { level: chosen as string } : null
}

/** Rows of the answer that the arrangement shows. */
export function shownRows({ others }: LabArrangement, rows: readonly GainRow[]): readonly GainRow[] {
  return rows.filter((row) =>
    others.every(({ factor, held }) => typeof held === 'string' || levelKey(row, factor) === held.level),
  )
}

/** Returns null where there is nothing to choose. */
export function arrangementControls(
  { go }: ViewContext,
  { factors, x, others }: LabArrangement,
): VNode | null {
  if (x === null || factors.length < 2) return null
  return controls(
    'How conditions are shown',
    select({
      id: 'x',
      label: 'across',
      value: x.name,
      options: factors.map(({ name, label }) => ({ value: name, label })),
      choose: (value) => go({ x: value, [`fixed.${value}`]: null }),
    }),
    ...others.map(({ factor: { name, label, levels }, held }) =>
      select({
        id: `fixed-${name}`,
        label,
        value: typeof held === 'string' ? held : held.level,
        options: [
          { value: 'each', label: 'each by itself' },
          ...levels.map(({ key, text }) => ({ value: key, label: text })),
          { value: 'together', label: 'all together' },
        ],
        choose: (value) => go({ [`fixed.${name}`]: value }),
      }),
    ),
  )
}
