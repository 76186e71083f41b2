import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCampaign } from '../../../../crawler/probe/campaign/run-campaign.ts'
import { readFilmstrip } from '../../../../db/campaign/filmstrips.ts'
import { readSamples } from '../../../../db/campaign/samples.ts'
import { filmstripOf } from '../../../db/campaign/pictures.ts'
import { newSite } from '../../../db/campaign/probing.ts'
import { temporarySqlite } from '../../../db/databases.ts'
import { scriptedCampaign, scriptedRun } from './campaign-context.ts'

const ONE_SITE = { sites: [newSite('a.test', { arms: { applied: ['h2'], leftOut: {} } })], rounds: 2 }

for (const filmstrip of [true, false])
  test(`a campaign ${filmstrip ? 'with' : 'without'} screenshots asks for the same of every load, warm-ups included`, async () => {
    await using file = await temporarySqlite()
    await using db = await file.open()
    const id = await scriptedCampaign(db, ONE_SITE)
    const asked: (boolean | undefined)[] = []
    const { context } = scriptedRun(
      db,
      id,
      (request) => {
        asked.push(request.filmstrip)
        return { filmstrip: request.filmstrip === true ? filmstripOf(1.5e12, [0, 100]) : null }
      },
      { filmstrip },
    )
    assert.equal(await runCampaign(context), 'finished')
    assert.deepEqual(asked, [filmstrip, filmstrip, filmstrip])
    const stored: [string, number | undefined][] = []
    for await (const { id: sampleId, role } of readSamples(db, id))
      stored.push([role, (await readFilmstrip(db, sampleId))?.frames.length])
    const frames = filmstrip ? 2 : undefined
    assert.deepEqual(stored.toSorted(), [
      ['sample', frames],
      ['sample', frames],
      ['warmup', undefined],
    ])
  })
