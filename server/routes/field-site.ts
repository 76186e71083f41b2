import { pagesByDomain } from '../../db/campaign/campaign-pages.ts'
import { type FieldCell, readCells, readVisitCells, type VisitCell } from '../../db/field/field-cells.ts'
import { siteOfDomain } from '../../db/field/field-studies.ts'
import { visitsOf } from '../../db/survey/visits.ts'
import { CONTRIBUTED_VISITS } from '../../model/contribution-terms.ts'
import { binGain } from '../../stats/field/bin-gain.ts'
import { binEdges } from '../../stats/field/bins.ts'
import { visitShare } from '../../stats/field/release-visits.ts'
import {
  FIELD_ARMS,
  type FIELD_METRICS,
  FIELD_PROTOCOLS,
  type FieldProtocol,
  type FieldSite,
  type MetricName,
} from '../contract/contract.ts'
import { defaultStudy } from '../field/default-study.ts'
import { publishedThresholds } from '../field/field-thresholds.ts'
import { type VisibleStudy, visibleStudies } from '../field/visible-studies.ts'
import { type CsvValue, csvTable } from '../http/csv.ts'
import { Problem } from '../http/problem.ts'
import type { Context } from '../request/context.ts'
import type { Handler, ToCsv } from '../request/handler.ts'
import { labBeside, labConditionsFor } from './field-lab.ts'
import { liveBeside, SHARES } from './field-live.ts'

/** The same definition for our own loads: docs/metrics.md. */
const OWN_METRICS = {
  load: 'plt_ms',
  dcl: 'dcl_ms',
  dns: 'document_dns_ms',
  connect: 'document_connect_ms',
  handshake: 'document_handshake_ms',
  wait: 'document_wait_ms',
  receive: 'document_receive_ms',
} as const satisfies Readonly<Record<(typeof FIELD_METRICS)[number], MetricName>>

export const fieldSite: Handler<'fieldSite'> = async (context, { params, query }, { pilot }) => {
  const { db } = context
  const { domain } = params
  const { study, site } = await findInStudy(context, domain, query.list, pilot)
  const { release } = study
  const cells = release === null ? [] : await readCells(db, release.id, { site, metric: query.metric })
  const visits = release === null ? [] : await readVisitCells(db, release.id, site)
  const pages = await pagesByDomain(db, domain)
  const metric = OWN_METRICS[query.metric]
  const conditions = await labConditionsFor(db, domain)
  return {
    answer: {
      ...{ domain, metric: query.metric, list: study.list },
      hasSitePage: pages.length > 0 || (await visitsOf(db, domain)).length > 0,
      closedDay: study.closedDay,
      week: release?.week ?? null,
      releasedAt: release?.releasedAt ?? null,
      thresholds: publishedThresholds(study),
      field: inOrder(cells).map(toCurve),
      notEnough: FIELD_PROTOCOLS.filter((protocol) => cells.every((cell) => cell.protocol !== protocol)),
      gains: compareCurves(inOrder(cells), site),
      visits: inOrder(visits).map((cell) => toVisits(cell, publishedThresholds(study).blur)),
      p: [...SHARES],
      live: await liveBeside(context, pages, metric, query.campaign),
      lab: await labBeside(context, conditions, metric, query.lab),
      labConditions: conditions.map(({ labRunId, cell, name, factors, ofThisPage }) => ({
        ...{ labRunId, cell, name, factors, ofThisPage },
      })),
    },
  }
}

/** @throws Problem `not_found` where no study that this visitor may see has the site */
async function findInStudy(
  { db }: Context,
  domain: string,
  list: string | undefined,
  pilot: string | null,
): Promise<{ readonly study: VisibleStudy; readonly site: number }> {
  const studies = (await visibleStudies(db, pilot)).filter(
    (study) => list === undefined || study.list === list,
  )
  const first = (await defaultStudy(db, studies)).study
  const rank = (study: VisibleStudy) => (study === first ? 0 : study.release === null ? 2 : 1)
  // Sorting keeps the order of equal ones.
  for (const study of studies.toSorted((a, b) => rank(a) - rank(b))) {
    const site = await siteOfDomain(db, study.list, domain)
    if (site !== null) return { study, site }
  }
  throw new Problem('not_found', 'There is no such site under study.')
}

function inOrder<T extends Pick<FieldCell, 'protocol'>>(cells: readonly T[]): T[] {
  return FIELD_PROTOCOLS.flatMap((protocol) => cells.filter((cell) => cell.protocol === protocol))
}

function toCurve(cell: FieldCell): FieldSite['field'][number] {
  const { protocol, contributors, samples, medianMs, lowMs, highMs, madeIn, frozenSince, bins } = cell
  return {
    ...{ protocol, contributors, samples, medianMs, madeIn, frozenSince },
    medianInterval: lowMs === null || highMs === null ? null : { low: lowMs, high: highMs },
    bins: bins.map(([bin, inBin]) => ({ ...binEdges(bin), contributors: inBin })),
  }
}

function toVisits(cell: VisitCell, blur: number): FieldSite['visits'][number] {
  const { protocol, contributors, samples, madeIn, bins } = cell
  const shares = bins.flatMap(([place, votes]) => {
    const visit = CONTRIBUTED_VISITS[place]
    const found = visitShare(votes, contributors, { blur })
    if (visit === undefined || found === null) return []
    return [{ visit, share: found.share, interval: { low: found.low, high: found.high } }]
  })
  return { protocol, contributors, samples, madeIn, shares }
}

/** Each two protocols, the older one as the baseline. Seeded by the site, so that the same curves give the same interval. */
function compareCurves(cells: readonly FieldCell[], seed: number): FieldSite['gains'] {
  return cells.flatMap((group, index) =>
    cells.slice(0, index).flatMap((baseline) => {
      const compared = binGain({ baseline: baseline.bins, group: group.bins, seed })
      if (compared === undefined) return []
      const { gain, interval, verdict } = compared
      return [
        {
          ...{ protocol: group.protocol, baseline: baseline.protocol, gain, verdict },
          contributors: group.contributors,
          baselineContributors: baseline.contributors,
          gainInterval: { low: interval[0], high: interval[1] },
        },
      ]
    }),
  )
}

interface CsvRow {
  readonly source: 'field' | 'live' | 'lab'
  readonly protocol: FieldProtocol | string
  readonly madeAt: string | null
  readonly contributors: number | null
  readonly loads: number
  readonly p: number | null
  readonly ms: number
}

/** A row for each step of each curve: at the upper edges of bins, and at the quantiles of our own loads. */
export const fieldSiteCsv: ToCsv<'fieldSite'> = (answer) => {
  const { domain, field, live, lab, p, metric } = answer
  const rows = [
    ...field.flatMap(({ protocol, madeIn, contributors, samples, bins }) => {
      let below = 0
      return bins.map(({ toMs, contributors: inBin }): CsvRow => {
        below += inBin
        return {
          ...{ source: 'field', madeAt: madeIn, contributors, loads: samples },
          ...{ protocol: FIELD_ARMS[protocol], p: below / contributors, ms: toMs },
        }
      })
    }),
    ...(
      [
        ['live', live],
        ['lab', lab],
      ] as const
    ).flatMap(([source, measured]) =>
      (measured?.curves ?? []).flatMap(({ arm, n, ms }) =>
        ms.map(
          (value, index): CsvRow => ({
            ...{ source, protocol: arm, madeAt: measured?.createdAt ?? null, contributors: null, loads: n },
            ...{ p: p[index] ?? null, ms: value },
          }),
        ),
      ),
    ),
  ]
  const columns: Readonly<Record<string, (row: CsvRow) => CsvValue>> = {
    domain: () => domain,
    source: (row) => row.source,
    arm: (row) => row.protocol,
    made: (row) => row.madeAt,
    contributors: (row) => row.contributors,
    loads: (row) => row.loads,
    p: (row) => row.p,
    [`${metric}_ms`]: (row) => row.ms,
  }
  return csvTable(rows, columns)
}
