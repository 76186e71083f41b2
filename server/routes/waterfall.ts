import { artifactSizes } from '../../db/campaign/artifact-sizes.ts'
import { campaignSite } from '../../db/campaign/campaign-sites.ts'
import { metricsOf } from '../../db/campaign/sample-metrics.ts'
import { sampleById } from '../../db/campaign/sample-pages.ts'
import { medianSample } from '../campaign/median-sample.ts'
import { inOrder, placeOf } from '../campaign/place.ts'
import { storedHar } from '../campaign/stored-har.ts'
import { waterfallEntry } from '../campaign/waterfall-entry.ts'
import type { Request, Waterfall, Waterfalls } from '../contract/contract.ts'
import { found } from '../http/problem.ts'
import type { Context } from '../request/context.ts'
import type { Reply } from '../request/handler.ts'

export async function waterfalls(
  context: Context,
  { params }: Request<'waterfalls'>,
): Promise<Reply<'waterfalls'>> {
  const { db } = context
  const { campaignId, site, domain } = await placeOf(context, params)
  const { arms } = found(await campaignSite(db, campaignId, site), 'site in this campaign')
  const answers: Waterfalls['arms'] = []
  for (const arm of inOrder(arms.applied)) {
    const sampleId = (await medianSample(db, { campaignId, site }, arm))?.sample.id ?? null
    const kept = sampleId === null ? [] : await artifactSizes(db, sampleId)
    answers.push({ arm, sampleId, har: kept.some(({ kind }) => kind === 'har') })
  }
  return { answer: { campaignId, site, domain, arms: answers } }
}

type Chosen = Pick<Waterfall, 'arm' | 'sampleId' | 'round' | 'chosenBy' | 'value' | 'n'>

export async function waterfall(
  context: Context,
  { params, query }: Request<'waterfall'>,
): Promise<Reply<'waterfall'>> {
  const { campaignId, site, domain } = await placeOf(context, params)
  const chosen = await choose(context, { campaignId, site }, query)
  const { har, navigationMs, documentMs } = found(
    await storedHar(context.db, chosen.sampleId),
    'HAR of this sample',
  )
  const firstMs = Math.min(...har.log.entries.map(({ startedDateTime }) => Date.parse(startedDateTime)))
  const zeroMs = navigationMs ?? firstMs
  const entries = har.log.entries
    .map((entry) => waterfallEntry(entry, zeroMs))
    .sort((a, b) => a.startMs - b.startMs)
  const marks = await marksOf(context, chosen.sampleId, documentMs)
  const ends = [...entries.map((entry) => entry.startMs + entry.durationMs), ...Object.values(marks)]
  return {
    answer: {
      ...{ campaignId, site, domain, ...chosen },
      zero: navigationMs === null ? 'first request' : 'navigation',
      endMs: ends.reduce<number>((last, end) => Math.max(last, end ?? 0), 0),
      marks,
      entries,
    },
  }
}

async function choose(
  { db }: Context,
  place: { readonly campaignId: number; readonly site: number },
  { arm, sample: id }: Request<'waterfall'>['query'],
): Promise<Chosen> {
  if (id !== undefined) {
    const placed = await sampleById(db, id)
    const isHere = placed?.campaignId === place.campaignId && placed.site === place.site
    const { sample } = found(isHere ? placed : null, 'sample of this site')
    return { arm: sample.arm, sampleId: sample.id, round: sample.round, chosenBy: null, value: null, n: null }
  }
  const median = found(
    arm === undefined ? null : await medianSample(db, place, arm),
    'valid sample of this arm',
  )
  const { sample, metric, value, n } = median
  return { arm: sample.arm, sampleId: sample.id, round: sample.round, chosenBy: metric, value, n }
}

/** All marks but the load event's count from the start of the navigation to the document shown (docs/metrics.md). */
async function marksOf({ db }: Context, sampleId: number, documentMs: number): Promise<Waterfall['marks']> {
  const values = new Map((await metricsOf(db, sampleId)).map(({ name, value }) => [name, value]))
  const mark = (name: string): number | null => {
    const value = values.get(name) ?? null
    return value === null ? null : value + documentMs
  }
  return {
    ttfbMs: mark('ttfb_ms'),
    fcpMs: mark('fcp_ms'),
    lcpMs: mark('lcp_ms'),
    dclMs: mark('dcl_ms'),
    loadMs: values.get('plt_ms') ?? null,
  }
}
