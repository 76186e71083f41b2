import { Command, InvalidArgumentError, Option } from 'commander'
import { type SelectedSite, type Selection, type Served, select } from '../../crawler/select/select.ts'
import type { Database } from '../../db/connection/database.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { surveyedSites } from '../../db/survey/survey-sites.ts'
import type { SurveyedSite } from '../../model/site-facts.ts'
import { rankOf, withRank } from '../../model/site-rank.ts'
import { commaList, wholeNumber } from '../options/arguments.ts'
import { databaseOption } from '../options/database.ts'
import { type Format, formatOption } from '../output/format.ts'
import { type Column, csvRecord, textTable } from '../output/table.ts'
import { countText, jsonText, lineWidth, tableWidth, wrap } from '../output/text.ts'
import { findSurvey } from './find-survey.ts'
import { rankText } from './rank-text.ts'

export interface SelectOptions {
  readonly select: number
  readonly serve: Served[]
  readonly order: 'rank' | 'random'
  readonly selectSeed?: string
}

const SERVED = ['http', 'h1', 'h2', 'h3'] as const satisfies readonly Served[]

/** Adds the options of a selection; `crawl` and `select` share them. */
export function addSelectOptions(command: Command): Command {
  return command
    .addOption(new Option('--select <n>', 'sites to select').argParser(wholeNumber(1, 1_000_000)).default(8))
    .addOption(
      new Option('--serve <protocols>', `protocols that a selected site must serve, of: ${SERVED.join(',')}`)
        .argParser(servedList)
        .default(['h1', 'h2', 'h3'], 'h1,h2,h3'),
    )
    .addOption(
      new Option('--order <order>', 'which sites come first').choices(['rank', 'random']).default('rank'),
    )
    .option('--select-seed <seed>', 'of the random order')
}

/** `towline select`: sites worth probing, one for each online presence. */
export function selectCommand(): Command {
  const command = new Command('select').option(
    '--survey <survey>',
    'number of the survey, or latest',
    'latest',
  )
  return addSelectOptions(command)
    .addOption(formatOption())
    .addOption(databaseOption())
    .action(async (options: SelectOptions & { survey: string; format: Format; database: string }) => {
      await using db = await openDatabase({ url: options.database, readOnly: true })
      await showSelection(db, (await findSurvey(db, options.survey)).id, options)
    })
}

/** The order is the same every time without a seed of the user's: the survey is its seed. */
export function selectionOf(
  sites: readonly SurveyedSite[],
  surveyId: number,
  { select: count, serve, order, selectSeed }: SelectOptions,
): Selection {
  return select(sites, { count, serve, order, seed: selectSeed ?? String(surveyId) })
}

export async function showSelection(
  db: Database,
  surveyId: number,
  options: SelectOptions & { readonly format: Format },
): Promise<void> {
  const sites: SurveyedSite[] = await Array.fromAsync(surveyedSites(db, surveyId))
  const { selected, passedOver } = selectionOf(sites, surveyId, options)
  if (options.format === 'json')
    return console.log(
      jsonText({ surveyId, selected: selected.map(withRank), passedOver: passedOver.map(withRank) }, 2),
    )
  if (options.format === 'csv') {
    console.log('rank,rank_magnitude,domain,final_origin,reason,because')
    for (const site of selected)
      console.log(csvRecord([rankOf(site), site.rankMagnitude, site.domain, site.finalOrigin, null, null]))
    for (const site of passedOver)
      console.log(csvRecord([rankOf(site), site.rankMagnitude, site.domain, null, site.reason, site.because]))
    return
  }
  for (const line of selectionLines({ selected, passedOver }, sites.length, options.serve, tableWidth()))
    console.log(line)
}

function servedList(text: string): Served[] {
  const names = commaList(text)
  const unknown = names.find((name) => !(SERVED as readonly string[]).includes(name))
  if (unknown !== undefined || names.length === 0) {
    throw new InvalidArgumentError(`'${unknown ?? ''}' is not one of ${SERVED.join(', ')}.`)
  }
  return names as Served[]
}

const SHOWN_PASSED_OVER = 10

const COLUMNS: readonly Column<SelectedSite>[] = [
  { heading: 'rank', cell: rankText, align: 'right' },
  { heading: 'domain', cell: ({ domain }) => domain },
  { heading: 'final origin', cell: ({ finalOrigin }) => finalOrigin },
]

/** Reasons that need no example: their counts say everything. */
const PLAIN_REASONS: readonly string[] = ['count_reached', 'not_served', 'unreachable']

/** A selection for people: the chosen sites, and why others were passed over. */
export function selectionLines(
  { selected, passedOver }: Selection,
  sites: number,
  serve: readonly Served[],
  width: number | null,
): string[] {
  const chosen = `Selected ${selected.length} that serve ${serve.join(', ')}, of ${countText(sites, 'site')}`
  const counts = [...Map.groupBy(passedOver, ({ reason }) => reason)]
  const byReason = counts.map(([reason, group]) => `${group.length} ${reason}`).join(', ')
  const explained = passedOver.filter(({ reason }) => !PLAIN_REASONS.includes(reason))
  const more = explained.length - SHOWN_PASSED_OVER
  return [
    '',
    ...(selected.length === 0 ? [chosen] : [`${chosen}:`, '', textTable(selected, COLUMNS, width)]),
    '',
    ...wrap(`Passed over: ${byReason || 'none'}`, lineWidth(width)),
    ...explained.slice(0, SHOWN_PASSED_OVER).map(({ domain, because }) => `  ${domain}: ${because}`),
    ...(more > 0 ? [`  … and ${more} more (towline select --format csv)`] : []),
  ]
}
