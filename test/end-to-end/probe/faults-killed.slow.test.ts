import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { openSandbox } from '../../../lab/sandbox/open.ts'
import { argv } from '../../cli/towline.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { opened } from '../../opened.ts'
import { truthOf } from './page-truth.ts'
import { type ProbeFolder, type ProbeRun, probeFolder } from './probe-folder.ts'
import { endsWell, type RecordedSample, readCampaign } from './recorded.ts'

/** In this order, with good pages around them. None is waited for: faults.nightly.test.ts has those that hang. */
const BAD = ['page-download', 'page-no-content', 'page-alert', 'page-refresh-loop', 'truncated'].map(
  (name) => `${name}.test`,
)
/** The survey has no answer from these, so that no arm applies to them. */
const UNREACHABLE = {
  'nxdomain.test': 'no answer in the survey: dns_nxdomain',
  'cert-expired.test': 'no answer in the survey: tls_cert_expired',
}

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

  test('a browser that is killed, and one that is stopped, in mid-load are failed samples; a site that ended two is left', async () => {
    await using folder = await probeFolder()
    const flags = ['--arms', 'h2', '--rounds', '3', '--load-timeout', '10s', '--seed', '1', '--no-capture']
    const run = folder.probeIn(sandbox, ['--sites', 'page-image-silent.test,page-12.test', ...flags])
    const silent = (samples: readonly RecordedSample[]) =>
      samples.filter(({ domain }) => domain === 'page-image-silent.test')
    await hit(run, folder, 'SIGKILL', 0)
    await hit(run, folder, 'SIGSTOP', 1)
    await endsWell(run)
    const { campaign, sites, samples } = await readCampaign(folder.database)
    assert.equal(campaign.state, 'finished')
    assert.deepEqual(
      silent(samples)
        .sort((a, b) => a.round - b.round)
        .map(({ reason }) => reason),
      ['browser_died', 'browser_hung', 'poison'],
    )
    assert.equal(sites[0]?.state, 'poison')
    const good = samples.filter(({ domain }) => domain === 'page-12.test')
    assert.deepEqual(
      good.map(({ state }) => state),
      ['valid', 'valid', 'valid'],
    )
    assert.deepEqual(await folder.leftovers(), [])
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
  const { all } = await readCampaign(folder.database)
  const claimed = all.find(({ state, attempt }) => state === 'pending' && attempt > 0)
  if (claimed?.domain !== 'page-image-silent.test' || claimed.round !== round) return false
  return all.filter(({ role }) => role === 'warmup').length === round + 1
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
