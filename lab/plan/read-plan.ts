import { basename } from 'node:path'
import { cellLevels, countCells } from './cell-levels.ts'
import { FACTOR_NAMES, type FactorName } from './factors.ts'
import type { Plan } from './plan.ts'
import { PlanError } from './plan-error.ts'
import { plannedCells } from './planned-cells.ts'
import { readPlanText } from './read-plan-text.ts'
import { type PlanDocument, planSchema } from './schema.ts'
import { type KnownNames, schemaFaults } from './schema-faults.ts'
import { type Path, type YamlText, yamlText } from './yaml-text.ts'

interface ReadPlanOptions {
  /** Allows more than `MANY_CELLS`. Default false. */
  readonly manyCells?: boolean
  /** Loads its pages as graphs, whatever the plan says. Default: as the plan says. */
  readonly asGraphs?: boolean
}

/** More cells than that are a slip more often than meant: two weeks at ten minutes each. */
export const MANY_CELLS = 2_000
/** Nobody can run more, and it would only fill the memory. */
const MOST_CELLS = 100_000

/**
 * Reads a plan and makes sure that every cell of it can be had.
 * @throws PlanError `lab/plans/quick.yaml:12: …`; PlanMissing, and errors of the file system as they are
 */
export async function readPlan(file: string, options: ReadPlanOptions = {}): Promise<Plan> {
  return parsePlan(await readPlanText(file), file, options)
}

/**
 * The plan of a text.
 * @param file how it is called in messages; traces and recordings lie beside it
 * @throws PlanError
 */
export function parsePlan(
  text: string,
  file: string,
  { manyCells = false, asGraphs = false }: ReadPlanOptions = {},
): Plan {
  const yaml = yamlText(text, file)
  const document = checked(yaml)
  const { title, source = null, rounds, pauseMs, seed } = document
  // A load without a browser is over TLS throughout: what is left of a plan with clear text are its other arms.
  const arms = asGraphs ? document.arms.filter((arm) => arm !== 'http') : document.arms
  const loader = asGraphs || document.loader === 'graph' ? { loader: 'graph' as const } : {}
  refuseTwice(yaml, ['arms'], document.arms)
  const baseline = document.baseline ?? (arms.includes('h1') ? 'h1' : (arms[0] as Plan['baseline']))
  if (!arms.includes(baseline))
    throw new PlanError([yaml.fault(['baseline'], `the baseline ${baseline} is none of the arms`)])
  for (const name of Object.keys(document.factors ?? {}) as FactorName[])
    refuseTwice(yaml, ['factors', name], document.factors?.[name] ?? [])
  refuseInTwoPlaces(yaml, document)
  const count = countCells(document)
  if (count > (manyCells ? MOST_CELLS : MANY_CELLS))
    throw new PlanError([
      yaml.faultOfKey(
        ['factors'],
        `${count} cells: ${manyCells ? `at most ${MOST_CELLS}` : 'say --yes to that many'}`,
      ),
    ])
  const cells = plannedCells(cellLevels(document), {
    ...{ arms, baseline, seed, file, ...loader },
    fault: yaml.fault,
  })
  const name = basename(file).replace(/\.ya?ml$/, '')
  return { name, title, source, arms, baseline, rounds, ...loader, pauseMs, seed, cells }
}

function namesAt(path: Path): KnownNames {
  return path.length === 0
    ? { kind: 'part of a plan', names: Object.keys(planSchema.shape) }
    : { kind: 'factor', names: FACTOR_NAMES }
}

/** The document, its maps in the order in which they are written. */
function checked(yaml: YamlText): PlanDocument {
  const parsed = planSchema.safeParse(yaml.data)
  if (!parsed.success) throw new PlanError(schemaFaults(yaml, parsed.error, namesAt))
  // The schema gives maps in an order of its own, and a plan's cells go by that of its file.
  const { held, factors, conditions, also } = yaml.data as PlanDocument
  return { ...parsed.data, held, factors, conditions, also }
}

function refuseTwice(yaml: YamlText, path: Path, levels: readonly unknown[]): void {
  const again = levels.findIndex((level, index) => levels.indexOf(level) < index)
  if (again >= 0) throw new PlanError([yaml.fault([...path, again], `${levels[again]} stands there twice`)])
}

/** Refuses that what is held changes as well; `also` may say otherwise for its own cells. */
function refuseInTwoPlaces(yaml: YamlText, { held, factors, conditions }: PlanDocument): void {
  const places: [Path, object][] = [[['held'], held ?? {}]]
  if (factors !== undefined) places.push([['factors'], factors])
  for (const [position, [path, entry]] of places.entries())
    for (const [earlier] of places.slice(0, position)) refuseShared(yaml, path, entry, earlier, places)
  for (const [index, entry] of (conditions ?? []).entries())
    for (const [earlier] of places) refuseShared(yaml, ['conditions', index], entry, earlier, places)
}

function refuseShared(
  yaml: YamlText,
  path: Path,
  entry: object,
  earlier: Path,
  places: readonly [Path, object][],
): void {
  const earlierEntry = places.find(([otherPath]) => otherPath === earlier)?.[1] ?? {}
  const shared = Object.keys(entry).find((name) => name in earlierEntry)
  if (shared !== undefined)
    throw new PlanError([
      yaml.faultOfKey([...path, shared], `${shared} is set under ${earlier.join()} already`),
    ])
}
