import type { AdoptionGroup, AdoptionSummary } from '../../stats/survey/adoption.ts'
import { ADOPTION_ROWS } from '../../stats/survey/adoption-rows.ts'
import type { AdoptionRow } from '../contract/contract.ts'
import { type CsvTable, type CsvValue, csvTable } from '../http/csv.ts'
import type { Handler, ToCsv } from '../request/handler.ts'
import { findSurvey } from './surveys.ts'

export const adoption: Handler<'adoption'> = async (context, { params }) => {
  const survey = await findSurvey(context, params.id)
  const { buckets, cdns, servers, stacks, h3Stacks, ungrouped, failures, h1Notes, ...all } =
    await context.adoption.summarise(survey)
  return {
    answer: {
      surveyId: survey.id,
      vantage: survey.vantage,
      ...adoptionGroup(all),
      buckets: buckets.map((bucket) => ({ from: bucket.from, to: bucket.to, ...adoptionGroup(bucket) })),
      cdns: cdns.map((cdn) => ({ name: cdn.name, ...adoptionGroup(cdn) })),
      servers: servers.map((server) => ({ name: server.name, ...adoptionGroup(server) })),
      stacks: stacks.map((stack) => ({ name: stack.name, ...adoptionGroup(stack) })),
      h3Stacks: h3Stacks.map((stack) => ({ name: stack.name, ...adoptionGroup(stack) })),
      ungrouped,
      failures: {
        site: counts(failures.site),
        h1: counts(failures.h1),
        h2: counts(failures.h2),
        h3: counts(failures.h3),
      },
      h1Notes: h1Notes.map(({ code, count }) => ({ code, count })),
    },
  }
}

export function adoptionGroup({ n, reachable, rows }: AdoptionGroup): {
  n: number
  reachable: number
  rows: AdoptionRow[]
} {
  return { n, reachable, rows: rows.map((row) => ({ ...row, label: ADOPTION_ROWS[row.row] })) }
}

function counts(failures: AdoptionSummary['failures']['site']): { code: string; count: number }[] {
  return failures.map(({ code, count }) => ({ code, count }))
}

/** Columns of a row of adoption: its counts, and its shares of all sites and of those that were reached. */
export const ADOPTION_COLUMNS = {
  row: ({ row }) => row.row,
  count: ({ row }) => row.count,
  unknown: ({ row }) => row.unknown,
  share: ({ row }) => row.ofAll?.share ?? null,
  share_low: ({ row }) => row.ofAll?.low ?? null,
  share_high: ({ row }) => row.ofAll?.high ?? null,
  reachable_count: ({ row }) => row.reachableCount,
  reachable_unknown: ({ row }) => row.reachableUnknown,
  reachable_share: ({ row }) => row.ofReachable?.share ?? null,
  reachable_low: ({ row }) => row.ofReachable?.low ?? null,
  reachable_high: ({ row }) => row.ofReachable?.high ?? null,
} satisfies Record<string, (of: { readonly row: AdoptionRow }) => CsvValue>

interface GroupedRow {
  readonly group: readonly CsvValue[]
  readonly n: number
  readonly reachable: number
  readonly row: AdoptionRow
}

export const adoptionCsv: ToCsv<'adoption'> = (answer) => {
  const groups: {
    readonly group: readonly CsvValue[]
    readonly counted: Omit<AdoptionGroup, 'rows'> & { rows: AdoptionRow[] }
  }[] = [
    { group: ['all', null], counted: answer },
    ...answer.buckets.map((counted) => ({ group: ['rank', `${counted.from}-${counted.to}`], counted })),
    ...answer.cdns.map((counted) => ({ group: ['cdn', counted.name], counted })),
    ...answer.servers.map((counted) => ({ group: ['server', counted.name], counted })),
    ...answer.stacks.map((counted) => ({ group: ['stack', counted.name], counted })),
    ...answer.h3Stacks.map((counted) => ({ group: ['h3 stack', counted.name], counted })),
  ]
  const rows = groups.flatMap(({ group, counted }) =>
    counted.rows.map((row) => ({
      group: [answer.surveyId, answer.vantage, ...group],
      n: counted.n,
      reachable: counted.reachable,
      row,
    })),
  )
  return adoptionTable(rows, ['survey_id', 'vantage', 'group', 'name'])
}

function adoptionTable(rows: readonly GroupedRow[], heading: readonly string[]): CsvTable {
  const table = csvTable<GroupedRow>(rows, {
    sites: ({ n }) => n,
    reachable: ({ reachable }) => reachable,
    ...ADOPTION_COLUMNS,
  })
  return {
    heading: [...heading, ...table.heading],
    rows: table.rows.map((cells, index) => [...(rows[index]?.group ?? []), ...cells]),
  }
}
