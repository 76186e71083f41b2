import { artifactSizes } from '../../db/campaign/artifact-sizes.ts'
import { campaignSite } from '../../db/campaign/campaign-sites.ts'
import { campaignById } from '../../db/campaign/campaigns.ts'
import { readMetrics } from '../../db/campaign/sample-metrics.ts'
import {
  type KeyedSample,
  metricsOfSamples,
  pendingSamples,
  sampleById,
  samplePage,
} from '../../db/campaign/sample-pages.ts'
import { sampleTallies } from '../../db/campaign/sample-tallies.ts'
import type { SampleRow as StoredSample } from '../../db/campaign/samples.ts'
import { fileName, runInFileName } from '../../model/file-name.ts'
import { sampleAnswer } from '../campaign/campaign-answer.ts'
import { exportedHar } from '../campaign/exported-har.ts'
import { findPage, subjectOf } from '../campaign/place.ts'
import type { Request, SampleRow } from '../contract/contract.ts'
import { requireFound } from '../http/problem.ts'
import type { Context } from '../request/context.ts'
import type { Handler, ReadPages } from '../request/handler.ts'

export const samples: Handler<'samples'> = async (context, { params, query }) => {
  const subject = subjectOf(await findPage(context, params))
  const { campaignId, site } = subject
  const { arm, state, metrics: names = [], page = 1, pageSize } = query
  const rows = await samplePage(context.db, {
    ...{ campaignId, site, arm, state },
    limit: pageSize,
    offset: (page - 1) * pageSize,
  })
  const total = await samplesThatMatch(context, { campaignId, site }, query)
  return {
    answer: {
      ...{ ...subject, total, page, pageSize },
      rows: await withMetrics(context, rows, names),
    },
  }
}

/** Rows of a CSV that are held at a time. */
const CSV_ROWS = 5_000

/** All samples that match, each page found by the last row of the one before: by its number it would cost all before it. */
export const samplePages: ReadPages<'samples'> = async function* (context, { query }, first) {
  const { campaignId, site } = first
  const { arm, state, metrics: names = [] } = query
  for (let after: SamplePosition | undefined; ; ) {
    const found = await samplePage(context.db, { campaignId, site, arm, state, limit: CSV_ROWS, after })
    yield { ...first, rows: await withMetrics(context, found, names) }
    if (found.length < CSV_ROWS) return
    after = found.at(-1)
  }
}

type SamplePosition = Pick<StoredSample, 'round' | 'arm'>

async function withMetrics(
  { db }: Context,
  rows: readonly StoredSample[],
  names: readonly string[],
): Promise<SampleRow[]> {
  const ids = rows.map(({ id }) => id)
  const values = await metricsOfSamples(db, ids, names)
  return rows.map((row): SampleRow => {
    const measured = values.get(row.id)
    return {
      ...sampleAnswer(row),
      metrics: Object.fromEntries(names.map((name) => [name, measured?.[name] ?? null])),
    }
  })
}

/** Counts by the tallies: counting a million rows would take longer than an answer may. */
async function samplesThatMatch(
  { db }: Context,
  page: { readonly campaignId: number; readonly site: number },
  { arm, state }: Pick<Request<'samples'>['query'], 'arm' | 'state'>,
): Promise<number> {
  const pending = (await pendingSamples(db, page)).map((one) => ({ ...one, state: 'pending' }))
  return [...pending, ...(await sampleTallies(db, page.campaignId, page.site))]
    .filter((one) => (arm ?? one.arm) === one.arm && (state ?? one.state) === one.state)
    .reduce((sum, { samples: count }) => sum + count, 0)
}

async function findSample({ db }: Pick<Context, 'db'>, id: number): Promise<KeyedSample> {
  return requireFound(await sampleById(db, id), 'sample')
}

export const sample: Handler<'sample'> = async (context, { params }) => {
  const { campaignId, site, sample: row } = await findSample(context, params.id)
  const page = await findPage(context, { id: campaignId, site })
  return {
    answer: {
      ...sampleAnswer(row),
      ...{ ...subjectOf(page), url: page.url },
      metrics: (await readMetrics(context.db, row.id)).map(({ name, value, note }) => ({
        name,
        value,
        note,
      })),
      artifacts: await artifactSizes(context.db, row.id),
    },
  }
}

export const har: Handler<'har'> = async ({ db }, { params }) => {
  const { campaignId, site: siteNo, sample: row } = await findSample({ db }, params.id)
  const campaign = requireFound(await campaignById(db, campaignId), 'campaign')
  const site = requireFound(await campaignSite(db, campaignId, siteNo), 'site in this campaign')
  const file = requireFound(await exportedHar(db, { campaign, site, sample: row }), 'HAR of this sample')
  const { createdAt } = campaign
  const holds = [site.domain, row.arm, `sample-${row.id}`, runInFileName('campaign', campaignId, createdAt)]
  return { file: Buffer.from(JSON.stringify(file)), fileName: fileName(holds, 'har') }
}
