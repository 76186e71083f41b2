import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Har } from 'har-format'
import { openList } from '../../../crawler/list/open-list.ts'
import type { ListEntry } from '../../../crawler/list/parse-list.ts'
import { computeAll } from '../../../crawler/metrics/compute.ts'
import { encodeArtifacts } from '../../../crawler/probe/load/artifact-codec.ts'
import { dissect } from '../../../crawler/probe/packets/dissect.ts'
import type { PacketTool } from '../../../crawler/probe/packets/packet-tools.ts'
import { Tshark } from '../../../crawler/probe/packets/tshark.ts'
import { readMetrics } from '../../../db/campaign/sample-metrics.ts'
import { samples as samplesFigure } from '../../../figures/samples.ts'
import type { SampleArtifacts } from '../../../model/artifacts.ts'
import { METRIC_NAMES } from '../../../model/metrics.ts'
import { recordHar } from '../../../record/import/record-har.ts'
import { recordWarc } from '../../../record/import/record-warc.ts'
import { figureCsv } from '../../../server/http/figure-csv.ts'
import { sample, samples } from '../../../server/routes/samples.ts'
import { NOTHING } from '../../crawler/metrics/observed.ts'
import { cannotCapture, tools } from '../../crawler/probe/packets/captured-page.ts'
import { heldCampaign, newSite, record } from '../../db/campaign/probing.ts'
import { type HandlerBench, handlerBench } from '../../server/handler-bench.ts'

/** Situations in which a number of another tool or of an older version was wrong, beside the repository. */
const CASES = join(import.meta.dirname, '../../../../shared/cases')
const caseFile = (...parts: string[]): string => join(CASES, ...parts)

describe('what a case shows is right wherever it shows', {
  skip: !existsSync(CASES) && 'the cases are not beside the repository',
}, () => {
  let bench: HandlerBench
  let folder: string
  let signal: AbortSignal
  before(async () => {
    bench = await handlerBench()
    folder = await mkdtemp(join(tmpdir(), 'towline-cases-'))
    signal = AbortSignal.timeout(60_000)
  })
  after(async () => {
    await bench?.[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  /** Stores a sample of these artifacts; returns its metrics, the same in the database, the API and its CSV. */
  async function shown(artifacts: SampleArtifacts) {
    const { writer } = bench
    const lease = await heldCampaign(writer, { sites: [newSite('case.test')], rounds: 1 })
    const metrics = computeAll(artifacts)
    const id = await record(writer, lease, { metrics, artifacts: await encodeArtifacts(artifacts) })
    const stored = await readMetrics(writer, id)
    const answer = await bench.answer('sample', sample, { id: String(id) })
    const place = { id: String(lease.campaignId), site: '0' }
    const page = await bench.answer('samples', samples, place, { metrics: METRIC_NAMES.join(',') })
    const { heading, rows } = figureCsv(samplesFigure, page)
    const row = rows.find((cells) => cells[heading.indexOf('id')] === id)
    assert.deepEqual(answer.metrics, stored)
    for (const { name, value } of stored) assert.equal(row?.[heading.indexOf(name)], value, name)
    return new Map(stored.map((each) => [each.name, each]))
  }

  test('service-worker: ten requests, all by the protocol of the arm; null where the HAR lacks one of them', async () => {
    const file = caseFile('service-worker', 'sw.test-h3-round0-invalid.har')
    const har = JSON.parse(await readFile(file, 'utf8')) as Har
    const metrics = await shown({ ...NOTHING, har })
    for (const name of ['requests', 'har_bytes']) {
      assert.equal(metrics.get(name)?.value, null)
      assert.match(metrics.get(name)?.note ?? '', /left out the script of a service worker/)
    }
    assert.deepEqual([metrics.get('share_h1')?.value, metrics.get('share_h3')?.value], [0, 1])
    assert.equal(metrics.get('failed_requests')?.value, 0)
  })

  test('quic-port-migration: Time on Wire goes on to the end of the last answer', {
    skip: cannotCapture,
  }, async () => {
    await using tshark = new Tshark(tools.tshark as PacketTool)
    const packets = await dissect({
      pcap: await readFile(caseFile('quic-port-migration', 'sample-10.pcap')),
      keys: await readFile(caseFile('quic-port-migration', 'sample-10.keys'), 'utf8'),
      ...{ servers: new Set(['10.97.1.23']), captureDrops: 0, tshark, signal },
    })
    const read = await shown({ ...NOTHING, packets })
    const towMs = read.get('tow_ms')?.value ?? Number.NaN
    assert.ok(Math.abs(towMs - 1_540) <= 10, `${towMs} ms`)
    // As a version stored it that did not follow the port: 862 ms, without a note.
    const { readableShare: _, ...older } = packets
    const again = await shown({ ...NOTHING, packets: older })
    assert.deepEqual([again.get('tow_ms')?.value, again.get('bytes_down')?.value], [null, null])
    assert.match(again.get('tow_ms')?.note ?? '', /of a version that did not say what was read/)
  })

  test('har-ocsp-first: the page is what was navigated to', async () => {
    const file = caseFile('har-ocsp-first', 'ocsp-first.har')
    const { pageUrl, exchanges, document } = await recordHar(file, join(folder, 'ocsp'), 'test')
    assert.deepEqual(
      [pageUrl, exchanges[document ?? -1]?.url],
      ['https://site.example/', 'https://site.example/'],
    )
  })

  test('har-connection-port: eight connections, none of them shared by two hosts', async () => {
    const file = caseFile('har-connection-port', 'chrome.har')
    const { exchanges } = await recordHar(file, join(folder, 'connections'), 'test')
    const hostsOf = new Map<string, Set<string>>()
    for (const { url, timings } of exchanges) {
      const connection = String(timings[0]?.connection)
      hostsOf.set(connection, (hostsOf.get(connection) ?? new Set()).add(new URL(url).host))
    }
    assert.deepEqual(
      [...hostsOf.values()].map(({ size }) => size),
      Array(8).fill(1),
    )
  })

  test('warc-revisit-same-file: the style sheet has the body of the record that the revisit names', async () => {
    const file = caseFile('warc-revisit-same-file', 'revisit.warc')
    const { exchanges, leftOut } = await recordWarc(file, join(folder, 'warc'), {
      page: null,
      toolVersion: 'test',
    })
    assert.deepEqual(leftOut, [])
    assert.ok(exchanges.some(({ url, body }) => url.endsWith('.css') && body !== null))
  })

  for (const [file, sites, magnitudes] of [
    ['crux.csv', 10, [1_000, 5_000]],
    ['crux-stripped.csv', 10, [1_000, 5_000]],
    ['semicolon.csv', 10, [null]],
    ['tsv.txt', 10, [null]],
    ['umbrella.csv', 5, [null]],
  ] as const)
    test(`lists/${file}: ${sites} sites, magnitudes kept as such`, async () => {
      const list = await openList({ file: caseFile('lists', file) }, { signal, cacheDir: folder })
      const entries: ListEntry[] = []
      for await (const entry of list.entries()) entries.push(entry)
      assert.equal(entries.length, sites, JSON.stringify(list.badLines))
      const found = new Set(entries.map(({ rankMagnitude }) => rankMagnitude))
      assert.deepEqual([...found], [...magnitudes])
    })
})
