import { type FieldCellHead, readCellHeads } from '../../db/field/field-cells.ts'
import { studySites } from '../../db/field/field-studies.ts'
import type { FieldSiteRow, Request } from '../contract/contract.ts'
import { defaultStudy } from '../field/default-study.ts'
import { visibleStudies } from '../field/visible-studies.ts'
import { requireFound } from '../http/problem.ts'
import type { Handler } from '../request/handler.ts'

type Query = Request<'fieldSites'>['query']

export const fieldSites: Handler<'fieldSites'> = async ({ db }, { query }, { pilot }) => {
  const { page = 1, pageSize } = query
  const studies = await visibleStudies(db, pilot)
  const study =
    query.list === undefined
      ? (await defaultStudy(db, studies)).study
      : requireFound(
          studies.find(({ list }) => list === query.list),
          'study',
        )
  const release = study?.release ?? null
  if (study === null || release === null)
    return { answer: { list: study?.list ?? null, week: null, total: 0, page, pageSize, rows: [] } }
  const domains = new Map((await studySites(db, study.list)).map(({ site, domain }) => [site, domain]))
  const cells = await readCellHeads(db, release.id, 'load')
  const rows = [...Map.groupBy(cells, ({ site }) => site)]
    .map(([site, siteCells]) => toRow(site, domains.get(site) ?? '', siteCells))
    .filter(({ domain }) => domain.includes(query.q?.toLowerCase() ?? ''))
    .sort((a, b) => inOrder(a, b, query))
  const shown = rows.slice((page - 1) * pageSize, page * pageSize)
  return {
    answer: { list: study.list, week: release.week, total: rows.length, page, pageSize, rows: shown },
  }
}

function toRow(site: number, domain: string, cells: readonly FieldCellHead[]): FieldSiteRow {
  return {
    ...{ site, domain },
    contributors: cells.reduce((sum, { contributors }) => sum + contributors, 0),
    protocols: Object.fromEntries(
      cells.map(({ protocol, contributors, samples, medianMs, frozenSince }) => [
        protocol,
        { contributors, samples, medianMs, frozenSince },
      ]),
    ),
  }
}

/** A missing value stands last, whatever the order; ties by number. */
function inOrder(a: FieldSiteRow, b: FieldSiteRow, { sort, order }: Query): number {
  const [first, second] = [sortedBy(a, sort), sortedBy(b, sort)]
  if (first === second) return a.site - b.site
  if (first === null || second === null) return first === null ? 1 : -1
  return (first < second ? -1 : 1) * (order === 'desc' ? -1 : 1)
}

function sortedBy(row: FieldSiteRow, sort: Query['sort']): string | number | null {
  if (sort === 'site' || sort === 'domain' || sort === 'contributors') return row[sort]
  return row.protocols[sort]?.medianMs ?? null
}
