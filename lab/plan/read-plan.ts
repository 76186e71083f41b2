import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { cellLevels, countCells } from './cell-levels.ts'
import { FACTOR_NAMES, type FactorName } from './factors.ts'
import { PlanMissing } from './find-plan.ts'
import { nearestName } from './nearest-name.ts'
import type { Plan } from './plan.ts'
import { PlanError } from './plan-error.ts'
import { plannedCells } from './planned-cells.ts'
import { type PlanDocument, planSchema } from './schema.ts'
import { type Path, type YamlText, yamlText } from './yaml-text.ts'

export interface ReadPlanOptions {
  /** Allows more than `MANY_CELLS`. Default false. */
  readonly manyCells?: boolean
}

/** More cells than that are a slip more often than meant: two weeks at ten minutes each. */
export const MANY_CELLS = 2_000
/** What nobody can run, and what would only fill the memory. */
const MOST_CELLS = 100_000
const LARGEST_FILE_BYTES = 1_000_000

/**
 * Reads a plan and makes sure that every cell of it can be had.
 * @throws PlanError `lab/plans/quick.yaml:12: …`; PlanMissing, and errors of the file system as they are
 */
export async function readPlan(file: string, options: ReadPlanOptions = {}): Promise<Plan> {
  const found = await stat(file)
  if (!found.isFile()) throw new PlanMissing(`${file}: a folder, not a file`)
  const { size } = found
  if (size > LARGEST_FILE_BYTES) throw new PlanError([`${file}:1: ${size} bytes are no plan`])
  return parsePlan(await readText(file), file, options)
}

async function readText(file: string): Promise<string> {
  const bytes = await readFile(file)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new PlanError([`${file}:1: not text in UTF-8`], { cause: error })
  }
}

/**
 * The plan of a text.
 * @param file how it is called in messages; traces and recordings lie beside it
 * @throws PlanError
 */
export function parsePlan(text: string, file: string, { manyCells = false }: ReadPlanOptions = {}): Plan {
  const yaml = yamlText(text, file)
  const document = checked(yaml)
  const { title, source = null, arms, rounds, pauseMs, seed } = document
  refuseTwice(yaml, ['arms'], arms)
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
  const cells = plannedCells(cellLevels(document), { arms, baseline, seed, file, fault: yaml.fault })
  const name = basename(file).replace(/\.ya?ml$/, '')
  return { name, title, source, arms, baseline, rounds, pauseMs, seed, cells }
}

/** The document, its maps in the order in which they are written. */
function checked(yaml: YamlText): PlanDocument {
  const parsed = planSchema.safeParse(yaml.data)
  if (!parsed.success) throw new PlanError(parsed.error.issues.flatMap((issue) => faultsOf(yaml, issue)))
  // The schema gives maps in an order of its own, and a plan's cells go by that of its file.
  const { held, factors, conditions, also } = yaml.data as PlanDocument
  return { ...parsed.data, held, factors, conditions, also }
}

type Issue = NonNullable<ReturnType<typeof planSchema.safeParse>['error']>['issues'][number]

function faultsOf(yaml: YamlText, issue: Issue): string[] {
  const path = issue.path as Path
  const where = path.filter((part) => typeof part === 'string').at(-1)
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => yaml.faultOfKey([...path, key], unknownName(key, path)))
  // A level or a list of them: what is wrong with the level says more.
  const inner = issue.code === 'invalid_union' ? issue.errors.flat()[0] : undefined
  return [yaml.fault(path, `${where === undefined ? '' : `${where}: `}${inner?.message ?? issue.message}`)]
}

function unknownName(key: string, path: Path): string {
  const names = path.length === 0 ? Object.keys(planSchema.shape) : FACTOR_NAMES
  const kind = path.length === 0 ? 'part of a plan' : 'factor'
  const nearest = nearestName(key, names)
  return `unknown ${kind} '${key}'${nearest === null ? `: there are ${names.join(', ')}` : `: is ${nearest} meant?`}`
}

function refuseTwice(yaml: YamlText, path: Path, levels: readonly unknown[]): void {
  const again = levels.findIndex((level, index) => levels.indexOf(level) < index)
  if (again >= 0) throw new PlanError([yaml.fault([...path, again], `${levels[again]} stands there twice`)])
}

/** What is held cannot change as well; `also` may say otherwise for its own cells. */
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
