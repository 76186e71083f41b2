import { DEFAULT_METRIC } from '../../model/metrics.ts'
import type { Answer } from '../../server/contract/contract.ts'
import type { AnswerWriter } from './answer-writer.ts'
import { CHOSEN_METRICS } from './overview-answers.ts'
import { writePlainFigures } from './plain-answers.ts'
import { writeWaterfalls } from './waterfall-answers.ts'

type LabRun = Answer<'labRuns'>['runs'][number]

/** Every lab run with each metric and pair of arms that it has values of: every choice that the page offers. */
export async function writeLab(writer: AnswerWriter): Promise<void> {
  const { runs } = await writer.json('labRuns', '/lab/runs')
  if (runs.length === 0) return
  for (const run of runs) await writeRun(writer, run)
  // The page lists what was left out by campaign.
  const { campaigns } = await writer.json('campaigns', '/campaigns')
  for (const { id, labRunId } of campaigns)
    if (labRunId !== null) await writer.json('campaign', `/campaigns/${id}`)
}

async function writeRun(writer: AnswerWriter, { id, factors }: LabRun): Promise<void> {
  await writePlainFigures(writer, 'lab run', id)
  const path = `/lab/runs/${id}`
  const { measured, cellsList } = await writer.json('labRun', path)
  // CableLabs' tables compare with an initial window of 3.
  const hasTables = factors.some(({ name, values }) => name === 'initcwnd' && values.includes(3))
  for (const { metric, arms } of measured.filter((one) => one.arms.length > 1))
    for (const baseline of arms) {
      await writer.downloads('labGains', `${path}/gains`, { metric, baseline })
      if (!CHOSEN_METRICS.includes(metric)) continue
      for (const arm of arms.filter((name) => name !== baseline)) {
        await writer.downloads('labTree', `${path}/tree`, { metric, arm, baseline })
        if (hasTables) await writer.downloads('cablelabs', `${path}/cablelabs`, { metric, arm, baseline })
      }
    }
  if (measured.some(({ metric }) => metric === 'retransmissions'))
    await writer.downloads('labCdf', `${path}/cdf`, { metric: 'retransmissions' })
  if (measured.some(({ metric }) => metric === 'path_network_share'))
    await writer.downloads('labShares', `${path}/shares`)
  if (factors.some(({ name, values }) => name === 'initcwnd' && values.length > 1))
    await writer.downloads('labInitialWindow', `${path}/initial-window`)
  if (cellsList.some(({ wireLimitMs }) => wireLimitMs !== null))
    await writer.downloads('efficiency', `${path}/efficiency`, { metric: DEFAULT_METRIC })
  await writeReplay(writer, path)
}

/** Gains page by page over each arm, and the loads of each page beside each other. */
async function writeReplay(writer: AnswerWriter, path: string): Promise<void> {
  await writer.downloads('labReplay', `${path}/replay`)
  const { rows } = await writer.json('labReplay', `${path}/replay`)
  const cells = Map.groupBy(rows, ({ cell }) => cell)
  for (const baseline of new Set(rows.map(({ arm }) => arm)))
    await writer.downloads('labReplay', `${path}/replay`, { baseline })
  for (const [first, ...others] of cells.values())
    if (first !== undefined)
      await writeWaterfalls(
        writer,
        `/campaigns/${first.campaignId}/sites/${first.site}`,
        [first, ...others].map(({ arm }) => arm),
      )
}
