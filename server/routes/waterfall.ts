import { artifactSizes } from '../../db/campaign/artifact-sizes.ts'
import { campaignSite } from '../../db/campaign/campaign-sites.ts'
import { sampleById } from '../../db/campaign/sample-pages.ts'
import { loadMarks } from '../campaign/load-marks.ts'
import { findPage, orderArms, subjectOf } from '../campaign/place.ts'
import { storedHar } from '../campaign/stored-har.ts'
import { waterfallEntry } from '../campaign/waterfall-entry.ts'
import type { Request, Waterfall, Waterfalls } from '../contract/contract.ts'
import { requireFound } from '../http/problem.ts'
import type { Context } from '../request/context.ts'
import type { Handler } from '../request/handler.ts'

export const waterfalls: Handler<'waterfalls'> = async (context, { params }) => {
  const { db } = context
  const subject = subjectOf(await findPage(context, params))
  const { campaignId, site } = subject
  const { arms } = requireFound(await campaignSite(db, campaignId, site), 'site in this campaign')
  const answers: Waterfalls['arms'] = []
  for (const arm of orderArms(arms.applied)) {
    const sampleId = (await context.medians.of({ campaignId, site }, arm))?.sample.id ?? null
    const artifacts = sampleId === null ? [] : await artifactSizes(db, sampleId)
    answers.push({ arm, sampleId, har: artifacts.some(({ kind }) => kind === 'har') })
  }
  return { answer: { ...subject, arms: answers } }
}

type Chosen = Pick<Waterfall, 'arm' | 'sampleId' | 'round' | 'chosenBy' | 'value' | 'n'>

export const waterfall: Handler<'waterfall'> = async (context, { params, query }) => {
  const subject = subjectOf(await findPage(context, params))
  const { campaignId, site } = subject
  const chosen = await choose(context, { campaignId, site }, query)
  const { har, navigationMs, documentMs } = requireFound(
    await storedHar(context.db, chosen.sampleId),
    'HAR of this sample',
  )
  const firstMs = Math.min(...har.log.entries.map(({ startedDateTime }) => Date.parse(startedDateTime)))
  const zeroMs = navigationMs ?? firstMs
  const entries = har.log.entries
    .map((entry) => waterfallEntry(entry, zeroMs))
    .sort((a, b) => a.startMs - b.startMs)
  const marks = await loadMarks(context.db, chosen.sampleId, documentMs)
  const ends = [...entries.map((entry) => entry.startMs + entry.durationMs), ...Object.values(marks)]
  return {
    answer: {
      ...{ ...subject, ...chosen },
      zero: navigationMs === null ? 'first request' : 'navigation',
      endMs: ends.reduce<number>((last, end) => Math.max(last, end ?? 0), 0),
      marks,
      entries,
    },
  }
}

async function choose(
  { db, medians }: Context,
  page: { readonly campaignId: number; readonly site: number },
  { arm, sample: id }: Request<'waterfall'>['query'],
): Promise<Chosen> {
  if (id !== undefined) {
    const keyed = await sampleById(db, id)
    const isHere = keyed?.campaignId === page.campaignId && keyed.site === page.site
    const { sample } = requireFound(isHere ? keyed : null, 'sample of this site')
    return { arm: sample.arm, sampleId: sample.id, round: sample.round, chosenBy: null, value: null, n: null }
  }
  const median = requireFound(
    arm === undefined ? null : await medians.of(page, arm),
    'valid sample of this arm',
  )
  const { sample, metric, value, n } = median
  return { arm: sample.arm, sampleId: sample.id, round: sample.round, chosenBy: metric, value, n }
}
