import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { LIVE_METRICS } from '../../../crawler/metrics/registry.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import type { Arm } from '../../../model/arm.ts'
import { csvObjects } from '../../cli/probe/csv.ts'
import { argv, linesOf, towlineHere } from '../../cli/towline.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { assertHar } from '../../crawler/probe/load/assert-har.ts'
import { roundedCell } from '../../server/app/expected.ts'
import { differencesFrom, truthOf } from './page-truth.ts'
import { type ProbeFolder, type ProbeRun, probeFolder } from './probe-folder.ts'
import { allKeys, endsWell, keysOf, type Recorded, readCampaign } from './recorded.ts'

/** One of them does not apply to one of the pages; the slow test of this name has h3-altsvc as well. */
const ARMS: readonly Arm[] = ['http', 'h1', 'h2', 'h3']
const PAGES = ['page-12.test', 'page-mixed.test']
const ROUNDS = 2
const PROTOCOLS: Readonly<Partial<Record<Arm, RegExp>>> = {
  http: /^http\/1\.1$/,
  h1: /^http\/1\.1$/,
  h2: /^h2$/,
  h3: /^h3$/,
}

describe('a campaign over pages of known composition', { skip: noBrowser }, () => {
  let folder: ProbeFolder
  let run: ProbeRun
  let found: Recorded
  before(async () => {
    folder = await probeFolder()
    const sites = ['--sites', PAGES.join(','), '--arms', ARMS.join(','), '--rounds', String(ROUNDS)]
    run = folder.probe([...sites, '--seed', '7', '--vantage', 'test bench'])
    await endsWell(run)
    found = await readCampaign(folder.database)
  })
  after(() => folder?.[Symbol.asyncDispose]())

  test('takes every sample once, and tells which arms do not apply', async () => {
    const withoutHttp = ARMS.filter((arm) => arm !== 'http')
    assert.deepEqual(keysOf(found.samples), allKeys([ARMS, withoutHttp], ROUNDS))
    assert.deepEqual(found.sites[1]?.arms.leftOut, { http: 'no cleartext HTTP in the survey' })
    assert.equal(found.campaign.state, 'finished')
    assert.deepEqual(
      found.sites.map(({ forcedOrigins, state }) => [forcedOrigins, state]),
      [
        [['page-12.test'], 'done'],
        [['page-mixed.test'], 'done'],
      ],
    )
    assert.match(run.stdout(), /page-mixed\.test: no http: no cleartext HTTP in the survey\n/)
    assert.deepEqual(await folder.leftovers(), [])
  })

  test('finds in every sample what the page is made of', () => {
    for (const { domain, arm, protocol } of found.samples)
      assert.match(protocol ?? 'none', PROTOCOLS[arm] ?? /none/, `${domain} ${arm}`)
    assert.deepEqual(
      found.samples.flatMap((sample) => differencesFrom(truthOf(sample.domain), sample)),
      [],
    )
  })

  test('loads each page once to find its origins, and each browser once to warm it up', () => {
    const extras = found.all.filter(({ role }) => role !== 'sample')
    assert.deepEqual(extras.map(({ role, arm }) => `${role} ${arm}`).sort(), [
      'discovery h2',
      'discovery h2',
      ...ARMS.map((arm) => `warmup ${arm}`).sort(),
    ])
    // A warm-up is the first load of its browser, and no sample is.
    for (const { role, loadNo } of found.all)
      if (role !== 'discovery') assert.equal(loadNo === 1, role === 'warmup')
  })

  test('stores where the samples come from', () => {
    const { browserVersion, browserSwitches, userAgent, seed, vantage, sandbox, capture, vantageFacts } =
      found.campaign
    assert.match(browserVersion ?? '', /^Chrom\w+ \d+\./)
    assert.deepEqual(Object.keys(browserSwitches).sort(), [...ARMS].sort())
    assert.match(userAgent ?? '', / towline\/\d/)
    assert.deepEqual([seed, vantage, sandbox], [7, 'test bench', true])
    assert.match(capture ?? '', /^tcpdump on /)
    assert.ok(vantageFacts !== null && 'browserSandbox' in vantageFacts)
    for (const { startedAt, wallMs, cpuBusyFraction, remoteAddress, server, status } of found.samples) {
      assert.ok(startedAt !== null && (wallMs ?? 0) > 0 && (cpuBusyFraction ?? 2) <= 1)
      assert.match(remoteAddress ?? '', /^198\.18\./)
      assert.deepEqual([server, status], ['Caddy', 200])
    }
  })

  test('is exported as CSV and as JSON lines, each load with every metric', async (t) => {
    const get = (format: string) =>
      towlineHere(t, ['samples', 'export', '--format', format, '--database', folder.database])
    const csv = csvObjects((await get('csv')).stdout)
    const json = linesOf((await get('jsonl')).stdout).map((line) => JSON.parse(line))
    assert.equal(csv.length, found.all.length)
    assert.equal(json.length, found.all.length)
    const holds = (cell: string | undefined, value: string | number | null | undefined, column: string) => {
      if (typeof value === 'number') roundedCell(cell, value, column)
      else assert.equal(cell, value ?? '', column)
    }
    for (const [index, sample] of found.all.entries()) {
      const [row, line] = [csv[index] ?? {}, json[index]]
      for (const [column, value] of Object.entries({
        domain: sample.domain,
        arm: sample.arm,
        round: sample.round,
        role: sample.role,
        state: sample.state,
        started_at: sample.startedAt,
        wall_ms: sample.wallMs,
        final_url: sample.finalUrl,
      }))
        holds(row[column], value, column)
      assert.deepEqual([line.id, line.arm, line.domain], [sample.id, sample.arm, sample.domain])
      for (const { name } of LIVE_METRICS) {
        const value = sample.metrics.get(name) ?? null
        holds(row[name], value, name)
        const recorded = line.metrics.find((metric: { name: string }) => metric.name === name)
        assert.equal(recorded?.value, value, `${name} of sample ${sample.id}`)
      }
    }
  })

  test('is exported as HAR 1.2, a file for each sample, with every request', async (t) => {
    const out = join(folder.path, 'har')
    const { code } = await towlineHere(
      t,
      argv`samples export --format har --out ${out} --database ${folder.database}`,
    )
    assert.equal(code, 0)
    const names = await readdir(out)
    assert.deepEqual(
      names.sort(),
      found.samples.map(({ domain, arm, round }) => `${domain}-${arm}-round${round}.har`).sort(),
    )
    for (const { domain, arm, round } of found.samples) {
      const har = JSON.parse(await readFile(join(out, `${domain}-${arm}-round${round}.har`), 'utf8'))
      assertHar(har)
      assert.equal(har.log.entries.length, truthOf(domain).requests)
      const sample = found.samples.find(
        (each) => each.domain === domain && each.arm === arm && each.round === round,
      )
      assert.equal(har.log.pages[0].pageTimings.onLoad, sample?.metrics.get('plt_ms'))
      assert.deepEqual([har.log.creator.name, har.log._towline.arm], ['towline', arm])
      assert.equal(`${har.log.browser.name} ${har.log.browser.version}`, found.campaign.browserVersion)
    }
  })

  test('shows the sites as they are', async (t) => {
    const { stdout } = await towlineHere(t, argv`sites show --format json --database ${folder.database}`)
    const sites = JSON.parse(stdout)
    assert.equal(sites.length, PAGES.length)
    for (const site of sites) {
      const truth = truthOf(site.domain)
      const bodyBytes = truth.bodyBytes ?? 0
      assert.deepEqual([site.requests, site.domains], [truth.requests, truth.domains])
      assert.ok(site.sizeBytes > bodyBytes && site.sizeBytes < 1.2 * bodyBytes, `${site.sizeBytes} bytes`)
      assert.deepEqual([site.main.host, site.main.h2, site.main.h3], [site.domain, true, true])
      assert.equal(site.samples, found.samples.filter(({ domain }) => domain === site.domain).length)
    }
    const mixed = sites.find(({ domain }: { domain: string }) => domain === 'page-mixed.test')
    assert.deepEqual(
      mixed.hosts.map(({ host, requests, h2, h3 }: Record<string, unknown>) => [host, requests, h2, h3]),
      [
        ['page-mixed.test', 13, true, true],
        ['cdn.page-mixed-h2.test', 6, true, null],
        ['ads.page-mixed-h1.test', 2, false, null],
      ],
    )
    assert.deepEqual(
      mixed.shareTop.map((share: number) => Math.round(21 * share)),
      [13, 19, 21, 21, 21],
    )
    const one = await towlineHere(t, ['sites', 'show', 'page-mixed.test', '--database', folder.database])
    assert.match(one.stdout, /cdn\.page-mixed-h2\.test/)
    const none = await towlineHere(t, ['sites', 'show', 'nowhere.test', '--database', folder.database])
    assert.deepEqual([none.code, linesOf(none.stderr).length], [66, 1])
  })

  test('is listed and shown, each arm with its gain over HTTP/1.1', async (t) => {
    const list = await towlineHere(t, ['campaign', 'list', '--format', 'json', '--database', folder.database])
    assert.deepEqual(
      JSON.parse(list.stdout).map(({ id, state }: { id: number; state: string }) => [id, state]),
      [[1, 'finished']],
    )
    const shown = await towlineHere(t, argv`campaign show 1 --format csv --database ${folder.database}`)
    const rows = csvObjects(shown.stdout)
    assert.deepEqual(
      rows.map(({ site, arm, valid, pending }) => [site, arm, valid, pending]),
      found.sites.flatMap(({ domain, arms: { applied } }) => applied.map((arm) => [domain, arm, '2', '0'])),
    )
    for (const { arm, gain } of rows) assert.equal(gain === '', arm === 'h1')
  })

  test('has the same metrics when they are computed anew, whatever had become of them', async (t) => {
    {
      await using db = await openDatabase({ url: folder.database })
      await db.query("UPDATE sample_metrics SET value = 1, note = 'spoilt' WHERE sample_id % 2 = 0")
      await db.query("DELETE FROM sample_metrics WHERE metric = 'tow_ms'")
    }
    const spoilt = await readCampaign(folder.database)
    assert.notDeepEqual(spoilt.samples, found.samples)
    const { code, stdout } = await towlineHere(t, ['recompute', '--database', folder.database])
    assert.equal(code, 0)
    assert.match(stdout, new RegExp(`campaign 1: recomputed the metrics of ${found.samples.length} samples`))
    assert.deepEqual((await readCampaign(folder.database)).samples, found.samples)
  })
})
