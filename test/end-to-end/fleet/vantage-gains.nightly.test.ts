import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPostgresServer } from '../../../bench/harness/postgres-server.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { openQueue } from '../../../fleet/queue/open-queue.ts'
import { parseLink } from '../../../lab/link/condition/parse.ts'
import { openSandbox, type Sandbox } from '../../../lab/sandbox/open.ts'
import { clientAddress } from '../../../lab/sandbox/site/addresses.ts'
import type { SiteVantages } from '../../../server/contract/contract.ts'
import { linesOf, temporaryFolder } from '../../cli/towline.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { onOwnPostgresPrograms } from '../../db/postgres-server.ts'
import { whyNoBackend, whyNoLink } from '../../lab/link/why-no-link.ts'
import { makeAuthority } from '../../servers/certificates.ts'
import { fleetAnswers } from './fleet-answers.ts'
import { type RunningWorker, runTowline, startWorker } from './fleet-command.ts'

/** By name, as they are listed. */
const VANTAGES = [
  { vantage: 'far', rttMs: 250 },
  { vantage: 'middle', rttMs: 60 },
  { vantage: 'near', rttMs: 10 },
] as const
const NAMES = VANTAGES.map(({ vantage }) => vantage)
/** Twelve pictures on its own host. */
const SITE = 'page-12.test'
const OTHERS = ['all-three.test', 'h2-nginx.test']
const ARMS = ['h1', 'h2']
const ROUNDS = 1
/** Before a picture is there: TCP, TLS, the page, the picture. */
const LEAST_ROUND_TRIPS = 4
/** The shortest that pg-boss allows: shorter than a round of loads that are recorded 250 ms away. */
const LEASE_S = 10

/** Outside root PostgreSQL would be root within the sandbox, and refuses. */
const skip = noBrowser || whyNoLink() || (process.geteuid?.() !== 0 && whyNoBackend('netem'))

onOwnPostgresPrograms(
  'gains are compared between vantage points at 10, 60 and 250 ms, the far one as far from the database',
  async (programs) => {
    await using resources = new AsyncDisposableStack()
    const folder = resources.use(await temporaryFolder())
    const sandboxes = new Map<string, Sandbox>()
    for (const { vantage, rttMs } of VANTAGES) {
      const link = parseLink(`rtt=${rttMs}ms`)
      // The database is a second client of the far one's: what lies between is the first one's link.
      const clients = vantage === 'far' ? 2 : 1
      sandboxes.set(vantage, resources.use(await openSandbox({ link, clients })))
    }
    const far = sandboxes.get('far')
    const near = sandboxes.get('near')
    assert.ok(far !== undefined && near !== undefined)
    const authority = makeAuthority()
    const root = join(folder.path, 'database-ca.pem')
    await writeFile(root, authority.ca)
    const { folder: bin, runWith } = programs
    const server = resources.use(
      await openPostgresServer({ folder: bin, runWith: [...far.command([], 1), ...runWith] }),
    )
    const address = clientAddress(1).ipv4
    await server.kill()
    await server.start(address, authority.leaf({ altNames: `IP:${address}` }))
    const overLink = `postgres://towline@${address}/postgres?sslrootcert=${root}`
    const { url } = server

    const workers = new Map<string, RunningWorker>()
    for (const [vantage, sandbox] of sandboxes) {
      const flags = ['--place', `behind ${vantage}`]
      workers.set(
        vantage,
        resources.use(startWorker(sandbox, vantage === 'far' ? overLink : url, vantage, flags)),
      )
    }
    for (const [vantage, worker] of workers) await worker.says(`${vantage} takes jobs`)
    const db = resources.use(await openDatabase({ url }))
    const queue = resources.use(await openQueue({ url, db, warn: () => {} }))
    for (const kind of ['survey', 'campaign'])
      await queue.boss.updateQueue(`${kind}/far`, { heartbeatSeconds: LEASE_S })

    const run = (...args: readonly string[]): Promise<string> => runTowline(near, url, args)
    const network = ['--allow-address', near.allowCidrs.join(',')]
    const survey = async (sites: readonly string[], ...from: readonly string[]): Promise<void> => {
      const listFile = join(folder.path, `${sites.length}.csv`)
      await writeFile(listFile, sites.map((site) => `${site}\n`).join(''))
      await run('jobs', 'add', 'survey', '--list', listFile, '--sites-per-job', '1', ...from, ...network)
    }
    const finished = async (table: 'surveys' | 'campaigns', count: number): Promise<void> => {
      while ((await db.query(`SELECT 1 AS one FROM ${table} WHERE state = 'finished'`)).length < count)
        await sleep(200)
    }
    // Jobs that end at the same time, each in its turn.
    await survey([SITE, ...OTHERS], '--vantage', 'far')
    await survey([SITE], '--each-vantage')
    await finished('surveys', 1 + NAMES.length)
    const loads = ['--arms', ARMS.join(','), '--rounds', String(ROUNDS), '--pause', '1ms', '--cold-browser']
    const added = await run(
      'jobs',
      'add',
      'campaign',
      ...network,
      '--select',
      '1',
      '--each-vantage',
      ...[...loads, ...['--busy-limit', '1', '--no-capture']],
    )
    assert.deepEqual(
      linesOf(added).map((line) => line.replace(/^campaign:\d+: /, '')),
      NAMES.map((name) => `1 site from ${name}, in ${ROUNDS} job`),
    )
    await finished('campaigns', NAMES.length)

    const { answer } = resources.use(await fleetAnswers(url, folder.path))
    const compared = (): Promise<SiteVantages> =>
      answer('siteVantages', `/sites/${SITE}/vantages?reference=near`)
    let gains = await compared()
    while (gains.pending) gains = await compared()
    assertGains(gains)
    const shown = await run('vantage', 'gains', SITE, '--reference', 'near', '--format', 'json')
    assert.deepEqual(JSON.parse(shown), gains)
    const table = await run('vantage', 'gains', SITE, '--reference', 'near')
    for (const name of NAMES) assert.match(table, new RegExp(`^h2 +${name} `, 'm'))

    // No lease ran out, no lock was waited for in vain, no turn was missed.
    const attempts = await db.query(
      `SELECT DISTINCT state::text AS state, retry_count, heartbeat_seconds FROM ${queue.schema}.job WHERE name LIKE '%/far'`,
    )
    assert.deepEqual(attempts, [{ state: 'completed', retry_count: 0, heartbeat_seconds: LEASE_S }])
    const sessions = await server.query(
      `SELECT DISTINCT application_name AS name, ssl FROM pg_stat_activity JOIN pg_stat_ssl USING (pid)
       WHERE client_addr IS NOT NULL ORDER BY 1`,
    )
    assert.deepEqual(
      sessions,
      ['towline', 'towline locks'].map((name) => ({ name, ssl: true })),
    )
    for (const worker of workers.values()) worker.child.kill('SIGTERM')
    for (const worker of workers.values()) {
      const { code, stderr } = await worker.ended
      assert.equal(code, 0, stderr)
      assert.doesNotMatch(stderr, /no longer this worker|database does not answer|no jobs can be taken/)
    }
  },
  skip,
)

function assertGains({ reference, rows }: SiteVantages): void {
  assert.equal(reference, 'near')
  assert.deepEqual(
    rows.map(({ arm, vantage, n }) => ({ arm, vantage, n })),
    NAMES.map((vantage) => ({ arm: 'h2', vantage, n: ROUNDS })),
  )
  const [far, , near] = rows.map(({ baselineMedian, armMedian, gain }) => ({
    h1: baselineMedian ?? Number.NaN,
    h2: armMedian ?? Number.NaN,
    gain: gain ?? Number.NaN,
  }))
  assert.ok(far !== undefined && near !== undefined)
  const found = JSON.stringify(rows)
  for (const [index, { rttMs }] of VANTAGES.entries())
    for (const pltMs of [rows[index]?.baselineMedian, rows[index]?.armMedian])
      assert.ok((pltMs ?? 0) >= LEAST_ROUND_TRIPS * rttMs, found)
  assert.ok(far.h1 > near.h1 && far.h2 > near.h2, found)
  // One round each; which arm is faster is the machine's affair as well.
  for (const { baselineMedian, armMedian, gain } of rows)
    assert.equal(gain, (baselineMedian ?? Number.NaN) / (armMedian ?? Number.NaN), found)
  assert.deepEqual(
    rows.map(({ ratio, differs }) => ({ ratio, differs })),
    // Of so few rounds there is no interval.
    rows.map(({ gain, vantage }) => ({
      ratio: vantage === 'near' ? null : (gain ?? Number.NaN) / near.gain,
      differs: null,
    })),
  )
}
