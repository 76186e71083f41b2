import type { LabFactors } from '../../db/lab/lab-cells.ts'
import { GRAPH_PREFIX } from '../../model/lab-page-name.ts'
import { RECORDING_PREFIX } from '../replay/recorded-page.ts'
import { cellArms } from './cell-arms.ts'
import { type CellCondition, cellCondition } from './cell-condition.ts'
import type { CellLevels } from './cell-levels.ts'
import { FACTOR_NAMES, type FactorName } from './factors.ts'
import { LevelFault } from './level-fault.ts'
import { linkFactors } from './link-factors.ts'
import type { Plan, PlannedCell } from './plan.ts'
import { PlanError } from './plan-error.ts'
import { type PlanMaterials, planMaterials } from './plan-materials.ts'
import { publicNames } from './public-names.ts'
import { resolverConflict } from './visit-arms.ts'
import type { YamlText } from './yaml-text.ts'

interface Circumstances extends Pick<Plan, 'arms' | 'baseline' | 'seed' | 'loader'> {
  readonly file: string
  readonly fault: YamlText['fault']
}

/**
 * The cells of a plan, each made sure to be possible.
 * @throws PlanError naming the line of the level that is not
 */
export function plannedCells(cells: readonly CellLevels[], plan: Circumstances): PlannedCell[] {
  const materials = planMaterials(plan)
  const seen = new Map<string, number>()
  const conditions = cells.map((levels, number) => {
    const condition = conditionOf(levels, plan, materials)
    const same = seen.get(JSON.stringify(condition))
    if (same !== undefined)
      throw new PlanError([plan.fault(lastPath(levels), `cell ${number} is the same as cell ${same}`)])
    seen.set(JSON.stringify(condition), number)
    return condition
  })
  const conflict = resolverConflict(conditions)
  if (conflict !== null) {
    const byRecord = cells[conditions.findIndex(({ visit }) => visit === 'https-record')]
    throw new PlanError([plan.fault(byRecord?.get('visit')?.path ?? [], conflict)])
  }
  const set = factorsSet(cells)
  const names = namesOf(conditions)
  const arms = cellArms(conditions, plan)
  return conditions.map((condition, index): PlannedCell => {
    const cellArm = arms[index] as (typeof arms)[number]
    return { factors: factorsOf(condition, cells[index] as CellLevels, set, names), ...condition, ...cellArm }
  })
}

function conditionOf(
  levels: CellLevels,
  { fault, ...plan }: Circumstances,
  materials: PlanMaterials,
): CellCondition {
  try {
    return cellCondition(levels, plan, materials)
  } catch (error) {
    if (!(error instanceof LevelFault)) throw error
    throw new PlanError([fault(levels.get(error.factor)?.path ?? [], error.message)], { cause: error })
  }
}

/** Every factor that stands somewhere in the plan, in the order of tables. */
function factorsSet(cells: readonly CellLevels[]): FactorName[] {
  const named = new Set(cells.flatMap((levels) => [...levels.keys()]))
  if (named.delete('rateMbps')) named.add('downMbps').add('upMbps')
  return FACTOR_NAMES.filter((name) => named.has(name))
}

/** Their levels in one cell, also where another part of the plan sets them and this one does not. */
function factorsOf(
  condition: CellCondition,
  levels: CellLevels,
  set: readonly FactorName[],
  names: PublicNames,
): LabFactors {
  const { link, ...rest } = condition
  const asWritten = (name: FactorName): string | number | null =>
    (levels.get(name)?.level as string | undefined) ?? null
  const values: Readonly<Record<string, string | number | null>> = {
    ...rest,
    page: names.pages.get(condition.page) ?? asWritten('page'),
    objects: asWritten('objects'),
    objectBytes: asWritten('objectBytes'),
    ...linkFactors(link),
    profile: asWritten('profile'),
    downTrace: link.downTrace === null ? null : (names.traces.get(link.downTrace) ?? null),
    upTrace: link.upTrace === null ? null : (names.traces.get(link.upTrace) ?? null),
  }
  return Object.fromEntries(set.map((name) => [name, values[name] ?? null]))
}

/** Names of recordings and graphs by their page, of traces by their path. */
interface PublicNames {
  readonly pages: ReadonlyMap<string, string>
  readonly traces: ReadonlyMap<string, string>
}

function namesOf(conditions: readonly CellCondition[]): PublicNames {
  const pages = [RECORDING_PREFIX, GRAPH_PREFIX].flatMap((prefix) => {
    const named = conditions.map(({ page }) => page).filter((page) => page.startsWith(prefix))
    const names = publicNames(named.map((page) => page.slice(prefix.length)))
    return [...names].map(([path, name]) => [`${prefix}${path}`, `${prefix}${name}`] as const)
  })
  const traces = conditions.flatMap(({ link: { downTrace, upTrace } }) =>
    [downTrace ?? [], upTrace ?? []].flat(),
  )
  return { pages: new Map(pages), traces: publicNames(traces) }
}

function lastPath(levels: CellLevels) {
  return [...levels.values()].at(-1)?.path ?? []
}
