import type { FactorValue } from '../../figures/column.ts'
import type { ServerFindings } from '../../figures/server-findings.ts'
import { ARM_NAMES, type Arm } from '../../model/arm.ts'
import { serverCode } from '../../model/server-code.ts'
import { compareArms } from '../../stats/comparison/compare-arms.ts'
import type { RoundPair } from '../../stats/comparison/pair-rounds.ts'
import { findingScope, type ServerGain } from '../../stats/lab/finding-scope.ts'
import { RESAMPLES } from '../lab/window-gains.ts'

type Row = ServerFindings['rows'][number]

/** A condition with page load times of its arms, each beside the baseline's of the same rounds. */
export interface PairedCell {
  readonly factors: Readonly<Record<string, FactorValue>>
  readonly pairs: ReadonlyMap<Arm, readonly RoundPair[]>
}

/** Conditions that differ in their server alone, each arm against the baseline; none where one server was measured. */
export function findingRows(cells: readonly PairedCell[], seed: number): Row[] {
  const alike = Map.groupBy(cells, ({ factors }) => JSON.stringify(withoutServer(factors)))
  return [...alike.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined || new Set(group.map(serverOf)).size < 2) return []
    return ARM_NAMES.flatMap((arm) => {
      const gains = gainsOf(group, arm, seed)
      return gains.length === 0 ? [] : rowOf(withoutServer(first.factors), arm, gains)
    })
  })
}

/** Takes the first of servers that share their code. */
function gainsOf(cells: readonly PairedCell[], arm: Arm, seed: number): ServerGain[] {
  const measured = cells.filter(({ pairs }) => pairs.has(arm))
  const own = Map.groupBy(measured, (cell) => serverCode(serverOf(cell), arm))
  return [...own.values()].flatMap(([cell]) => {
    if (cell === undefined) return []
    // A time of 0 has no ratio.
    const pairs = (cell.pairs.get(arm) ?? []).filter((pair) => pair.baseline > 0 && pair.arm > 0)
    const { verdict, gainInterval } = compareArms({ pairs, seed, resamples: RESAMPLES })
    return { server: serverOf(cell), verdict, gainInterval }
  })
}

function rowOf(factors: Row['factors'], arm: Arm, gains: readonly ServerGain[]): Row {
  const { direction, scope, shownOn, contradictedBy } = findingScope(gains)
  const lists = { shownOn: shownOn.join(', '), contradictedBy: contradictedBy.join(', ') }
  return { factors, arm, servers: gains.length, direction, scope, ...lists }
}

export const serverOf = ({ factors }: Pick<PairedCell, 'factors'>): string => String(factors.server)

export function withoutServer({ server: _, ...others }: PairedCell['factors']): PairedCell['factors'] {
  return others
}
