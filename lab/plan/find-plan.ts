import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { nearestName } from './nearest-name.ts'

/** Says where plans of a kind are that come with towline, and what lists them. */
export interface PlanFolder {
  readonly folder: string
  readonly listCommand: string
}

const LAB_PLANS: PlanFolder = {
  folder: join(import.meta.dirname, '..', 'plans'),
  listCommand: 'towline lab plan --list',
}

/** No plan of that name. `exitCode` is sysexits' EX_NOINPUT. */
export class PlanMissing extends Error {
  override readonly name = 'PlanMissing'
  readonly exitCode = 66
}

/** The files of the plans that come with towline, by name; relative to the working folder where that is shorter. */
export async function planFiles({ folder }: PlanFolder = LAB_PLANS): Promise<Map<string, string>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort()
  return new Map(names.map((name) => [name.slice(0, -'.yaml'.length), shorter(join(folder, name))]))
}

/**
 * The file that a plan is named by: a path as it is, a name without folder and ending among the plans of towline.
 * @throws PlanMissing
 */
export async function findPlan(name: string, place: PlanFolder = LAB_PLANS): Promise<string> {
  if (/[/\\]|\.ya?ml$/.test(name)) return name
  const plans = await planFiles(place)
  const file = plans.get(name)
  if (file !== undefined) return file
  const nearest = nearestName(name, [...plans.keys()])
  const hint = nearest === null ? `see \`${place.listCommand}\`` : `is ${nearest} meant?`
  throw new PlanMissing(`no plan '${name}': ${hint}`)
}

function shorter(path: string): string {
  const fromHere = relative(process.cwd(), path)
  return fromHere.startsWith('..') ? path : fromHere
}
