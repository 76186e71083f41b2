import assert from 'node:assert/strict'
import { BrowserNotStarted } from '../../../../crawler/probe/browser/browser-not-started.ts'
import { runCampaign } from '../../../../crawler/probe/campaign/run-campaign.ts'
import { NothingReachable } from '../../../../crawler/probe/campaign/site-conduct.ts'
import type { Load } from '../../../../crawler/probe/load/load.ts'
import { campaignSites } from '../../../../db/campaign/campaign-sites.ts'
import { newSite } from '../../../db/campaign/probing.ts'
import { request } from '../load/load-sample.ts'
import {
  died,
  onDatabase,
  one,
  samples,
  scheduled,
  scriptedCampaign,
  scriptedRun,
} from './campaign-context.ts'

const refusing = (status: number, retryAfter?: string): Partial<Load> => ({
  status,
  requests: [
    request({
      ...{ isMainDocument: true, status },
      responseHeaders: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
    }),
  ],
})

onDatabase(
  'a browser that cannot be started is the sample’s failure; the third time in a row ends the run',
  async (db) => {
    const id = await scriptedCampaign(db, one)
    const run = scriptedRun(db, id, undefined, {
      openBrowser: () => Promise.reject(new Error('no such program')),
    })
    await assert.rejects(runCampaign(run.context), /no such program/)
    assert.deepEqual(
      (await scheduled(db, id)).map(({ state, reason, detail }) => [state, reason, detail]),
      [
        ['failed', 'browser_not_started', 'no such program'],
        ['failed', 'browser_not_started', 'no such program'],
        ['pending', null, null],
      ],
    )
  },
)

onDatabase('what a browser that does not start says is for the operator, and not recorded', async (db) => {
  const id = await scriptedCampaign(db, one)
  const errors = [
    new BrowserNotStarted('/home/alice/chrome', 'did not start: it ended (1)', 'no display of alice'),
    new Error("EACCES: permission denied, mkdir '/home/alice/tmp/towline-browser-1'"),
    new Error('the third in a row'),
  ]
  const warnings: string[] = []
  const run = scriptedRun(db, id, undefined, {
    openBrowser: () => Promise.reject(errors.shift()),
    warn: (line) => void warnings.push(line),
  })
  await assert.rejects(runCampaign(run.context), /third in a row/)
  assert.deepEqual(
    (await scheduled(db, id)).map(({ detail }) => detail),
    ['the browser did not start: it ended (1)', "EACCES: permission denied, mkdir '…", null],
  )
  assert.deepEqual(warnings, [
    'no browser for h2: /home/alice/chrome did not start: it ended (1): no display of alice',
    "no browser for h2: EACCES: permission denied, mkdir '/home/alice/tmp/towline-browser-1'",
  ])
})

onDatabase(
  'ten different sites in a row that cannot be reached end the run; one that can be between them does not',
  async (db) => {
    const sites = Array.from({ length: 12 }, (_, n) =>
      newSite(`${n}.test`, { arms: { applied: ['h2'], leftOut: {} } }),
    )
    const lost = { failure: { code: 'page_dns', detail: null } } as const
    const id = await scriptedCampaign(db, { sites, rounds: 1 })
    const run = scriptedRun(db, id, () => lost)
    await assert.rejects(runCampaign(run.context), NothingReachable)
    const failed = (await scheduled(db, id)).filter(({ state }) => state === 'failed')
    assert.equal(failed.length, 10)
    const other = await scriptedCampaign(db, { sites, rounds: 1 })
    const patchy = scriptedRun(db, other, (_request, _arm, n) => (n === 7 ? {} : lost))
    assert.equal(await runCampaign(patchy.context), 'finished')
  },
)

onDatabase(
  'a site that asks to be left alone as a browser is warmed up is left alone then, and its sample waits',
  async (db) => {
    const id = await scriptedCampaign(db, one)
    const times: number[] = []
    const run = scriptedRun(db, id, (_request, _arm, n) => {
      times.push(performance.now())
      return n === 1 ? refusing(429, '1') : {}
    })
    assert.equal(await runCampaign(run.context), 'finished')
    assert.equal(times.length, 1 + 3)
    assert.ok((times[1] ?? 0) - (times[0] ?? 0) >= 1_000)
    assert.ok((await scheduled(db, id)).every(({ state, attempt }) => state === 'valid' && attempt === 1))
  },
)

onDatabase(
  'a site that says 503 without a time is asked again after one minute and after two more, then parked',
  async (db) => {
    const arms = { applied: ['h2'], leftOut: {} } as const
    const sites = [newSite('a.test', { arms }), newSite('b.test', { arms })]
    const id = await scriptedCampaign(db, { sites, arms: ['h2'], rounds: 30 })
    // Loads take their time, during which the other site's go on: nothing is waited for.
    let nowMs = 0
    const askedMs: number[] = []
    const run = scriptedRun(
      db,
      id,
      ({ url }) => {
        nowMs += 10_000
        if (!url.includes('a.test')) return {}
        askedMs.push(nowMs)
        return refusing(503)
      },
      { clock: () => nowMs },
    )
    assert.equal(await runCampaign(run.context), 'finished')
    const [first = 0, second = 0, third = 0, ...more] = askedMs
    // A load of the other site may be under way when the time is over.
    assert.ok(second - first >= 60_000 && second - first <= 80_000, `${second - first} ms`)
    assert.ok(third - second >= 120_000 && third - second <= 140_000, `${third - second} ms`)
    assert.deepEqual(more, [])
    const [site] = await campaignSites(db, id)
    assert.deepEqual([site?.state, site?.strikes], ['parked', 3])
  },
)

onDatabase('a site that is parked as a browser is warmed up is not loaded again', async (db) => {
  const id = await scriptedCampaign(db, one)
  const run = scriptedRun(db, id, () => refusing(403, '3600'))
  assert.equal(await runCampaign(run.context), 'finished')
  assert.equal(run.loads.length, 1)
  assert.deepEqual(
    (await scheduled(db, id)).map(({ state, reason }) => [state, reason]),
    [1, 2, 3].map(() => ['failed', 'parked']),
  )
})

onDatabase(
  'a site that has ended two browsers is left, also where they were only being warmed up',
  async (db) => {
    const id = await scriptedCampaign(db, one)
    const run = scriptedRun(db, id, () => died)
    assert.equal(await runCampaign(run.context), 'finished')
    assert.equal(run.opened(), 2)
    assert.deepEqual(
      (await samples(db, id)).map(({ role, reason }) => [role, reason]),
      [...[1, 2, 3].map(() => ['sample', 'poison']), ...[1, 2].map(() => ['warmup', 'browser_died'])],
    )
  },
)

onDatabase('a run of some rounds leaves a site that ends browsers in these rounds alone', async (db) => {
  const id = await scriptedCampaign(db, one)
  const part = { fromRound: 0, untilRound: 1 }
  const run = scriptedRun(db, id, () => died, { part })
  await runCampaign(run.context)
  assert.equal(run.opened(), 2)
  const [site] = await campaignSites(db, id)
  assert.equal(site?.state, 'active')
  assert.deepEqual(
    (await scheduled(db, id)).map(({ round, state, reason }) => [round, state, reason]),
    [
      [0, 'failed', 'poison'],
      [1, 'pending', null],
      [2, 'pending', null],
    ],
  )
})
