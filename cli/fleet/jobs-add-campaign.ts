import { Command, Option } from 'commander'
import type { Database, Query } from '../../db/connection/database.ts'
import { surveyedSites } from '../../db/survey/survey-sites.ts'
import { latestSurvey, type SurveyRow } from '../../db/survey/surveys.ts'
import { addCampaignJobs } from '../../fleet/campaign/campaign-jobs.ts'
import { createQueues } from '../../fleet/queue/create-queues.ts'
import { JOB_LIMITS } from '../../fleet/queue/job.ts'
import { OPERATIONS } from '../../model/operation.ts'
import type { SurveyedSite } from '../../model/site-facts.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { wholeNumber } from '../options/arguments.ts'
import { cacheOption } from '../options/cache-option.ts'
import { databaseOption } from '../options/database.ts'
import { COMMAND } from '../options/entry.ts'
import { addConductOptions, allowAddressOption } from '../options/run-options.ts'
import { isLive } from '../options/run-settings.ts'
import { countText } from '../output/text.ts'
import type { CampaignOptions } from '../probe/campaign-for.ts'
import { campaignSiteOf } from '../probe/campaign-sites.ts'
import { addProbeOptions, LIVE_SITE_GAP_MS, type ProbeOptions } from '../probe/probe-options.ts'
import { findSurvey } from '../survey/find-survey.ts'
import { addSelectOptions, type SelectOptions, selectionOf } from '../survey/select.ts'
import { addSchedule } from './add-schedule.ts'
import { type Fleet, openFleet } from './open-fleet.ts'
import { recordWords } from './schedule-words.ts'
import { addEveryOption, addTargetOptions, type TargetOptions, targetVantages } from './target-vantages.ts'

export type AddCampaignOptions = TargetOptions &
  SelectOptions &
  ProbeOptions &
  Omit<CampaignOptions, 'operations' | 'timeout' | 'vantage'> & {
    readonly fromSurvey: string
    readonly sitesPerJob: number
    readonly database: string
  }

/** A round of so many sites takes a minute or two: what is lost when its worker is killed. */
const SITES_PER_JOB = 5

/** `towline jobs add campaign`; `add` gets what the command was given, and the words that say so. */
export function addCampaignCommand(
  add: (options: AddCampaignOptions, words: readonly string[]) => Promise<void> = addCampaigns,
): Command {
  const command = new Command('campaign')
  addEveryOption(addTargetOptions(command))
  addSelectOptions(command.optionsGroup('Selection:')).option(
    '--from-survey <survey>',
    'sites selected from a survey: its number, or latest, the newest finished one from the vantage point',
    'latest',
  )
  addProbeOptions(command)
  command
    .optionsGroup('How it runs:')
    .addOption(
      new Option('--sites-per-job <n>', 'a round of these is measured and recorded together')
        .argParser(wholeNumber(...JOB_LIMITS.sitesPerCampaignJob))
        .default(SITES_PER_JOB),
    )
    .option('--seed <n>', 'of the order of loads (default: drawn, and stored)', wholeNumber(0, 2 ** 32 - 1))
    .optionsGroup('Network:')
    .addOption(allowAddressOption())
  addConductOptions(command)
  command.optionsGroup('Files:').addOption(databaseOption()).addOption(cacheOption('programs'))
  const words = recordWords(command)
  return command.action((options: AddCampaignOptions) => {
    const isDefaultGap = command.getOptionValueSource('siteGap') === 'default'
    const gap = isDefaultGap && isLive(options) ? { siteGap: LIVE_SITE_GAP_MS } : {}
    return add({ ...options, ...gap }, words)
  })
}

async function addCampaigns(options: AddCampaignOptions, words: readonly string[]): Promise<void> {
  if (options.connect !== undefined || options.keepPcap !== undefined)
    throw new CliError(EXIT.usage, '--connect and --keep-pcap are of one machine: use `probe` there')
  if (options.unconfined === true || options.unsafeNoSandbox === true)
    throw new CliError(
      EXIT.usage,
      '--unconfined and --unsafe-no-sandbox are for the owner of a worker to say, not for a job',
    )
  await using fleet = await openFleet(options.database, 'jobs add campaign')
  const { every } = options
  for (const vantage of await targetVantages(fleet.db, await withSurveysVantage(fleet.db, options))) {
    if (every === undefined) await addCampaignFrom(fleet, options, vantage)
    else await addSchedule(fleet, { every, adds: 'campaign', vantage, words })
  }
}

/** Loads the sites of a survey from where they were surveyed, where nothing else is said. */
async function withSurveysVantage(db: Database, options: AddCampaignOptions): Promise<TargetOptions> {
  // The vantage point decides which survey is the latest, and not the other way round.
  if (options.eachVantage === true || options.vantage !== undefined || options.fromSurvey === 'latest')
    return options
  const { vantage } = await findSurvey(db, options.fromSurvey)
  return vantage === null ? options : { ...options, vantage }
}

/** Adds a campaign from one vantage point; `alongside` is done in the same transaction. */
export async function addCampaignFrom(
  { db, queue }: Pick<Fleet, 'db' | 'queue'>,
  options: AddCampaignOptions,
  vantage: string,
  alongside: (query: Query) => Promise<void> = async () => undefined,
): Promise<void> {
  // The browser's driver takes more memory than everything else.
  const { campaignFor } = await import('../probe/campaign-for.ts')
  const survey = await campaignSurvey(db, options.fromSurvey, vantage)
  const surveyed: SurveyedSite[] = await Array.fromAsync(surveyedSites(db, survey.id))
  const sites = selectionOf(surveyed, survey.id, options)
    .selected.flatMap(({ rank }) => surveyed.find((site) => site.rank === rank) ?? [])
    .map((site) => campaignSiteOf(site, options.arms))
  if (!sites.some(({ arms: { applied } }) => applied.length > 0))
    throw new CliError(EXIT.data, `no site of survey ${survey.id} can be probed with these options`)
  await createQueues(queue, vantage)
  const { sitesPerJob, priority } = options
  let jobs = 0
  const campaign = await campaignFor(
    db,
    {
      ...{ ...options, vantage, operations: [...OPERATIONS], timeout: 0, resume: false },
      // A worker may not change what is recorded (deploy/worker-role.sql).
      repeatBound: 0,
    },
    survey.id,
    sites,
    (line) => process.stderr.write(`${line}\n`),
    async (query, id) => {
      jobs = await addCampaignJobs(query, id, { boss: queue.boss, vantage, sitesPerJob, priority })
      await alongside(query)
    },
  )
  console.log(
    `campaign:${campaign.id}: ${countText(sites.length, 'site')} from ${vantage}, in ${countText(jobs, 'job')}`,
  )
}

/**
 * The survey that the sites of a campaign from a vantage point are selected from. `latest` is a finished one, for others
 * are still being visited: the newest from there, or, where there is none, the newest from anywhere.
 */
export async function campaignSurvey(db: Database, name: string, vantage: string): Promise<SurveyRow> {
  if (name !== 'latest') return await findSurvey(db, name)
  const found =
    (await latestSurvey(db, { finishedOnly: true, vantage })) ??
    (await latestSurvey(db, { finishedOnly: true }))
  if (found === null)
    throw new CliError(
      EXIT.noInput,
      `${db.name} holds no finished survey yet: wait for it (\`${COMMAND} jobs list\`), or give the number of one`,
    )
  return found
}
