import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { openDatabase } from '../../../db/connection/open.ts'
import { openSandbox } from '../../../lab/sandbox/open.ts'
import { argv } from '../../cli/towline.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { opened } from '../../opened.ts'
import { truthOf } from './page-truth.ts'
import { type ProbeFolder, type ProbeRun, probeFolder } from './probe-folder.ts'
import { endsWell, type Recorded, type RecordedSample, readCampaign } from './recorded.ts'

/** In this order, with good pages around them. None is waited for: faults.nightly.test.ts has those that hang. */
const BAD = ['page-download', 'page-no-content', 'page-alert', 'page-refresh-loop', 'truncated'].map(
  (name) => `${name}.test`,
)
/** The survey has no answer from these, so that no arm applies to them. */
const UNREACHABLE = {
  'nxdomain.test': 'no answer in the survey: dns_nxdomain',
  'cert-expired.test': 'no answer in the survey: tls_cert_expired',
}

/** By their status; the last one already where its robots.txt is asked for. */
const ASKING = ['page-429.test', 'page-403.test', 'page-503.test']
/** One more than it takes to be parked, or left as poison. */
const ROUNDS = 4

/** The main processes of the folder's browsers. */
function browsersOf(folder: ProbeFolder): number[] {
  return folder
    .processes()
    .filter(({ command }) => command.includes('--user-data-dir=') && !command.includes('--type='))
    .map(({ pid }) => pid)
}

describe('faults in a campaign', { skip: noBrowser }, () => {
  const sandbox = opened(openSandbox)

  test('each bad page is a failed sample with its code, and the good ones between them are valid', async () => {
    await using folder = await probeFolder()
    const sites = ['all-three.test', ...BAD, ...Object.keys(UNREACHABLE), 'page-12.test']
    const flags = argv`--sites ${sites.join(',')} --arms h1 --rounds 1 --load-timeout 8s --seed 4 --no-capture`
    await endsWell(folder.probeIn(sandbox, flags))
    const { campaign, sites: recorded, samples } = await readCampaign(folder.database)
    assert.equal(campaign.state, 'finished')
    assert.deepEqual(
      Object.fromEntries(samples.map(({ domain, state, reason }) => [domain, reason ?? state])),
      Object.fromEntries(
        sites
          .filter((domain) => !(domain in UNREACHABLE))
          .map((domain) => [domain, truthOf(domain).failure ?? 'valid']),
      ),
    )
    for (const { domain, arms } of recorded)
      assert.deepEqual(
        arms.leftOut,
        domain in UNREACHABLE ? { h1: UNREACHABLE[domain as keyof typeof UNREACHABLE] } : {},
      )
    // Without a limit of its own, the default is a minute.
    for (const { domain, wallMs } of samples)
      assert.ok((wallMs ?? Number.NaN) < 30_000, `${domain} took ${wallMs} ms`)
    assert.deepEqual(await folder.leftovers(), [])
  })

  describe('whose browser is killed, and one stopped, while sites ask to be left alone', () => {
    const folder = opened(probeFolder)
    let found: Recorded
    before(async () => {
      const sites = ['page-image-silent.test', 'page-12.test', ...ASKING]
      const flags = argv`--arms h2 --rounds ${ROUNDS} --load-timeout 10s --seed 1 --no-capture`
      const run = folder.probeIn(sandbox, ['--sites', sites.join(','), ...flags])
      await hit(run, folder, 'SIGKILL', 0)
      await hit(run, folder, 'SIGSTOP', 1)
      await endsWell(run)
      found = await readCampaign(folder.database)
    })
    const inRounds = (domain: string): readonly RecordedSample[] =>
      found.samples.filter((sample) => sample.domain === domain).sort((a, b) => a.round - b.round)

    test('either is a failed sample, a site that ended two is left, and the others are loaded', async () => {
      assert.equal(found.campaign.state, 'finished')
      assert.deepEqual(
        inRounds('page-image-silent.test').map(({ reason }) => reason),
        ['browser_died', 'browser_hung', 'poison', 'poison'],
      )
      assert.deepEqual(
        inRounds('page-12.test').map(({ state }) => state),
        Array(ROUNDS).fill('valid'),
      )
      assert.deepEqual(await folder.leftovers(), [])
    })

    test('a site that says 429 is waited for as long as it asks, and parked after three times; one that asks for long at once', () => {
      assert.deepEqual(
        found.sites.map(({ domain, state, strikes }) => [domain, state, strikes]),
        [
          ['page-image-silent.test', 'poison', 0],
          ['page-12.test', 'done', 0],
          ['page-429.test', 'parked', 3],
          ['page-403.test', 'parked', 1],
          ['page-503.test', 'done', 0],
        ],
      )
      const { arms } = found.sites.find(({ domain }) => domain === 'page-503.test') ?? assert.fail()
      assert.deepEqual(arms.leftOut, { h2: 'no answer in the survey: robots_unreachable' })
      for (const domain of ['page-429.test', 'page-403.test']) {
        // What was loaded was answered so; what was not is failed, since it was wanted and not had.
        const loaded = found.all.filter((sample) => sample.domain === domain && sample.startedAt !== null)
        assert.equal(loaded.length, domain === 'page-429.test' ? 3 : 1, domain)
        for (const { state, reason, status } of loaded)
          assert.deepEqual([state, reason, `page-${status}.test`], ['invalid', 'http_status', domain])
        const others = inRounds(domain).filter(({ startedAt }) => startedAt === null)
        for (const { state, reason } of others) assert.deepEqual([state, reason], ['failed', 'parked'])
        const [first = 0, ...later] = loaded.map(({ startedAt }) => Date.parse(startedAt ?? '')).sort()
        later.reduce((before, at) => {
          assert.ok(at - before >= 1_000, `${domain} was asked again after ${at - before} ms`)
          return at
        }, first)
      }
    })
  })
})

/** Sends a signal to the browser while it loads the silent page's sample of this round. */
async function hit(
  run: ProbeRun,
  folder: ProbeFolder,
  signal: 'SIGKILL' | 'SIGSTOP',
  round: number,
): Promise<void> {
  const before = new Set<string>()
  const isLoading = async (): Promise<boolean> => {
    if (!/campaign 1: /.test(run.stderr())) return false
    // Looked at first: what is open before the sample's turn is none of its connections.
    const open = browsersOf(folder).flatMap(httpsConnectionsOf)
    const isTurn = await isSamplesTurn(folder, round)
    if (!isTurn) for (const each of open) before.add(each)
    return isTurn && open.some((each) => !before.has(each))
  }
  assert.ok(await run.until(isLoading), run.stderr())
  for (const pid of browsersOf(folder)) process.kill(-pid, signal)
}

/** The browser has been warmed up, and the silent page's sample of this round is what it loads next, or does now. */
async function isSamplesTurn(folder: ProbeFolder, round: number): Promise<boolean> {
  // It is asked many times a second: no metrics are read.
  await using db = await openDatabase({ url: folder.database, readOnly: true })
  const [claimed] = await db.query(
    `SELECT domain, round FROM samples JOIN campaign_sites USING (campaign_id, site)
     WHERE samples.state = 'pending' AND attempt > 0 ORDER BY id LIMIT 1`,
  )
  if (claimed?.domain !== 'page-image-silent.test' || Number(claimed.round) !== round) return false
  const [warmups] = await db.query("SELECT count(*) AS n FROM samples WHERE role = 'warmup'")
  return Number(warmups?.n) === round + 1
}

/** Local ends of the connections to port 443 that are open where this process runs; none where it has ended. */
function httpsConnectionsOf(pid: number): string[] {
  return ['tcp', 'tcp6'].flatMap((name) =>
    tableOf(`/proc/${pid}/net/${name}`)
      .filter(([, , remote, state]) => remote?.endsWith(':01BB') && state === '01')
      .map(([, local = '']) => local),
  )
}

function tableOf(file: string): string[][] {
  try {
    const lines = readFileSync(file, 'utf8').split('\n')
    return lines.map((line) => line.trim().split(/\s+/))
  } catch {
    // Its process has ended since.
    return []
  }
}
