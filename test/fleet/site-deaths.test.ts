import assert from 'node:assert/strict'
import { openDatabase } from '../../db/connection/open.ts'
import { deadlySites, deathsAt } from '../../db/fleet/site-deaths.ts'
import { countedTurn } from '../../fleet/campaign/site-deaths.ts'
import { onOwnPostgres } from '../db/postgres-server.ts'

const PLACE = { kind: 'campaign', runId: 1, site: 8 } as const

onOwnPostgres(
  'a worker that dies in a turn at a site is counted, from the third attempt on',
  async ({ url }) => {
    await using db = await openDatabase({ url })
    let isOver = false
    const turn = (attempt: number) => {
      const plain = {
        async [Symbol.asyncDispose]() {
          isOver = true
        },
      }
      return countedTurn(PLACE.site, plain, { db, campaignId: PLACE.runId, job: { attempt } })
    }
    for (const attempt of [0, 1]) await turn(attempt)
    assert.equal(await deathsAt(db, PLACE), 0)
    {
      await using _turn = await turn(2)
      assert.equal(await deathsAt(db, PLACE), 1)
    }
    // It has survived.
    assert.deepEqual([isOver, await deathsAt(db, PLACE)], [true, 0])
    await turn(2)
    assert.deepEqual(await deadlySites(db, PLACE.runId), [])
    await turn(3)
    assert.deepEqual(await deadlySites(db, PLACE.runId), [PLACE.site])
  },
)
