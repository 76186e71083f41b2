import { Command } from 'commander'
import { isDead } from '../../crawler/process/run-owner.ts'
import type { Database } from '../../db/connection/database.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { leaseOwners } from '../../db/survey/site-leases.ts'
import { listSurveys, type SurveyRow, type SurveyState } from '../../db/survey/surveys.ts'
import { wholeNumber } from '../options/arguments.ts'
import { databaseOption } from '../options/database.ts'
import { COMMAND } from '../options/entry.ts'
import { type Format, formatOption } from '../output/format.ts'
import { tableWidth } from '../output/output-width.ts'
import { type Column, csvLines, textTable } from '../output/table.ts'
import { jsonText } from '../output/visible.ts'
import { findSurvey } from './find-survey.ts'
import { showDiff } from './survey-diff.ts'
import { showSites } from './survey-show.ts'
import { showSite } from './survey-site.ts'
import { showSummary } from './survey-summary.ts'

interface ReadOptions {
  readonly database: string
  readonly format: Format
}

/** `towline survey …`: what the surveys in the database found. */
export function surveyCommand(): Command {
  const command = new Command('survey').description(
    'What surveys found: sites, adoption, changes between two.',
  )
  const reader = (name: string, description: string): Command =>
    command.command(name).description(description).addOption(formatOption()).addOption(databaseOption())

  reader('list', 'the surveys in the database').action((options: ReadOptions) =>
    reading(options, (db) => showList(db, options.format)),
  )
  reader('show', 'one line a site: who speaks what')
    .argument('[survey]', 'number of the survey, or latest', 'latest')
    .option('--limit <n>', 'sites shown in the table, 0 for all', wholeNumber(0, 1_000_000_000), 100)
    .action((name: string, options: ReadOptions & { limit: number }) =>
      reading(options, async (db) => {
        const { id } = await findSurvey(db, name)
        await showSites(db, id, { format: options.format, limit: options.limit === 0 ? null : options.limit })
      }),
    )
  reader('summary', 'adoption: counts and shares with intervals, by rank, CDN and server software')
    .argument('[survey]', 'number of the survey, or latest', 'latest')
    .action((name: string, options: ReadOptions) =>
      reading(options, async (db) => showSummary(db, (await findSurvey(db, name)).id, options)),
    )
  reader('diff', 'what changed from one survey to a later one: gained, lost, churn')
    .argument('<before>', 'number of the earlier survey')
    .argument('[after]', 'number of the later survey, or latest', 'latest')
    .action((before: string, after: string, options: ReadOptions) =>
      reading(options, async (db) =>
        showDiff(db, await findSurvey(db, before), await findSurvey(db, after), options.format),
      ),
    )
  reader('site', 'everything that was recorded of one site: a row for each network operation')
    .argument('<domain>', 'as it stands in the list')
    .option('--survey <survey>', 'number of the survey, or latest', 'latest')
    .action((domain: string, options: ReadOptions & { survey: string }) =>
      reading(options, async (db) =>
        showSite(db, await findSurvey(db, options.survey), domain, options.format),
      ),
    )
  return command
}

async function reading(options: ReadOptions, use: (db: Database) => Promise<void>): Promise<void> {
  await using db = await openDatabase({ url: options.database, readOnly: true })
  await use(db)
}

const LIST_COLUMNS: readonly Column<SurveyRow>[] = [
  { heading: 'survey', cell: ({ id }) => id, align: 'right' },
  {
    heading: 'started (UTC)',
    csv: 'begun (UTC)',
    cell: ({ createdAt }) => createdAt.slice(0, 16).replace('T', ' '),
  },
  { heading: 'state', cell: ({ state }) => state },
  { heading: 'sites', cell: ({ sites }) => sites, align: 'right' },
  { heading: 'list', cell: ({ list }) => list.source },
  { heading: 'network', cell: ({ sandbox }) => (sandbox ? 'own' : 'live') },
  { heading: 'vantage', cell: ({ vantage }) => vantage, optional: true },
]

/** A run that was killed could not say that it has ended: its survey is stopped, whatever it last said. */
function stateNow({ id, state }: SurveyRow, owners: ReadonlyMap<number, readonly string[]>): SurveyState {
  const holders = owners.get(id) ?? []
  return state === 'running' && holders.length > 0 && holders.every(isDead) ? 'stopped' : state
}

async function showList(db: Database, format: Format): Promise<void> {
  const owners = await leaseOwners(db)
  const surveys = (await listSurveys(db)).map((survey) => ({ ...survey, state: stateNow(survey, owners) }))
  if (format === 'json') return console.log(jsonText(surveys, 2))
  if (format === 'csv') for (const line of csvLines(surveys, LIST_COLUMNS)) console.log(line)
  else if (surveys.length === 0) console.log(`no survey yet: make one with \`${COMMAND} crawl --sandbox\``)
  else console.log(textTable(surveys, LIST_COLUMNS, tableWidth()))
}
