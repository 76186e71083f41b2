import type { LabRun } from '../../../server/contract/contract.ts'
import { choiceOf } from '../../client/address.ts'
import type { VNode } from '../../dom/h.ts'
import { type ComparedArms, comparedOf, comparisonSelects } from '../controls/comparison-selects.ts'
import { controls, select } from '../controls/controls.ts'
import type { ViewContext } from '../view.ts'
import { factorLabel, factorText } from './factor-terms.ts'

export interface LabChoices extends ComparedArms {
  /** Factors along the sides; null where the run varied too few. */
  readonly x: string | null
  readonly y: string | null
  /** Factors held at one value, as the API takes them: `fixed.NAME`. */
  readonly fixed: Readonly<Record<string, string>>
}

/** What is chosen of a run: from the query where that makes sense, else the first factors that were varied. */
export function labChoices(query: URLSearchParams, run: LabRun): LabChoices {
  const varied = variedFactors(run)
  const first = varied[0] ?? null
  const x = first === null ? null : choiceOf(query, 'x', varied, varied.includes('rttMs') ? 'rttMs' : first)
  const others = varied.filter((name) => name !== x)
  const second = others[0] ?? null
  const y = second === null ? null : choiceOf(query, 'y', others, second)
  const fixed = Object.fromEntries(
    run.factors.flatMap(({ name, values }) => {
      const value = query.get(`fixed.${name}`)
      const held = name !== x && name !== y && values.some((other) => factorText(other) === value)
      return held && value !== null ? [[`fixed.${name}`, value]] : []
    }),
  )
  return {
    ...comparedOf(query),
    x,
    y,
    fixed,
  }
}

function variedFactors(run: LabRun): readonly string[] {
  return run.factors.filter(({ values }) => values.length > 1).map(({ name }) => name)
}

export function labControls({ go }: ViewContext, run: LabRun, choices: LabChoices): VNode {
  const varied = variedFactors(run)
  const factors = (without: string | null) =>
    varied.filter((name) => name !== without).map((value) => ({ value, label: factorLabel(value) }))
  const { x, y, fixed } = choices
  return controls(
    'What is drawn',
    ...comparisonSelects(go, choices),
    x === null
      ? null
      : select({
          id: 'x',
          label: 'across',
          value: x,
          options: factors(null),
          choose: (value) => go({ x: value, y: null }),
        }),
    y === null
      ? null
      : select({
          id: 'y',
          label: 'down',
          value: y,
          options: factors(x),
          choose: (value) => go({ y: value }),
        }),
    ...run.factors
      .filter(({ name, values }) => values.length > 1 && name !== x && name !== y)
      .map(({ name, values }) =>
        select({
          id: `fixed-${name}`,
          label: factorLabel(name),
          value: fixed[`fixed.${name}`] ?? '',
          options: [
            { value: '', label: 'all' },
            ...values.map((value) => ({ value: factorText(value), label: factorText(value) })),
          ],
          choose: (value) => go({ [`fixed.${name}`]: value || null }),
        }),
      ),
  )
}
