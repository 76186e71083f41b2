import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ChangeResult } from '../../advise/shown-gains.ts'
import type { SiteFacts, WhatIf } from '../../advise/what-if.ts'
import { WHAT_IFS } from '../../advise/what-ifs.ts'
import { hasOwnCells, needsBrowser, whatIfArms, writeGraph } from '../../cli/advise/advice-plan.ts'
import { takeLabRun } from '../../cli/lab/take-lab-run.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { listLabRuns } from '../../db/lab/lab-runs.ts'
import type { LinkCondition } from '../../lab/link/condition/link.ts'
import { type PageFile, planOfFiles } from '../../lab/plan/plan-of-files.ts'
import { type MeasuredLabCell, measuredLabCells } from '../../lab/run/measured-cells.ts'
import type { Arm } from '../../model/arm.ts'
import { DEFAULT_METRIC } from '../../model/metrics.ts'
import { compareSeries } from '../../server/comparisons/compared-series.ts'

/** A recorded page to try all changes on. */
export interface TriedPage {
  readonly name: string
  /** Of its recording. */
  readonly folder: string
  readonly site: SiteFacts
  readonly links: Readonly<Record<string, LinkCondition>>
}

export interface TriedChange extends ChangeResult {
  readonly page: string
  readonly whatIf: string
  readonly link: string
  readonly before: Arm
  readonly after: Arm
  readonly loader: Loader
}

export interface TryOptions {
  readonly folder: string
  readonly cacheDir: string
  readonly rounds: number
  readonly blocks: number
  readonly signal: AbortSignal
}

type Loader = 'graph' | 'browser'

interface Trial extends Pick<TriedChange, 'before' | 'after' | 'loader'> {
  readonly page: TriedPage
  readonly whatIf: WhatIf
}

interface Cell {
  readonly key: string
  readonly file: PageFile
}

/**
 * Tries every change on every page that it applies to, over each of its links: by graphs where they have the arms, else in the
 * browser. Cells of all pages are in one run, so that their rounds alternate.
 */
export async function tryChanges(pages: readonly TriedPage[], options: TryOptions): Promise<TriedChange[]> {
  const trials = pages.flatMap((page) => WHAT_IFS.flatMap((whatIf) => trialOf(page, whatIf) ?? []))
  const results: TriedChange[] = []
  for (const loader of ['graph', 'browser'] as const) {
    const own = trials.filter((trial) => trial.loader === loader)
    if (own.length > 0) results.push(...(await taken(own, loader, options)))
  }
  return results
}

function trialOf(page: TriedPage, whatIf: WhatIf): Trial | null {
  if (!whatIf.appliesTo(page.site).applies) return null
  const loader = needsBrowser(whatIf, page.site) ? 'browser' : 'graph'
  return { page, whatIf, ...whatIfArms(whatIf, page.site), loader }
}

async function taken(trials: readonly Trial[], loader: Loader, options: TryOptions): Promise<TriedChange[]> {
  const cells = await cellsOf(trials, loader, options)
  const files = cells.map(({ file }) => file)
  const arms = [...new Set(files.flatMap((file) => file.arms ?? []))]
  const run = { arms, rounds: options.rounds, pauseMs: 200, seed: 1 }
  const plan = planOfFiles(loader, files, run)
  const database = join(options.folder, `${loader}.sqlite`)
  await takeLabRun(
    plan,
    {
      ...{ resume: true, blocks: options.blocks, lanes: null, capture: false, loadTimeout: null },
      ...{ busyLimit: 1, database, cache: options.cacheDir },
    },
    { asked: {}, resultsCommand: 'lab results', signal: options.signal },
  )
  await using db = await openDatabase({ url: database, readOnly: true })
  const newest = Math.max(...(await listLabRuns(db)).map(({ id }) => id))
  const measured = await measuredLabCells(db, newest, DEFAULT_METRIC)
  const byKey = new Map(cells.map(({ key }, index) => [key, measured[index]]))
  return trials.flatMap((trial) =>
    Object.keys(trial.page.links).map((link) => {
      const base = byKey.get(keyOf(trial.page, null, link))
      const changed = hasOwnCells(trial.whatIf) ? byKey.get(keyOf(trial.page, trial.whatIf, link)) : base
      return compared(trial, link, base, changed)
    }),
  )
}

/** Of each page as it is, then of each change that is another page or other levels. */
async function cellsOf(trials: readonly Trial[], loader: Loader, { folder }: TryOptions): Promise<Cell[]> {
  const cells: Cell[] = []
  for (const [page, own] of Map.groupBy(trials, (trial) => trial.page)) {
    const arms = own.flatMap(({ whatIf, before, after }) =>
      hasOwnCells(whatIf) ? [before] : [before, after],
    )
    const path = await loaded(page, null, loader, folder)
    for (const [name, link] of Object.entries(page.links))
      cells.push({
        key: keyOf(page, null, name),
        file: { path, links: [link], arms: [...new Set(arms)] },
      })
    for (const { whatIf, after } of own.filter((trial) => hasOwnCells(trial.whatIf))) {
      const changedPath = whatIf.change === null ? path : await loaded(page, whatIf, loader, folder)
      for (const [name, link] of Object.entries(page.links))
        cells.push({
          key: keyOf(page, whatIf, name),
          file: { path: changedPath, links: [link], arms: [after], levels: whatIf.levels },
        })
    }
  }
  return cells
}

/** Makes what is loaded: a changed recording, a graph. Resolves to its path. */
async function loaded(
  page: TriedPage,
  whatIf: WhatIf | null,
  loader: Loader,
  folder: string,
): Promise<string> {
  const made = join(folder, 'changed', `${page.name}-${whatIf?.name ?? 'page'}`)
  let recording = page.folder
  if (whatIf?.change != null) {
    recording = made
    await rm(recording, { recursive: true, force: true })
    await mkdir(dirname(recording), { recursive: true })
    await whatIf.change(page.folder, recording, page.site)
  }
  if (loader === 'browser') return recording
  const file = join(folder, 'graphs', `${page.name}-${whatIf?.name ?? 'page'}.json`)
  await writeGraph(recording, file)
  return file
}

function compared(
  { page, whatIf, before, after, loader }: Trial,
  link: string,
  base: MeasuredLabCell | undefined,
  changed: MeasuredLabCell | undefined,
): TriedChange {
  const was = base?.arms.find(({ arm }) => arm === before)
  const is = changed?.arms.find(({ arm }) => arm === after)
  const comparison =
    was === undefined || is === undefined
      ? null
      : compareSeries(was, is, { seed: 1, sequentialRounds: null }).comparison
  return {
    ...{ page: page.name, whatIf: whatIf.name, link, before, after, loader },
    gain: comparison?.gain ?? null,
    interval: comparison?.gainInterval ?? null,
    rounds: comparison?.n ?? 0,
    beforeMs: comparison?.baselineMedian ?? null,
  }
}

const keyOf = ({ name }: TriedPage, whatIf: WhatIf | null, link: string): string =>
  JSON.stringify([name, whatIf?.name ?? null, link])
