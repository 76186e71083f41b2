import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { EXIT } from '../../../cli/exit/exit-codes.ts'
import { METRIC_GROUPS } from '../../../crawler/metrics/registry.ts'
import { findBrowser } from '../../../crawler/probe/browser/find-browser.ts'
import { makeTrustStore } from '../../../crawler/probe/browser/trust-store.ts'
import { openBrowserHome } from '../../../crawler/process/browser-home.ts'
import { readFilmstrip, readPicture, takesFilmstrips } from '../../../db/campaign/filmstrips.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { openSandbox, type Sandbox } from '../../../lab/sandbox/open.ts'
import { argv } from '../../cli/towline.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { opened } from '../../opened.ts'
import { type ProbeRun, probeFolder } from './probe-folder.ts'
import { endsWell, type Recorded, readCampaign } from './recorded.ts'

const TRACED = METRIC_GROUPS['The packet trace'].map(({ name }) => name)

/** A Chromium that somebody else has started in the sandbox, with switches of his own. */
async function runningBrowser(
  sandbox: Sandbox,
  switches: readonly string[],
): Promise<{ readonly url: string; readonly isAlive: () => Promise<boolean> } & AsyncDisposable> {
  await using opening = new AsyncDisposableStack()
  const home = opening.use(await openBrowserHome())
  await makeTrustStore(home.home, sandbox.caFile, AbortSignal.timeout(30_000))
  const [program = '', ...argv] = sandbox.command([
    findBrowser() ?? '',
    '--headless=new',
    '--remote-debugging-port=0',
    `--user-data-dir=${home.profile}`,
    ...(process.geteuid?.() === 0 ? ['--no-sandbox'] : []),
    ...switches,
  ])
  const child = spawn(program, argv, {
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, HOME: home.home, TMPDIR: home.temporary },
  })
  home.adoptGroup(child.pid ?? assert.fail())
  const portFile = join(home.profile, 'DevToolsActivePort')
  const portOf = async (): Promise<string> => (existsSync(portFile) ? await readFile(portFile, 'utf8') : '')
  for (let tries = 0; !(await portOf()).includes('\n'); tries++) {
    assert.ok(tries < 300, 'the browser has started')
    await sleep(100)
  }
  const [port] = (await portOf()).split('\n')
  const owned = opening.move()
  return {
    url: `http://127.0.0.1:${port}`,
    isAlive: async () => child.exitCode === null && child.signalCode === null,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

describe('options of a campaign', { skip: noBrowser }, () => {
  const sandbox = opened(openSandbox)

  describe('of two runs over the same sites at once', () => {
    const folder = opened(probeFolder)
    const kept = () => join(folder.path, 'kept')
    let [cold, phone]: { readonly run: ProbeRun; readonly found: Recorded }[] = []
    before(async () => {
      // The silent one is waited for, so that each run finds the other at its survey.
      const begin = (database: string, flags: readonly string[]) => {
        const sites = ['--sites', 'dns-silent.test,all-three.test', '--rounds', '2']
        const file = join(folder.path, database)
        return { file, run: folder.probeIn(sandbox, [...sites, ...flags, '--database', file]) }
      }
      const runs = [
        begin('cold.sqlite', argv`--arms h2 --cold-browser --no-capture`),
        begin('phone.sqlite', [...argv`--arms h3 --filmstrip --keep-pcap ${kept()} --device`, 'Pixel 5']),
      ]
      for (const { run } of runs) await endsWell(run)
      ;[cold, phone] = await Promise.all(
        runs.map(async ({ file, run }) => ({ run, found: await readCampaign(file) })),
      )
    })
    const foundBy = (each: typeof cold) => each ?? assert.fail('it has not run')

    test('each has its own sites', () => {
      for (const { found } of [foundBy(cold), foundBy(phone)])
        assert.deepEqual(
          found.samples.map(({ domain, state }) => [domain, state]),
          [
            ['all-three.test', 'valid'],
            ['all-three.test', 'valid'],
          ],
        )
    })

    test('--cold-browser takes each sample in a process of its own, and --no-capture leaves only packets unknown', () => {
      const { run, found } = foundBy(cold)
      const { campaign, all, samples } = found
      assert.equal(campaign.browserKind, 'cold')
      assert.deepEqual(
        all.map(({ role, browserNo, loadNo, state }) => [role, browserNo, loadNo, state]),
        [1, 2].map((browserNo) => ['sample', browserNo, 1, 'valid']),
      )
      assert.equal(campaign.capture, 'none: --no-capture')
      for (const { metrics } of samples) {
        for (const name of TRACED) assert.equal(metrics.get(name), null, name)
        for (const name of ['plt_ms', 'requests', 'har_bytes', 'connections'])
          assert.ok((metrics.get(name) ?? 0) > 0, name)
      }
      const said = `${run.stdout()}${run.stderr()}`
      assert.equal(said.split('--no-capture').length - 1, 1, 'said once')
    })

    test('--device loads as that phone, --filmstrip takes screenshots, and --keep-pcap keeps the packets and keys of each sample', async () => {
      const { campaign, samples } = foundBy(phone).found
      assert.equal(campaign.device, 'Pixel 5')
      assert.match(campaign.userAgent ?? '', /Android.*Pixel 5.* towline\//)
      assert.deepEqual(
        samples.map(({ state, protocol }) => [state, protocol]),
        [
          ['valid', 'h3'],
          ['valid', 'h3'],
        ],
      )
      for (const { id, pcapFile } of samples) {
        assert.equal(pcapFile, join(kept(), 'campaign-1', `sample-${id}.pcap`))
        assert.match((await readFile(pcapFile)).subarray(0, 4).toString('hex'), /^(d4c3b2a1|4d3cb2a1)$/)
        const keys = pcapFile.replace(/pcap$/, 'keys')
        assert.match(await readFile(keys, 'utf8'), /^CLIENT_HANDSHAKE_TRAFFIC_SECRET /m)
        assert.equal((await stat(keys)).mode & 0o077, 0, 'the keys are for nobody else')
      }
      assert.equal((await readdir(join(kept(), 'campaign-1'))).length, 2 * samples.length)

      assert.equal(takesFilmstrips(campaign), true)
      await using db = await openDatabase({ url: join(folder.path, 'phone.sqlite'), readOnly: true })
      const strips = await Promise.all(
        samples.map(async ({ id }) => ({ id, strip: await readFilmstrip(db, id) })),
      )
      const { id, strip } =
        strips.find((each) => each.strip !== null) ?? assert.fail('no sample has a filmstrip')
      const { takenAtMs, name } = strip?.frames[0] ?? assert.fail()
      assert.ok(takenAtMs > Date.parse(campaign.createdAt) && takenAtMs < Date.now())
      const jpeg = await readPicture(db, id, name)
      assert.equal(Buffer.from(jpeg?.subarray(0, 3) ?? []).toString('hex'), 'ffd8ff')
    })
  })

  test('--connect drives a browser that runs already, and leaves it running; under the wrong arm no sample is valid', async () => {
    await using browser = await runningBrowser(sandbox, ['--disable-http2', '--disable-quic'])
    await using folder = await probeFolder()
    const connect = ['--sites', 'all-three.test', '--rounds', '1', '--connect', browser.url, '--no-capture']
    await endsWell(folder.probeIn(sandbox, [...connect, '--arms', 'h1']))
    const right = await readCampaign(folder.database)
    assert.equal(right.campaign.connect, browser.url)
    assert.deepEqual(right.campaign.browserSwitches, { h1: [] })
    assert.deepEqual(
      right.all.map(({ role, state, protocol }) => [role, state, protocol]),
      [['sample', 'valid', 'http/1.1']],
    )
    const other = folder.probeIn(sandbox, [...connect, '--arms', 'h2'])
    assert.deepEqual(await other.ended, { code: EXIT.noResult, signal: null }, other.stderr())
    const wrong = await readCampaign(folder.database)
    assert.deepEqual(
      wrong.samples.map(({ arm, state, reason, detail }) => [arm, state, reason, detail]),
      [['h2', 'invalid', 'wrong_document_protocol', 'http/1.1 in place of h2']],
    )
    assert.ok(await browser.isAlive(), 'the browser runs on')
  })
})
