import type { SiteFacts } from '../../advise/what-if.ts'
import { type CampaignRow, campaignById, listCampaigns } from '../../db/campaign/campaigns.ts'
import { openDatabase } from '../../db/connection/open.ts'
import type { LinkCondition } from '../../lab/link/condition/link.ts'
import { availableCongestionControls } from '../../lab/process/congestion-controls.ts'
import { recordedLink } from '../../lab/replay/recorded-link.ts'
import type { Arm } from '../../model/arm.ts'
import { readRecording } from '../../record/folder/read-recording.ts'
import { type CheckReport, readCheck } from '../check/check-report.ts'
import { pageHosts } from '../check/page-hosts.ts'
import { recordingFolder } from './advice-plan.ts'
import type { AdviceState } from './advise-state.ts'

/** Everything that is known before replays: the check's report, the recording, and what follows of them. */
export interface Known {
  readonly report: CheckReport
  readonly site: SiteFacts
  readonly baseline: Arm
  /** The link of the live loads, where it was emulated. */
  readonly liveLink: LinkCondition | null
}

/** Reads what live loads and recording came to. Null: there are no live loads, or no recording. */
export async function readKnown(
  { folder, database }: { readonly folder: string; readonly database: string },
  { campaignId, isRecorded }: Pick<AdviceState, 'campaignId' | 'isRecorded'>,
): Promise<Known | null> {
  if (campaignId === null || !isRecorded) return null
  const report = await readLive(database, campaignId)
  const recording = await readRecording(recordingFolder(folder))
  const { facts } = report
  const spoken = (['h1', 'h2', 'h3'] as const).filter((arm) => facts[arm] === true)
  const forced = report.loads.find(({ arm }) => arm === 'h3')
  return {
    report,
    site: {
      recording,
      survey: facts,
      spoken,
      hostsUnderHttp3: forced === undefined ? null : pageHosts(forced),
      congestionControls: await availableCongestionControls(),
    },
    baseline: spoken.includes('h2') ? 'h2' : 'h1',
    liveLink: recordedLink(recording),
  }
}

export async function readLive(database: string, campaignId: number): Promise<CheckReport> {
  await using db = await openDatabase({ url: database, readOnly: true })
  const campaign = await campaignById(db, campaignId)
  if (campaign === null) throw new Error(`campaign ${campaignId} is gone`)
  return await readCheck(db, campaign)
}

/** Reads the campaign that was begun last. */
export async function readNewestLive(database: string): Promise<CheckReport> {
  const newest = await newestCampaign(database)
  if (newest === null) throw new Error(`no live loads in ${database}`)
  return await readLive(database, newest)
}

export async function newestCampaign(database: string): Promise<number | null> {
  return (await newestLive(database))?.id ?? null
}

/** Whether its loads have come to their end: Ctrl-C leaves a report of those that were taken. */
export async function isLoadedLive(database: string): Promise<boolean> {
  return (await newestLive(database))?.state === 'finished'
}

async function newestLive(database: string): Promise<CampaignRow | null> {
  await using db = await openDatabase({ url: database, readOnly: true })
  const campaigns = (await listCampaigns(db)).filter(({ surveyId }) => surveyId !== null)
  return campaigns.toSorted((a, b) => b.id - a.id)[0] ?? null
}
