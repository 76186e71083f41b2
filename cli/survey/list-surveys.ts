import type { Command } from 'commander'
import { isDead } from '../../crawler/process/run-owner.ts'
import type { Database } from '../../db/connection/database.ts'
import { leaseOwners } from '../../db/survey/site-leases.ts'
import { listSurveys, type SurveyRow, type SurveyState } from '../../db/survey/surveys.ts'
import { COMMAND } from '../options/entry.ts'
import { type ReadOptions, readCommand, reading } from '../options/read-command.ts'
import { type Format, printRows } from '../output/format.ts'
import type { Column } from '../output/table.ts'

export function listSurveysCommand(): Command {
  return readCommand('list').action((options: ReadOptions) =>
    reading(options, (db) => showList(db, options.format)),
  )
}

const LIST_COLUMNS: readonly Column<SurveyRow>[] = [
  { heading: 'survey', cell: ({ id }) => id, align: 'right' },
  {
    heading: 'started (UTC)',
    csv: 'started (UTC)',
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
  printRows(format, surveys, LIST_COLUMNS, `no survey yet: make one with \`${COMMAND} crawl --sandbox\``)
}
