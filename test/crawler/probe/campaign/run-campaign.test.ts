import assert from 'node:assert/strict'
import type { Protocol } from 'puppeteer'
import { BrowserPool } from '../../../../crawler/probe/browser/browser-pool.ts'
import { CampaignHeld } from '../../../../crawler/probe/campaign/held-campaign.ts'
import { BrowserChanged, runCampaign } from '../../../../crawler/probe/campaign/run-campaign.ts'
import type { CdpEvent } from '../../../../crawler/probe/load/cdp-event.ts'
import type { BrowserSandbox } from '../../../../crawler/process/browser-sandbox.ts'
import { campaignSites } from '../../../../db/campaign/campaign-sites.ts'
import { campaignById, describeCampaign } from '../../../../db/campaign/campaigns.ts'
import { newSite } from '../../../db/campaign/probing.ts'
import { until } from '../../../servers/until.ts'
import { cdpEvent, responded } from '../load/cdp-events.ts'
import { died, onDatabase, one, scheduled, scriptedCampaign, scriptedRun } from './campaign-context.ts'

onDatabase(
  'every sample is taken once, in the order of the schedule, each browser’s first load beside it',
  async (db) => {
    const id = await scriptedCampaign(db)
    const run = scriptedRun(db, id)
    assert.equal(await runCampaign(run.context), 'finished')
    const taken = run.reports.filter(({ role }) => role === 'sample')
    assert.deepEqual(
      taken.map(({ site, arm, round }) => [site.site, arm, round]),
      (await scheduled(db, id)).map(({ site, arm, round }) => [site, arm, round]),
    )
    assert.equal(taken.length, 8)
    assert.equal(run.loads.length, 8 + 2, 'two browsers were warmed up')
    assert.ok((await scheduled(db, id)).every(({ state, attempt }) => state === 'valid' && attempt === 1))
    assert.equal((await campaignById(db, id))?.state, 'finished')
  },
)

const confinement = (on: boolean): BrowserSandbox => ({
  ...{ on, unprivileged: true, seccompFilter: on, noNewPrivileges: on, ownNamespaces: on },
})

onDatabase(
  'a campaign keeps whether its browsers were confined; one that was not is never forgotten',
  async (db) => {
    for (const [confined, on] of [
      [() => true, true],
      [(n: number) => n !== 1, false],
    ] as const) {
      const id = await scriptedCampaign(db)
      await describeCampaign(db, id, { vantageFacts: { rttMs: 3 } })
      await runCampaign(scriptedRun(db, id, () => ({}), { sandbox: (n) => confinement(confined(n)) }).context)
      assert.deepEqual((await campaignById(db, id))?.vantageFacts, {
        rttMs: 3,
        browserSandbox: confinement(on),
      })
    }
  },
)

onDatabase('a campaign that another living run holds is not touched', async (db) => {
  const id = await scriptedCampaign(db, one)
  const stop = new AbortController()
  const first = scriptedRun(
    db,
    id,
    async () => {
      await assert.rejects(runCampaign(scriptedRun(db, id).context), CampaignHeld)
      stop.abort(new Error('stop'))
      return {}
    },
    { signal: stop.signal },
  )
  assert.equal(await runCampaign(first.context), 'stopped')
  assert.ok(first.loads.length >= 1)
})

onDatabase('a stop lets the sample under way be recorded, and a run after it takes the rest', async (db) => {
  const id = await scriptedCampaign(db, one)
  const stop = new AbortController()
  const first = scriptedRun(
    db,
    id,
    (_request, _arm, n) => {
      if (n === 2) stop.abort(new Error('stop'))
      return {}
    },
    { signal: stop.signal },
  )
  assert.equal(await runCampaign(first.context), 'stopped')
  assert.deepEqual(
    (await scheduled(db, id)).map(({ state }) => state),
    ['valid', 'pending', 'pending'],
  )
  const second = scriptedRun(db, id)
  assert.equal(await runCampaign(second.context), 'finished')
  assert.equal(second.loads.length, 1 + 2)
  assert.ok((await scheduled(db, id)).every(({ attempt }) => attempt === 1))
})

onDatabase('a stop in the pause before a load is no attempt at it', async (db) => {
  const id = await scriptedCampaign(db, one)
  const stop = new AbortController()
  const run = scriptedRun(db, id, () => ({}), { cold: true, pauseMs: 60_000, signal: stop.signal })
  const running = runCampaign(run.context)
  const isNextClaimed = async (): Promise<boolean> => {
    const taken = await scheduled(db, id)
    return (
      taken.some(({ state }) => state === 'valid') &&
      taken.some(({ state, attempt }) => state === 'pending' && attempt === 1)
    )
  }
  // The next one is claimed before its pause is over.
  await until('the second sample is claimed', isNextClaimed)
  stop.abort()
  assert.equal(await running, 'stopped')
  assert.deepEqual((await scheduled(db, id)).map(({ state, attempt }) => [state, attempt]).sort(), [
    ['pending', 0],
    ['pending', 0],
    ['valid', 1],
  ])
})

onDatabase(
  'a load that is broken off gives its sample back, and does not count as an attempt',
  async (db) => {
    const id = await scriptedCampaign(db, one)
    const kill = new AbortController()
    const run = scriptedRun(
      db,
      id,
      (_request, _arm, n) => {
        if (n === 2) kill.abort(new Error('killed'))
        return {}
      },
      { killSignal: kill.signal },
    )
    await assert.rejects(runCampaign(run.context), /killed/)
    assert.ok((await scheduled(db, id)).every(({ state, attempt }) => state === 'pending' && attempt === 0))
  },
)

onDatabase(
  'a site that is settled when a run is stopped between two rounds is settled by the next, without a load',
  async (db) => {
    const id = await scriptedCampaign(db, one)
    const stop = new AbortController()
    const first = scriptedRun(db, id, () => ({}), {
      signal: stop.signal,
      isSettled: async () => {
        stop.abort(new Error('stop'))
        return false
      },
    })
    assert.equal(await runCampaign(first.context), 'stopped')
    const second = scriptedRun(db, id, () => ({}), { isSettled: async () => true })
    assert.equal(await runCampaign(second.context), 'finished')
    assert.deepEqual(second.loads, [])
    assert.deepEqual(
      (await scheduled(db, id)).map(({ state }) => state),
      ['valid'],
    )
    assert.equal((await campaignSites(db, id))[0]?.state, 'settled')
  },
)

onDatabase('a campaign does not go on with another version of the browser', async (db) => {
  const id = await scriptedCampaign(db, one)
  const stop = new AbortController()
  const first = scriptedRun(
    db,
    id,
    () => {
      stop.abort(new Error('stop'))
      return {}
    },
    { signal: stop.signal },
  )
  await runCampaign(first.context)
  const second = scriptedRun(db, id, undefined, { version: 'Chromium 2' })
  await assert.rejects(runCampaign(second.context), BrowserChanged)
  assert.deepEqual(second.loads, [])
})

onDatabase('a browser that dies is replaced, and the new one warmed up as the first was', async (db) => {
  const id = await scriptedCampaign(db, one)
  const run = scriptedRun(db, id, (_request, _arm, n) => (n === 2 ? died : {}))
  assert.equal(await runCampaign(run.context), 'finished')
  assert.deepEqual(
    run.reports.map(({ role, reason }) => [role, reason]),
    [
      ['warmup', null],
      ['sample', 'browser_died'],
      ['warmup', null],
      ['sample', null],
      ['sample', null],
    ],
  )
})

onDatabase('a run that ends before a round leaves that and the later ones to the next run', async (db) => {
  const id = await scriptedCampaign(db)
  assert.equal(
    await runCampaign(scriptedRun(db, id, undefined, { part: { fromRound: 0, untilRound: 1 } }).context),
    'stopped',
  )
  const rounds = async (state: string): Promise<number[]> =>
    (await scheduled(db, id)).filter((sample) => sample.state === state).map(({ round }) => round)
  assert.deepEqual([...new Set(await rounds('valid'))], [0])
  assert.deepEqual([...new Set(await rounds('pending'))], [1])
  assert.equal(await runCampaign(scriptedRun(db, id).context), 'finished')
  assert.equal((await rounds('valid')).length, 8)
})

onDatabase(
  'browsers that are given stay open, are warmed up once, and are described in each campaign',
  async (db) => {
    const ids = [await scriptedCampaign(db, one), await scriptedCampaign(db, one)]
    const [first, second] = ids.map((id) => scriptedRun(db, id))
    assert.ok(first !== undefined && second !== undefined)
    await using browsers = new BrowserPool({
      cold: false,
      open: (arm) => first.context.openBrowser(arm, { forced: [], privateRoot: [] }),
    })
    for (const { context } of [first, second])
      assert.equal(await runCampaign({ ...context, browsers }), 'finished')
    assert.deepEqual([first.opened(), second.opened()], [1, 0])
    assert.equal(first.loads.length, 3 + 1 + 3)
    for (const id of ids) {
      const campaign = await campaignById(db, id)
      assert.equal(campaign?.browserVersion, 'Chromium 1')
      assert.deepEqual(Object.keys(campaign?.browserSwitches ?? {}), ['h2'])
    }
  },
)

/** A document and four pictures, of which some have another status. */
function pictures(url: string, statuses: readonly number[]): CdpEvent[] {
  const names = ['', ...statuses.map((_, n) => `${n}.png`)]
  return names.flatMap((name, n) => {
    const own = { requestId: name === '' ? 'doc' : name, timestamp: n, wallTime: 1_700_000_000 + n }
    const sent = { url: `${url}${name}`, method: 'GET', headers: {} } as Protocol.Network.Request
    const initiator = { type: 'other' } as const
    return [
      cdpEvent('Network.requestWillBeSent', {
        ...own,
        loaderId: 'doc',
        request: sent,
        initiator,
        type: 'Image',
      }),
      responded(own.requestId, { url: sent.url, status: name === '' ? 200 : (statuses[n - 1] ?? 0) }),
      cdpEvent('Network.loadingFinished', { ...own, encodedDataLength: 500 }),
    ]
  })
}

onDatabase('rounds of which one arm got errors for pictures are not compared, and say so', async (db) => {
  const id = await scriptedCampaign(db, {
    sites: [newSite('a.test', { arms: { applied: ['h1', 'h2'], leftOut: {} } })],
    rounds: 2,
  })
  const run = scriptedRun(db, id, ({ url }, arm, n) => ({
    events: pictures(url, arm === 'h2' && n > 4 ? [200, 421, 200, 421] : [200, 200, 200, 200]),
  }))
  assert.equal(await runCampaign(run.context), 'finished')
  const taken = await scheduled(db, id)
  assert.deepEqual(
    taken.map(({ round, reason }) => [round, reason]),
    [
      [0, null],
      [0, null],
      [1, null],
      [1, 'answers_differ'],
    ],
  )
  assert.deepEqual(
    run.reports.filter(({ role }) => role === 'sample').map(({ state }) => state),
    taken.map(({ state }) => state),
  )
  assert.match(taken.at(-1)?.detail ?? '', /^2 of 5 resources differ from h[12], 2 fail under one alone/)
})
