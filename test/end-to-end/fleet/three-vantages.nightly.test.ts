import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../../db/connection/open.ts'
import { listSurveys } from '../../../db/survey/surveys.ts'
import { parseLink } from '../../../lab/link/condition/parse.ts'
import { openSandbox, type Sandbox } from '../../../lab/sandbox/open.ts'
import type { SiteDetail } from '../../../server/contract/contract.ts'
import { argv, linesOf, temporaryFolder } from '../../cli/towline.ts'
import { onOwnPostgres } from '../../db/postgres-server.ts'
import { whyNoLink } from '../../lab/link/why-no-link.ts'
import { fleetAnswers } from './fleet-answers.ts'
import { runTowline, startWorker } from './fleet-command.ts'

/** By name, as they are listed. */
const VANTAGES = [
  { vantage: 'far', rttMs: 250 },
  { vantage: 'middle', rttMs: 60 },
  { vantage: 'near', rttMs: 10 },
] as const
const NAMES = VANTAGES.map(({ vantage }) => vantage)
const SITES = ['page-12.test', 'all-three.test']
/** A link's delay is never shorter than it was set to; clocks are read in steps. */
const CLOCK_STEP_MS = 0.5

onOwnPostgres(
  'three vantage points at different distances are told apart in tables and answers',
  async ({ url }) => {
    await using resources = new AsyncDisposableStack()
    const folder = resources.use(await temporaryFolder())
    const listFile = join(folder.path, 'two.csv')
    await writeFile(listFile, SITES.map((site) => `${site}\n`).join(''))
    let sandbox: Sandbox | null = null
    for (const { vantage, rttMs } of VANTAGES) {
      // A network of its own each: what a worker reaches lies behind its link.
      sandbox = resources.use(await openSandbox({ link: parseLink(`rtt=${rttMs}ms`) }))
      const flags = ['--takes', 'survey', '--place', `${rttMs} ms away`]
      const worker = resources.use(startWorker(sandbox, url, vantage, flags))
      await worker.says(`${vantage} takes jobs`)
    }
    const client = sandbox
    assert.ok(client !== null)
    const db = resources.use(await openDatabase({ url }))
    const survey = async (): Promise<void> => {
      const added = await runTowline(
        client,
        url,
        argv`jobs add survey --list ${listFile} --each-vantage --allow-address ${client.allowCidrs.join(',')}`,
      )
      assert.equal(linesOf(added).length, VANTAGES.length)
      while (!(await listSurveys(db)).every(({ state }) => state === 'finished')) await sleep(100)
    }

    const listed = await runTowline(client, url, ['vantage', 'list', '--format', 'json'])
    const shown = JSON.parse(listed) as { name: string; place: string; rtts: { rttMs: number }[] }[]
    assert.deepEqual(
      shown.map(({ name, place }) => [name, place]),
      VANTAGES.map(({ vantage, rttMs }) => [vantage, `${rttMs} ms away`]),
    )
    assertDistances(shown.map(({ name, rtts }) => [name, rtts[0]?.rttMs]))
    const { answer } = resources.use(await fleetAnswers(url, folder.path))

    const { vantages } = await answer('vantages', '/vantages')
    assertDistances(vantages.map(({ vantage, rtts }) => [vantage, rtts?.[0]?.rttMs]))
    for (const { clockOffsetMs, clockErrorMs } of vantages)
      assert.ok(Math.abs(clockOffsetMs ?? Number.NaN) <= (clockErrorMs ?? Number.NaN), 'one clock')
    const sites = () => Promise.all(SITES.map((domain) => answer('site', `/sites/${domain}`)))
    const isKnown = (site: SiteDetail): boolean => site.vantages.every(({ rttMs }) => rttMs !== null)
    await survey()
    // A worker that was late at a visit, as on a busy machine, leaves its RTT unknown.
    while (!(await sites()).every(isKnown)) await survey()
    const vantageOf = new Map((await listSurveys(db)).map(({ id, vantage }) => [id, vantage]))
    for (const site of await sites()) {
      assertDistances(site.vantages.map(({ vantage, rttMs }) => [vantage ?? '', rttMs]))
      for (const { surveyId, vantage } of site.vantages) assert.equal(vantageOf.get(surveyId), vantage)
    }
    const { series, points } = await answer('adoptionTrend', '/adoption/trend')
    assert.deepEqual(series.map(({ vantage }) => vantage).sort(), NAMES)
    const adoption = await runTowline(client, url, ['vantage', 'adoption', '--format', 'json'])
    assert.deepEqual(
      JSON.parse(adoption),
      NAMES.map((name) => points.findLast(({ vantage }) => vantage === name)),
    )
  },
  whyNoLink(),
)

/** No RTT is shorter than its link's, and the smallest of several is that of the nearest. */
function assertDistances(found: readonly (readonly [vantage: string, rttMs: number | null | undefined])[]) {
  const measured = new Map(found)
  assert.deepEqual([...measured.keys()].sort(), NAMES)
  for (const { vantage, rttMs } of VANTAGES) {
    const found = measured.get(vantage) ?? Number.NaN
    assert.ok(found >= rttMs - CLOCK_STEP_MS, `${vantage}: ${found} ms over a link of ${rttMs} ms`)
  }
  const byDistance = [...measured].sort(([, a], [, b]) => Number(b) - Number(a)).map(([vantage]) => vantage)
  assert.deepEqual(byDistance, NAMES, JSON.stringify(found))
}
