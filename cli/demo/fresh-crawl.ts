import { latestCampaign } from '../../db/campaign/campaigns.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { listSurveys } from '../../db/survey/surveys.ts'

/** Start of the names of a demo's own vantage points, so that they stand apart from the recorded ones. */
const FRESH_VANTAGE = 'this machine'

/** The link of the recorded campaign: a fresh one behind it can be compared. */
const LINK = 'rtt=50ms,down=20,up=10'
const VANTAGE = {
  link: `${FRESH_VANTAGE}: sandbox behind 50 ms, 20/10 Mbit/s`,
  none: `${FRESH_VANTAGE}: sandbox, no delay`,
} as const

/** Says how far the crawl of this machine has come in a database. */
type FreshState = 'none' | 'started' | 'finished'

export async function freshState(database: string): Promise<FreshState> {
  await using db = await openDatabase({ url: database })
  const isFresh = ({ vantage }: { readonly vantage: string | null }): boolean =>
    vantage?.startsWith(FRESH_VANTAGE) === true
  const campaign = await latestCampaign(db)
  if (campaign !== null && isFresh(campaign) && campaign.state === 'finished') return 'finished'
  return (await listSurveys(db)).some(isFresh) ? 'started' : 'none'
}

interface FreshCrawlOptions {
  readonly database: string
  readonly rounds: number
  readonly sites: number
  readonly resume: boolean
  /** Uses an emulated link, or is as fast as the machine. */
  readonly link: 'link' | 'none'
}

export function freshCrawlArguments(options: FreshCrawlOptions): string[] {
  const { database, rounds, sites, resume, link } = options
  const delay = link === 'link' ? ['--link', LINK] : []
  const resuming = resume ? ['--resume'] : []
  const size = ['--rounds', String(rounds), '--select', String(sites), '--pause', '200ms']
  return [
    'crawl',
    '--sandbox',
    '--database',
    database,
    '--vantage',
    VANTAGE[link],
    ...delay,
    ...size,
    ...resuming,
  ]
}
