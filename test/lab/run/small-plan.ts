import { readSamples, type SampleRow } from '../../../db/campaign/samples.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { type LabCellRow, labCells } from '../../../db/lab/lab-cells.ts'
import type { RunFolder, TowlineRun } from '../../cli/run-folder.ts'
import { runPlan } from './run-plan.ts'

export const ROUNDS = 2

interface PlanOptions {
  readonly link: string
  readonly pages: readonly string[]
  readonly windows: readonly number[]
  readonly arms: readonly string[]
}
export const planOf = ({ link, pages, windows, arms }: PlanOptions): string => `
title: Two pages
arms: [${arms}]
rounds: ${ROUNDS}
pauseMs: 1
seed: 4
held: { ${link}, congestionControl: cubic }
factors:
  page: [${pages}]
  initcwnd: [${windows}]
`

const PAGES = ['objects-12x3000', 'single-60000']
/** For what is about neither link nor packets: a link without a rate is measured in half the time. */
const SHORT = planOf({ link: 'rttMs: 40', pages: PAGES, windows: [10], arms: ['h1', 'h3'] })
export const SHORT_SAMPLES = PAGES.length * 2 * ROUNDS
export const runShort = (folder: RunFolder, ...flags: readonly string[]): Promise<TowlineRun> =>
  runPlan(folder, SHORT, ['--no-capture', ...flags])

export async function recorded(
  folder: RunFolder,
): Promise<{ cells: LabCellRow[]; samples: SampleRow[]; all: SampleRow[] }> {
  await using db = await openDatabase({ url: folder.database, readOnly: true })
  const cells = await labCells(db, 1)
  const all: SampleRow[] = []
  for (const { campaignId } of cells)
    if (campaignId !== null) all.push(...(await Array.fromAsync(readSamples(db, campaignId))))
  return { cells, all, samples: all.filter(({ role }) => role === 'sample') }
}
