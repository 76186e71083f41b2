import assert from 'node:assert/strict'
import { scheduleLane } from '../../cli/fleet/schedule-lane.ts'
import { listCampaigns } from '../../db/campaign/campaigns.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { recordVantage } from '../../db/fleet/vantages.ts'
import { storeList } from '../../db/survey/stored-lists.ts'
import { listSurveys } from '../../db/survey/surveys.ts'
import { openQueue } from '../../fleet/queue/open-queue.ts'
import { onOwnPostgres } from '../db/postgres-server.ts'
import { UNMEASURED } from '../fleet/unmeasured.ts'
import { forgedSchedules } from './forged-jobs.ts'
import { CONTACT, openLanes, refusal } from './worker-lanes.ts'

onOwnPostgres('no forged schedule job adds anything', async ({ url }) => {
  await using db = await openDatabase({ url })
  await using queue = await openQueue({ url, db, warn: () => {} })
  for (const name of ['here', 'there']) await recordVantage(db, { ...UNMEASURED, name })
  await using opened = await openLanes(db, url)
  const schedule = scheduleLane({ db, queue }, opened.options)
  const contact = `--contact=${CONTACT}`
  const words = { survey: [contact], campaign: [contact], replay: ['--', '/recordings/shop'] }
  const forged = forgedSchedules(words)
  assert.ok(forged.length >= 100, String(forged.length))
  for (const data of forged) {
    const why = await refusal(schedule, data)
    assert.ok(why !== null && !/finished survey/.test(why), `${JSON.stringify(data).slice(0, 300)}: ${why}`)
  }
  assert.deepEqual([await listSurveys(db), await listCampaigns(db)], [[], []])
  assert.deepEqual(await db.query(`SELECT name FROM ${queue.schema}.job`), [])

  const listSha256 = await storeList(db, { name: 'ours.csv', bytes: Buffer.from('a.test\nb.test\n') })
  const good = { adds: 'survey', vantage: 'there', words: [contact], listSha256, optOut: false }
  assert.equal(await refusal(schedule, good), null)
  const [survey, ...more] = await listSurveys(db)
  assert.deepEqual([survey?.vantage, survey?.sites, survey?.list.source, more], ['there', 2, 'ours.csv', []])
  assert.match(
    String(await refusal(schedule, { ...good, adds: 'campaign', listSha256: null })),
    /no finished survey/,
  )
  assert.equal(await refusal(schedule, { ...good, adds: 'replay', words: words.replay }), null)
  // A worker of least rights cannot put a list there, and one that was changed is not what its hash says.
  await db.query('UPDATE stored_lists SET bytes = ?', [Buffer.from('victim.test\n')])
  assert.match(String(await refusal(schedule, good)), /holds no list/)
})
