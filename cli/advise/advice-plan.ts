import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { networkLink } from '../../advise/networks.ts'
import { newestProtocol } from '../../advise/page-hosts.ts'
import type { SiteFacts, WhatIf } from '../../advise/what-if.ts'
import { graphFromFile } from '../../lab/graph/graph-from.ts'
import { GRAPH_ARMS } from '../../lab/graph/replay/graph-arms.ts'
import type { LinkCondition } from '../../lab/link/condition/link.ts'
import type { Plan } from '../../lab/plan/plan.ts'
import { type PageFile, planOfFiles } from '../../lab/plan/plan-of-files.ts'
import type { Arm } from '../../model/arm.ts'
import { graphJson } from '../graph/graph-json.ts'
import { VERSION } from '../options/version.ts'
import type { AdviceCell, AdviceRun } from './advise-state.ts'

/** Seed of all replays of an advice: two of the same recording draw alike. */
const SEED = 1

/** Time between two loads of our own server, ms. */
const PAUSE_MS = 200

/** Arms that a what-if compares: both under the newest protocol that the page's own host speaks where it says nothing else. */
export function whatIfArms(whatIf: WhatIf, site: SiteFacts): { readonly before: Arm; readonly after: Arm } {
  const newest = newestProtocol(site)
  return whatIf.arms?.(site) ?? { before: newest, after: newest }
}

/** Whether no graph has the arms that it compares. */
export function needsBrowser(whatIf: WhatIf, site: SiteFacts): boolean {
  const { before, after } = whatIfArms(whatIf, site)
  return [before, after].some((arm) => !(GRAPH_ARMS as readonly Arm[]).includes(arm))
}

/** Whether it is another page or level, and not another arm of the same. */
export function hasOwnCells({ change, levels }: WhatIf): boolean {
  return change !== null || Object.keys(levels).length > 0
}

/** The cells of a run: the page as it is over each network, then each what-if over each. */
export function adviceCells(
  networks: AdviceCell['network'][],
  arms: readonly Arm[],
  whatIfs: readonly WhatIf[],
  site: SiteFacts,
): AdviceCell[] {
  const asked = whatIfs.flatMap((whatIf) => {
    const { before, after } = whatIfArms(whatIf, site)
    return hasOwnCells(whatIf) ? [before] : [before, after]
  })
  const base = networks.map((network) => ({ network, whatIf: null, arms: [...new Set([...arms, ...asked])] }))
  const changed = whatIfs
    .filter(hasOwnCells)
    .flatMap((whatIf) =>
      networks.map((network) => ({ network, whatIf: whatIf.name, arms: [whatIfArms(whatIf, site).after] })),
    )
  return [...base, ...changed]
}

/** Makes what the replays of a what-if load, where that is not there yet: a changed recording, and its graph. */
export async function makeWhatIf(whatIf: WhatIf, folder: string, site: SiteFacts): Promise<void> {
  if (whatIf.change === null) return
  const to = changedFolder(folder, whatIf)
  await rm(to, { recursive: true, force: true })
  await mkdir(join(folder, 'what-ifs'), { recursive: true })
  await whatIf.change(recordingFolder(folder), to, site)
}

/** Writes the graph of a recording. @throws GraphError, RecordingError where none can be made */
export async function writeGraph(recording: string, file: string): Promise<void> {
  const graph = await graphFromFile(recording, VERSION)
  await mkdir(join(file, '..'), { recursive: true })
  // A resumed run takes the file for whole.
  await writeFile(`${file}.new`, graphJson(graph))
  await rename(`${file}.new`, file)
}

export const recordingFolder = (folder: string): string => join(folder, 'recording')

export function changedFolder(folder: string, { name, change }: WhatIf): string {
  return change === null ? recordingFolder(folder) : join(folder, 'what-ifs', name)
}

export function graphFile(folder: string, whatIf: WhatIf | null): string {
  return join(folder, 'graphs', `${whatIf === null || whatIf.change === null ? 'page' : whatIf.name}.json`)
}

/**
 * The plan of a run.
 * @param links in place of the networks' own, by their names
 */
export function advicePlan(
  { loader, rounds, cells }: Pick<AdviceRun, 'cells' | 'loader' | 'rounds'>,
  folder: string,
  whatIfs: readonly WhatIf[],
  links: Partial<Record<AdviceCell['network'], LinkCondition>> = {},
): Plan {
  const files = cells.map(({ network, whatIf: name, arms }): PageFile => {
    const whatIf = whatIfs.find((each) => each.name === name) ?? null
    const path =
      loader === 'graph'
        ? graphFile(folder, whatIf)
        : whatIf === null
          ? recordingFolder(folder)
          : changedFolder(folder, whatIf)
    const levels = whatIf === null ? {} : whatIf.levels
    return { path, links: [links[network] ?? networkLink(network)], levels, arms }
  })
  const arms = [...new Set(cells.flatMap((cell) => cell.arms))]
  const run = { arms, rounds, pauseMs: PAUSE_MS, seed: SEED }
  return planOfFiles(loader, files, run)
}
