import { defaultCampaign, passedOverCampaigns } from '../defaults/default-campaign.ts'
import { defaultLabRun, defaultReplay, passedOverLabRuns } from '../defaults/default-lab-run.ts'
import { defaultLoadRun, passedOverLoadRuns } from '../defaults/default-load-run.ts'
import { NEEDED } from '../defaults/default-run.ts'
import { defaultSurvey, passedOverSurveys } from '../defaults/default-survey.ts'
import { studyDefault } from '../field/default-study.ts'
import { visibleStudies } from '../field/visible-studies.ts'
import type { Handler } from '../request/handler.ts'

export const defaults: Handler<'defaults'> = async ({ db }) => {
  const survey = await defaultSurvey(db)
  const campaign = await defaultCampaign(db)
  const labRun = await defaultLabRun(db)
  const replay = await defaultReplay(db)
  const loadRun = await defaultLoadRun(db)
  return {
    answer: {
      needed: NEEDED,
      survey: { ...survey, ...(await passedOverSurveys(db, survey)) },
      campaign: { ...campaign, ...(await passedOverCampaigns(db, campaign)) },
      labRun: { ...labRun, ...(await passedOverLabRuns(db, labRun, { replays: false })) },
      replay: { ...replay, ...(await passedOverLabRuns(db, replay, { replays: true })) },
      loadRun: { ...loadRun, ...(await passedOverLoadRuns(db, loadRun)) },
      study: await studyDefault(db, await visibleStudies(db, null)),
    },
  }
}
