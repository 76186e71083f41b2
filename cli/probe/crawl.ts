import { Command } from 'commander'
import { openDatabase } from '../../db/connection/open.ts'
import { EXIT, type ExitCode, untilInterrupted } from '../exit/exit-codes.ts'
import { COMMAND } from '../options/entry.ts'
import { addListOptions, addRunOptions, addWorkersOption, type RunOptions } from '../options/run-options.ts'
import { isLive } from '../options/run-settings.ts'
import { demandSandbox, type InSandboxOptions, runInSandbox, sandboxOptions } from '../prepare/in-sandbox.ts'
import { findSurvey } from '../survey/find-survey.ts'
import { addSelectOptions, type SelectOptions, showSelection } from '../survey/select.ts'
import { showSummary } from '../survey/survey-summary.ts'
import { crawlPlan } from './crawl-plan.ts'
import { prepareLoads } from './prepare-loads.ts'
import { addProbeOptions, demandArms, LIVE_SITE_GAP_MS, type ProbeOptions } from './probe-options.ts'
import { probeSurvey } from './probe-survey.ts'

interface CrawlOptions extends RunOptions, SelectOptions, ProbeOptions, InSandboxOptions {
  readonly surveyOnly?: boolean
}

/** `towline crawl`: the main job, from a ranked list to figures. */
export function crawlCommand(): Command {
  const command = new Command('crawl')
  sandboxOptions(command.optionsGroup('What is crawled:')).option('--survey-only', 'stop after the survey')
  addListOptions(command)
  addRunOptions(command)
  addWorkersOption(command)
  addSelectOptions(command.optionsGroup('Selection:'))
  addProbeOptions(command)
  return command.action(async (options: CrawlOptions) => {
    demandSandbox(options)
    process.exitCode =
      options.sandbox === true
        ? await runInSandbox(command, options)
        : await crawl({
            ...options,
            siteGap:
              command.getOptionValueSource('siteGap') === 'default' && isLive(options)
                ? LIVE_SITE_GAP_MS
                : options.siteGap,
          })
  })
}

async function crawl(options: CrawlOptions): Promise<ExitCode> {
  await using interrupt = untilInterrupted()
  if (options.surveyOnly !== true) demandArms(options)
  await prepareLoads(options, interrupt.signal)
  if (isLive(options) && options.resume !== true && options.top !== undefined)
    for (const line of crawlPlan(options, options.top)) process.stderr.write(`${line}\n`)
  const { runSurveyFor } = await import('../survey/run-survey.ts')
  const { surveyId, exitCode } = await runSurveyFor(options, interrupt.signal, {
    orProbing: options.surveyOnly !== true,
  })
  {
    await using db = await openDatabase({ url: options.database, readOnly: true })
    await showSummary(db, await findSurvey(db, String(surveyId)), { format: 'table' })
    if (exitCode === EXIT.ok && options.surveyOnly !== true)
      await showSelection(db, surveyId, { ...options, format: 'table' })
  }
  console.log(`\nAll sites: ${COMMAND} survey show ${surveyId}`)
  if (exitCode !== EXIT.ok || options.surveyOnly === true) return exitCode
  return await probeSurvey(surveyId, options, interrupt.signal, false)
}
