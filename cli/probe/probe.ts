import { Command, Option } from 'commander'
import { openDatabase } from '../../db/connection/open.ts'
import { OPERATIONS } from '../../model/operation.ts'
import { CliError, EXIT, type ExitCode, untilInterrupted } from '../exit/exit-codes.ts'
import { commaList } from '../options/arguments.ts'
import { addRunOptions, type RunOptions } from '../options/run-options.ts'
import { demandSandbox, type InSandboxOptions, runInSandbox, sandboxOptions } from '../prepare/in-sandbox.ts'
import { findSurvey } from '../survey/find-survey.ts'
import { addSelectOptions, type SelectOptions } from '../survey/select.ts'
import { surveyNamedSites } from './named-sites.ts'
import { prepareLoads } from './prepare-loads.ts'
import { addProbeOptions, demandArms, type ProbeOptions } from './probe-options.ts'
import { probeSurvey } from './probe-survey.ts'

interface ProbeCommandOptions extends RunOptions, SelectOptions, ProbeOptions, InSandboxOptions {
  readonly sites?: string[]
  readonly fromSurvey?: string
}

/** `towline probe`: loads sites repeatedly, with protocol toggles. */
export function probeCommand(): Command {
  const command = new Command('probe')
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
  await prepareLoads(options, interrupt.signal)
  const { surveyId, exitCode } =
    options.sites === undefined
      ? await surveyNamed(options)
      : await surveyNamedSites(options.sites, options, interrupt.signal)
  if (exitCode !== EXIT.ok) return exitCode
  return await probeSurvey(surveyId, options, interrupt.signal, options.sites !== undefined)
}

async function surveyNamed(
  options: ProbeCommandOptions,
): Promise<{ readonly surveyId: number; readonly exitCode: ExitCode }> {
  await using db = await openDatabase({ url: options.database, readOnly: true })
  return { surveyId: (await findSurvey(db, options.fromSurvey ?? 'latest')).id, exitCode: EXIT.ok }
}
