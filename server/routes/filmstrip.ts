import { campaignSite } from '../../db/campaign/campaign-sites.ts'
import { campaignById } from '../../db/campaign/campaigns.ts'
import { readFilmstrip, readPicture, takesFilmstrips } from '../../db/campaign/filmstrips.ts'
import { sampleById } from '../../db/campaign/sample-pages.ts'
import { loadMarks } from '../campaign/load-marks.ts'
import { findPage, orderArms, subjectOf } from '../campaign/place.ts'
import { storedNavigation } from '../campaign/stored-har.ts'
import { API_ROOT, type Filmstrips, PICTURE_PATH, pictureParams } from '../contract/contract.ts'
import { Problem, requireFound } from '../http/problem.ts'
import type { Context } from '../request/context.ts'
import type { Handler } from '../request/handler.ts'

export const filmstrips: Handler<'filmstrips'> = async (context, { params }) => {
  const { db } = context
  const subject = subjectOf(await findPage(context, params))
  const { campaignId, site } = subject
  const taken = takesFilmstrips(requireFound(await campaignById(db, campaignId), 'campaign'))
  const { arms } = requireFound(await campaignSite(db, campaignId, site), 'site in this campaign')
  const answers: Filmstrips['arms'] = []
  for (const arm of taken ? orderArms(arms.applied) : []) {
    const sampleId = (await context.medians.of({ campaignId, site }, arm))?.sample.id ?? null
    const stored = sampleId === null ? null : await readFilmstrip(db, sampleId)
    answers.push({ arm, sampleId, filmstrip: stored !== null })
  }
  return { answer: { ...subject, taken, arms: answers } }
}

export const filmstrip: Handler<'filmstrip'> = async (context, { params }) => {
  const { db } = context
  const { campaignId, site, sample } = requireFound(await sampleById(db, params.id), 'sample')
  const subject = subjectOf(await findPage(context, { id: campaignId, site }))
  const stored = requireFound(await readFilmstrip(db, sample.id), 'filmstrip of this sample')
  const { navigationMs, documentMs } = await storedNavigation(db, sample.id)
  const zeroMs = requireFound(navigationMs, 'start of the navigation of this sample')
  const { fcpMs, lcpMs, loadMs } = await loadMarks(db, sample.id, documentMs)
  const frames = stored.frames.map(({ takenAtMs, name }) => ({
    shownMs: takenAtMs - zeroMs,
    picture: picturePath(sample.id, name),
  }))
  const ends = [fcpMs, lcpMs, loadMs, ...frames.map(({ shownMs }) => shownMs)]
  return {
    answer: {
      ...{ ...subject, arm: sample.arm, sampleId: sample.id, round: sample.round },
      ...{ widthPx: stored.widthPx, heightPx: stored.heightPx, droppedFrames: stored.droppedFrames },
      endMs: ends.reduce<number>((last, end) => Math.max(last, end ?? 0), 0),
      marks: { fcpMs, lcpMs, loadMs },
      cutMs: stored.cutAtMs === null ? null : stored.cutAtMs - zeroMs,
      frames,
    },
  }
}

function picturePath(sampleId: number, name: string): string {
  return API_ROOT + PICTURE_PATH.replace(':id', String(sampleId)).replace(':name', `${name}.jpg`)
}

/** @throws Problem `not_found` where there is no such picture */
export async function picture(
  { db }: Pick<Context, 'db'>,
  params: Readonly<Record<string, unknown>>,
): Promise<Uint8Array> {
  const parsed = pictureParams.safeParse(params)
  if (!parsed.success) throw new Problem('not_found', 'There is no such picture.')
  const { id, name } = parsed.data
  return requireFound(await readPicture(db, id, name.replace('.jpg', '')), 'picture')
}
