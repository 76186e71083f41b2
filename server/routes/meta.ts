import { listStudies } from '../../db/field/field-studies.ts'
import { dataSummary } from '../../db/maintenance/data-summary.ts'
import { finishedListSurveys } from '../../db/survey/surveys.ts'
import { DATA_LICENSES } from '../../model/data-license.ts'
import { SYNTHETIC_LIST } from '../../model/synthetic-list.ts'
import type { Meta } from '../contract/contract.ts'
import type { Context } from '../request/context.ts'
import type { Reply } from '../request/handler.ts'
import { listAnswer } from '../survey/survey-answer.ts'

export async function meta({
  db,
  toolVersion,
  recorded,
  dataLicense,
  checksPerDay,
}: Context): Promise<Reply<'meta'>> {
  const {
    sandboxRuns,
    liveRuns,
    undelayedCampaigns,
    latestLiveCampaignId,
    vantages,
    firstAt,
    lastAt,
    ...counts
  } = await dataSummary(db)
  const finished = await finishedListSurveys(db)
  const lists = new Map(finished.map(({ list }) => [list.id, listAnswer(list)]))
  const origin = dataOrigin(sandboxRuns, liveRuns)
  return {
    answer: {
      tool: { name: 'towline', version: toolVersion },
      origin,
      license: dataLicense === null ? null : { id: dataLicense, ...DATA_LICENSES[dataLicense] },
      recorded,
      notice: dataNotice(origin, recorded, {
        undelayedCampaigns,
        isFieldSynthetic: (await listStudies(db)).some(({ list: id }) => id === SYNTHETIC_LIST),
      }),
      counts: { ...counts, surveyedSites: finished[0]?.sites ?? 0 },
      latestSurveyId: finished[0]?.id ?? null,
      latestCampaignId: latestLiveCampaignId,
      lists: [...lists.values()],
      vantages: [...vantages],
      checksPerDay,
      firstAt,
      lastAt,
    },
  }
}

function dataOrigin(sandboxRuns: number, liveRuns: number): Meta['origin'] {
  if (sandboxRuns === 0) return liveRuns === 0 ? 'none' : 'live'
  return liveRuns === 0 ? 'sandbox' : 'mixed'
}

function dataNotice(
  origin: Meta['origin'],
  recorded: boolean,
  marks: { readonly undelayedCampaigns: readonly number[]; readonly isFieldSynthetic: boolean },
): string | null {
  const notices = [originNotice(origin, recorded), delayNotice(marks.undelayedCampaigns)]
  if (marks.isFieldSynthetic)
    notices.push(`The field study ${SYNTHETIC_LIST} is made up: no volunteer contributed to it.`)
  const sentences = notices.filter((notice) => notice !== null)
  return sentences.length === 0 ? null : sentences.join(' ')
}

function originNotice(origin: Meta['origin'], recorded: boolean): string | null {
  const sandbox = 'made in towline’s own sandbox: they say nothing about sites on the internet'
  if (recorded) return `A recorded demonstration. All numbers were ${sandbox}.`
  if (origin === 'sandbox') return `All numbers were ${sandbox}.`
  if (origin === 'mixed') return `Some numbers were ${sandbox}. Surveys and campaigns say which.`
  return null
}

function delayNotice(campaigns: readonly number[]): string | null {
  if (campaigns.length === 0) return null
  const named = campaigns.length === 1 ? `Campaign ${campaigns[0]}` : `Campaigns ${campaigns.join(', ')}`
  return `${named}: no delay, differences are processor time.`
}
