import { Command } from 'commander'
import type { Database } from '../../db/connection/database.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { closeStudy, openStudy, type StudySite } from '../../db/field/field-studies.ts'
import { surveyedSites } from '../../db/survey/survey-sites.ts'
import { LIST_PATTERN, MOST_SITES } from '../../model/contribution-terms.ts'
import { FIELD_RULES } from '../../stats/field/field-rules.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { wholeNumber } from '../options/arguments.ts'
import { databaseOption } from '../options/database.ts'
import { countText } from '../output/text.ts'
import { findSurvey } from '../survey/find-survey.ts'
import { listId, pilotName } from './contributions-arguments.ts'

interface OpenStudyOptions {
  readonly survey: string
  readonly top: number
  readonly list?: string
  readonly pilot?: string
  readonly contributors?: number
  readonly samples?: number
  readonly database: string
}

/** `towline contributions open`: from now on contributions are taken for the sites of a survey. */
export function openCommand(): Command {
  return new Command('open')
    .option('--survey <survey>', 'number of the survey, or latest', 'latest')
    .option('--top <n>', 'its first sites by rank', wholeNumber(1, MOST_SITES), MOST_SITES)
    .option('--list <id>', 'what contributions call the list (default: its Tranco id)', listId)
    .option('--pilot <name>', 'only for those who have an invite of this closed pilot', pilotName)
    .option(
      '--contributors <k>',
      `distinct contributors that a curve must have (default: ${FIELD_RULES.contributors})`,
      wholeNumber(1, 1_000_000),
    )
    .option(
      '--samples <n>',
      `loads that a curve must have (default: ${FIELD_RULES.samples})`,
      wholeNumber(1, 1_000_000),
    )
    .addOption(databaseOption())
    .action(async (options: OpenStudyOptions) => {
      await using db = await openDatabase({ url: options.database })
      await open(db, options)
    })
}

async function open(db: Database, options: OpenStudyOptions): Promise<void> {
  const survey = await findSurvey(db, options.survey)
  const list = options.list ?? survey.list.trancoId
  if (list === null || !LIST_PATTERN.test(list))
    throw new CliError(EXIT.usage, `survey ${survey.id} is of no Tranco list: name it with --list`)
  const sites: StudySite[] = []
  for await (const { rank, rankMagnitude, domain } of surveyedSites(db, survey.id))
    if (rank >= 1 && rank <= MOST_SITES && (rankMagnitude ?? rank) <= options.top)
      sites.push({ site: rank - 1, domain })
  if (sites.length === 0)
    throw new CliError(EXIT.data, `survey ${survey.id} has no site among the first ${options.top}`)
  const study = {
    list,
    openedDay: today(),
    pilot: options.pilot ?? null,
    sites,
    thresholds: thresholdsOf(options),
  }
  if (!(await openStudy(db, study)))
    throw new CliError(
      EXIT.usage,
      `there is a study of ${list} already: give this one another name with --list`,
    )
  const whom = options.pilot === undefined ? 'everybody' : `who has an invite of the pilot ${options.pilot}`
  console.log(
    `the study ${list} is open to ${whom}: ${countText(sites.length, 'site')} of survey ${survey.id}`,
  )
}

/** Returns null for the defaults. A pilot of fewer than ten cannot keep everybody's share at 10 %. */
function thresholdsOf({ contributors, samples }: OpenStudyOptions): object | null {
  if (contributors === undefined && samples === undefined) return null
  const heaviestShare = Math.max(FIELD_RULES.heaviestShare, 1 / (contributors ?? FIELD_RULES.contributors))
  return {
    ...(contributors === undefined ? {} : { contributors, heaviestShare }),
    ...(samples === undefined ? {} : { samples }),
  }
}

/** `towline contributions close`: nothing is taken for a study any more. */
export function closeCommand(): Command {
  return new Command('close')
    .argument('<list>', 'what contributions call its list', listId)
    .addOption(databaseOption())
    .action(async (list: string, options: { readonly database: string }) => {
      await using db = await openDatabase({ url: options.database })
      if (!(await closeStudy(db, list, today())))
        throw new CliError(EXIT.noInput, `there is no open study of ${list}`)
      console.log(`the study ${list} is closed`)
    })
}

function today(): string {
  return new Date().toISOString().slice(0, 10)
}
