import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { siteGapMs } from '../../cli/fleet/worker-bounds.ts'
import { userAgentOf, userAgentSuffix } from '../../cli/options/run-settings.ts'
import { createCampaign } from '../../db/campaign/campaigns.ts'
import { createSurvey } from '../../db/survey/create-survey.ts'
import { newCampaign } from '../db/campaign/probing.ts'
import { newSurvey } from '../db/campaign/samples.ts'
import { temporarySqlite } from '../db/databases.ts'
import {
  FORGED_CAMPAIGN_JOBS,
  FORGED_CAMPAIGNS,
  FORGED_REPLAY_JOBS,
  FORGED_SURVEY_JOBS,
  FORGED_SURVEYS,
} from './forged-jobs.ts'
import { openLanes, refusal } from './worker-lanes.ts'

const AT_LEAST = 100

test('no forged survey, nor its job, has a worker visit a site', async () => {
  await using database = await temporarySqlite()
  await using db = await database.open()
  await using opened = await openLanes(db, database.url)
  const { options, lanes } = opened
  const conduct = { siteTimeoutMs: 20_000, robots: true, allowAddress: [], optOut: false, h3Canary: null }
  const good = { vantage: 'here', userAgent: userAgentOf(options), options: conduct }
  const make = async (changes: Parameters<typeof newSurvey>[1]) =>
    (
      await createSurvey(
        db,
        newSurvey(1, { ...good, ...changes, options: { ...conduct, ...changes?.options } }),
      )
    ).id
  for (const changes of FORGED_SURVEYS) {
    const why = await refusal(lanes.survey, { surveyId: await make(changes), ranks: [1] })
    assert.notEqual(why, null, JSON.stringify(changes))
  }
  const surveyId = await make({})
  for (const changes of FORGED_SURVEY_JOBS)
    assert.notEqual(
      await refusal(lanes.survey, { surveyId, ranks: [1], ...changes }),
      null,
      JSON.stringify(changes).slice(0, 300),
    )
  const count = FORGED_SURVEYS.length + FORGED_SURVEY_JOBS.length
  assert.ok(count >= AT_LEAST, String(count))
  // One that asks for nothing more gets as far as its first site.
  await assert.rejects(refusal(lanes.survey, { surveyId, ranks: [1] }), /a site was to be visited/)
})

test('no forged campaign, nor its job, has a worker load a page', async () => {
  await using database = await temporarySqlite()
  await using db = await database.open()
  await using opened = await openLanes(db, database.url)
  const { options, lanes } = opened
  const stored = {
    ...{ siteGapMs: 0, loadLimitMs: 60_000, busyLimit: 1, untilCi: null, capture: false },
    userAgentSuffix: userAgentSuffix(options),
  }
  const make = async (changes: Parameters<typeof newCampaign>[0]) =>
    (
      await createCampaign(
        db,
        newCampaign({ vantage: 'here', ...changes, options: { ...stored, ...changes?.options } }),
      )
    ).id
  for (const changes of FORGED_CAMPAIGNS) {
    const why = await refusal(lanes.campaign, { campaignId: await make(changes), round: 0, sites: [0] })
    assert.notEqual(why, null, JSON.stringify(changes))
  }
  const campaignId = await make({})
  for (const changes of FORGED_CAMPAIGN_JOBS)
    assert.notEqual(
      await refusal(lanes.campaign, { campaignId, round: 0, sites: [0], ...changes }),
      null,
      JSON.stringify(changes).slice(0, 300),
    )
  const count = FORGED_CAMPAIGNS.length + FORGED_CAMPAIGN_JOBS.length
  assert.ok(count >= AT_LEAST, String(count))
  // However short a campaign says that the gap between two rounds of a site is, the owner's holds.
  for (const gap of [0, 1, -1, 59_999])
    for (const sandbox of [true, false])
      for (const siteGap of [undefined, 90_000]) {
        const least = siteGap ?? (sandbox ? 0 : 60_000)
        const worker = siteGap === undefined ? {} : { siteGap }
        assert.ok(siteGapMs(worker, { sandbox, siteGapMs: gap }) >= least, String([gap, sandbox, siteGap]))
      }
})

test('no forged replay job reads files outside the recordings’ folder, or takes more of the machine', async () => {
  await using database = await temporarySqlite()
  await using db = await database.open()
  await using opened = await openLanes(db, database.url)
  const { options, lanes } = opened
  await writeFile(join(options.recordings ?? '', 'shop/recording.json'), '{}')
  const good = {
    ...{ replayId: '00000000-0000-4000-8000-000000000001', folders: ['shop'], links: ['rtt=10ms'] },
    ...{ arms: ['h1'], rounds: 1, seed: 1, pauseMs: 0, lanes: 1, capture: false, busyLimit: 1 },
  }
  const opens = /recording\.json/
  assert.match(String(await refusal(lanes.replay, good)), opens)
  assert.ok(FORGED_REPLAY_JOBS.length >= AT_LEAST, String(FORGED_REPLAY_JOBS.length))
  for (const changes of FORGED_REPLAY_JOBS) {
    const why = await refusal(lanes.replay, { ...good, ...changes })
    assert.ok(
      why !== null && !opens.test(why) && !/cannot be read/.test(why),
      `${JSON.stringify(changes).slice(0, 300)}: ${why}`,
    )
  }
})
