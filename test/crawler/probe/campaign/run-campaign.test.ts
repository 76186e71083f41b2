import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Protocol } from 'puppeteer'
import { BrowserNotStarted } from '../../../../crawler/probe/browser/browser-not-started.ts'
import { BrowserPool } from '../../../../crawler/probe/browser/browser-pool.ts'
import type { CampaignContext } from '../../../../crawler/probe/campaign/campaign-context.ts'
import { CampaignHeld } from '../../../../crawler/probe/campaign/held-campaign.ts'
import { BrowserChanged, runCampaign } from '../../../../crawler/probe/campaign/run-campaign.ts'
import { NothingReachable } from '../../../../crawler/probe/campaign/site-conduct.ts'
import type { CdpEvent } from '../../../../crawler/probe/load/cdp-event.ts'
import type { Load } from '../../../../crawler/probe/load/load.ts'
import type { BrowserSandbox } from '../../../../crawler/process/browser-sandbox.ts'
import { campaignSites } from '../../../../db/campaign/campaign-sites.ts'
import { campaignSizes } from '../../../../db/campaign/campaign-sizes.ts'
import { campaignById, describeCampaign } from '../../../../db/campaign/campaigns.ts'
import { repeatedLoads } from '../../../../db/campaign/repeated-loads.ts'
import { readSamples, type SampleRow } from '../../../../db/campaign/samples.ts'
import type { Database } from '../../../../db/connection/database.ts'
import { newSite } from '../../../db/campaign/probing.ts'
import { temporarySqlite } from '../../../db/databases.ts'
import { until } from '../../../servers/until.ts'
import { cdpEvent, responded } from '../load/cdp-events.ts'
import { request } from '../load/load-sample.ts'
import { scriptedCampaign, scriptedRun } from './campaign-context.ts'

/** Runs a test with a database of its own. */
function onDatabase(title: string, run: (db: Database) => Promise<void>): void {
  test(title, async () => {
    await using file = await temporarySqlite()
    await using db = await file.open()
    await run(db)
  })
}

const samples = (db: Database, id: number): Promise<SampleRow[]> => Array.fromAsync(readSamples(db, id))
const scheduled = async (db: Database, id: number): Promise<SampleRow[]> =>
  (await samples(db, id)).filter(({ role }) => role === 'sample')
const one = { sites: [newSite('a.test', { arms: { applied: ['h2'], leftOut: {} } })], rounds: 3 }
const died = { failure: { code: 'browser_died', detail: null } } as const

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

/** The machine as a run measures it: others use all of it during these loads (warm-ups counted, from 1), else nothing. */
function busyDuring(loads: readonly number[]): Pick<CampaignContext, 'busyLimit' | 'cpuTimes'> {
  let [calls, busyMs, totalMs] = [0, 0, 0]
  const cpuTimes = () => {
    calls += 1
    // Each load is measured before and after.
    if (calls % 2 === 0) {
      totalMs += 1_000
      if (loads.includes(calls / 2)) busyMs += 1_000
    }
    return { busyMs, totalMs, groupMs: 0 }
  }
  return { busyLimit: 0.5, cpuTimes }
}

onDatabase(
  'rounds that a busy machine has spoilt are repeated with all arms, and what is reported says how many wait',
  async (db) => {
    const id = await scriptedCampaign(db, { rounds: 3 })
    // The first load is the browser’s warm-up.
    const run = scriptedRun(db, id, undefined, busyDuring([2]))
    assert.equal(await runCampaign(run.context), 'finished')
    const rows = await samples(db, id)
    const replaced = rows.filter(({ role }) => role === 'replaced')
    assert.equal(replaced.length, 2, 'both arms of the round')
    assert.ok(replaced.some(({ reason }) => reason === 'machine_busy'))
    const counted = await scheduled(db, id)
    assert.ok(counted.every(({ state }) => state === 'valid'))
    assert.equal(counted.length, 2 * 2 * 3)
    const taken = run.reports.filter(({ role }) => role === 'sample')
    assert.equal(taken.length, counted.length + replaced.length)
    const waiting = taken.map(({ repeats }) => repeats?.waiting)
    assert.deepEqual([...new Set(waiting)], [0, 2, 1])
    assert.deepEqual(
      taken
        .filter(({ repeats }) => (repeats?.repeatNo ?? 0) > 0)
        .map(({ site, round }) => [site.site, round]),
      replaced.map(({ site, round }) => [site, round]),
    )
  },
)

onDatabase(
  'no site is asked whether it is settled while one of its rounds waits to be repeated',
  async (db) => {
    const id = await scriptedCampaign(db, one)
    const asked: number[] = []
    const run = scriptedRun(db, id, undefined, {
      // A warm-up comes first: the first sample is spoilt twice.
      ...busyDuring([2, 3]),
      isSettled: async () => {
        asked.push((await scheduled(db, id)).filter(({ state }) => state === 'valid').length)
        return false
      },
    })
    assert.equal(await runCampaign(run.context), 'finished')
    assert.deepEqual(asked, [1, 2, 3])
  },
)

onDatabase(
  'a machine that stays busy ends the campaign unfinished, and what resumes it tries again',
  async (db) => {
    const id = await scriptedCampaign(db, one)
    const always = busyDuring(Array.from({ length: 100 }, (_, n) => n))
    const run = scriptedRun(db, id, undefined, always)
    assert.equal(await runCampaign(run.context), 'machine_busy')
    assert.equal(run.loads.length, 1 + 3 + 3, 'a warm-up, what was planned, and as many again')
    const campaign = await campaignById(db, id)
    assert.equal(campaign?.state, 'stopped')
    assert.equal((await campaignSizes(db, id))[0]?.lackingLoads, 3)
    const later = scriptedRun(db, id)
    assert.equal(await runCampaign(later.context), 'finished')
    assert.equal(later.loads.length, 1 + 3)
    assert.equal((await repeatedLoads(db, id))[0]?.samples, 6)
  },
)

onDatabase('between a round and its repeat the site has the gap that it has between rounds', async (db) => {
  const id = await scriptedCampaign(db, { ...one, rounds: 1 })
  const siteGapMs = 300
  const starts: number[] = []
  const answer = () => {
    starts.push(performance.now())
    return {}
  }
  await runCampaign(scriptedRun(db, id, answer, { ...busyDuring([2]), siteGapMs }).context)
  const [, first = 0, repeat = 0] = starts
  assert.ok(repeat - first >= siteGapMs)
})

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
