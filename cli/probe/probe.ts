import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Command, Option } from 'commander'
import { campaignById } from '../../db/campaign/campaigns.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { surveyedSites } from '../../db/survey/survey-sites.ts'
import { OPERATIONS } from '../../model/operation.ts'
import type { SurveyedSite } from '../../model/site-facts.ts'
import { CliError, EXIT, type ExitCode } from '../exit/exit-codes.ts'
import { untilInterrupted } from '../exit/interrupt.ts'
import { commaList } from '../options/arguments.ts'
import { addRunOptions, type RunOptions } from '../options/run-options.ts'
import { demandSandbox, type InSandboxOptions, runInSandbox, sandboxOptions } from '../prepare/in-sandbox.ts'
import { prepareProbing } from '../prepare/prepare-probing.ts'
import { findSurvey } from '../survey/find-survey.ts'
import { runSurveyFor } from '../survey/run-survey.ts'
import { addSelectOptions, type SelectOptions, selectionOf } from '../survey/select.ts'
import { demandBrowserSandbox } from './browser-sandbox.ts'
import { showCampaign } from './campaign-report.ts'
import { campaignSiteOf } from './campaign-sites.ts'
import { addProbeOptions, demandArms, type ProbeOptions } from './probe-options.ts'

interface ProbeCommandOptions extends RunOptions, SelectOptions, ProbeOptions, InSandboxOptions {
  readonly sites?: string[]
  readonly fromSurvey?: string
}

/** `towline probe`: loads sites again and again, with protocol toggles. */
export function probeCommand(): Command {
  const command = new Command('probe').description(
    'Load sites again and again in Chromium, under each protocol setting in turn, and compare the loads.',
  )
  command
    .optionsGroup('What is probed:')
    .addOption(
      new Option('--sites <domains>', 'these sites, comma separated; they are surveyed first')
        .argParser(commaList)
        .conflicts('fromSurvey'),
    )
    .option('--from-survey <survey>', 'sites selected from a survey: its number, or latest')
  sandboxOptions(command)
  addProbeOptions(command)
  addSelectOptions(command.optionsGroup('Selection (with --from-survey):'))
  addRunOptions(command)
  return command.action(async (given: Omit<ProbeCommandOptions, 'operations'>) => {
    const options: ProbeCommandOptions = { ...given, operations: [...OPERATIONS] }
    if (options.sites === undefined && options.fromSurvey === undefined)
      throw new CliError(
        EXIT.usage,
        'say what to probe: --sites example.com,example.org or --from-survey latest',
      )
    demandSandbox(options)
    demandArms(options)
    process.exitCode =
      options.sandbox === true ? await runInSandbox(command, options) : await probeSites(options)
  })
}

async function probeSites(options: ProbeCommandOptions): Promise<ExitCode> {
  await using interrupt = untilInterrupted()
  await prepareProbing(options, interrupt.signal)
  await demandBrowserSandbox(options, interrupt.signal)
  const { surveyId, exitCode } =
    options.sites === undefined
      ? await surveyNamed(options)
      : await surveyOf(options.sites, options, interrupt.signal)
  if (exitCode !== EXIT.ok) return exitCode
  return await probeSurvey(surveyId, options, interrupt.signal, options.sites !== undefined)
}

/**
 * Probes sites of a survey: all of them, or those that are selected from it. Prints what came of it.
 */
export async function probeSurvey(
  surveyId: number,
  options: RunOptions & SelectOptions & ProbeOptions,
  signal: AbortSignal,
  all: boolean,
): Promise<ExitCode> {
  // The browser's driver takes more memory than everything else: a survey runs without it.
  const [{ campaignFor }, { probe }] = await Promise.all([
    import('./campaign-for.ts'),
    import('./probe-campaign.ts'),
  ])
  await using db = await openDatabase({ url: options.database })
  const surveyed: SurveyedSite[] = await Array.fromAsync(surveyedSites(db, surveyId))
  const chosen = all
    ? surveyed
    : selectionOf(surveyed, surveyId, options).selected.flatMap(
        ({ rank }) => surveyed.find((site) => site.rank === rank) ?? [],
      )
  const sites = chosen.map((site) => campaignSiteOf(site, options.arms))
  if (!sites.some(({ arms: { applied } }) => applied.length > 0)) {
    const why = sites.map(({ domain, arms: { leftOut } }) => `${domain}: ${Object.values(leftOut)[0]}`)
    throw new CliError(EXIT.data, `no site can be probed${why.length === 0 ? '' : ` (${why.join('; ')})`}`)
  }
  const say = (line: string): void => void process.stderr.write(`${line}\n`)
  const campaign = await campaignFor(db, options, surveyId, sites, say)
  const exitCode = await probe(db, campaign, options, signal)
  await showCampaign(db, (await campaignById(db, campaign.id)) ?? campaign, 'table')
  return exitCode
}

async function surveyNamed(
  options: ProbeCommandOptions,
): Promise<{ readonly surveyId: number; readonly exitCode: ExitCode }> {
  await using db = await openDatabase({ url: options.database, readOnly: true })
  return { surveyId: (await findSurvey(db, options.fromSurvey ?? 'latest')).id, exitCode: EXIT.ok }
}

/** Surveys sites that were named: what they serve, and whether they may be visited, is found out as for any list. */
async function surveyOf(
  sites: readonly string[],
  options: ProbeCommandOptions,
  signal: AbortSignal,
): Promise<{ readonly surveyId: number; readonly exitCode: ExitCode }> {
  const text = sites.map((site) => `${hostOf(site)}\n`).join('')
  // A name of its own: other runs may be reading the same list, and remove it when they are done.
  const list = join(options.cache, 'lists', `sites-${randomUUID()}.csv`)
  await mkdir(dirname(list), { recursive: true })
  try {
    await writeFile(list, text)
    const listed = { ...options, list, listName: 'command line', workers: 1 }
    return await runSurveyFor(listed, signal, { orProbing: true })
  } finally {
    await rm(list, { force: true })
  }
}

function hostOf(site: string): string {
  if (/^[a-z]+:\/\//i.test(site) && URL.canParse(site)) return new URL(site).hostname
  return site.replace(/\/.*$/, '')
}
