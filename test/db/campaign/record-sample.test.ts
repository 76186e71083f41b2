import assert from 'node:assert/strict'
import { readArtifacts, type StoredArtifact } from '../../../db/campaign/artifacts.ts'
import { acquireCampaign, CampaignLost } from '../../../db/campaign/campaign-leases.ts'
import { campaignSites } from '../../../db/campaign/campaign-sites.ts'
import { recordSample } from '../../../db/campaign/record-sample.ts'
import { replaceMetrics } from '../../../db/campaign/replace-metrics.ts'
import { claimNextSample } from '../../../db/campaign/sample-claims.ts'
import { measuredSamples, metricValues, readMetrics } from '../../../db/campaign/sample-metrics.ts'
import { readSamples, type SampleResult } from '../../../db/campaign/samples.ts'
import { withEveryDatabase } from '../databases.ts'
import { claimed, heldCampaign, keyOf, NOTHING_KNOWN, newSite, record, VALID } from './probing.ts'
import { collect } from './samples.ts'

const METRICS = [
  { name: 'fcp_ms', value: null, note: 'nothing was painted' },
  { name: 'plt_ms', value: 812.25, note: null },
  { name: 'requests', value: 0, note: null },
]

function artifact(kind: StoredArtifact['kind'], bytes: Uint8Array): StoredArtifact {
  return { kind, encoding: 'zstd', bytes, sizeBytes: 12_345 }
}

withEveryDatabase('a result comes back as it was, with its metrics and its artifacts', async (db) => {
  const lease = await heldCampaign(db)
  const every = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  // A view into something larger, as what a compressor gives often is.
  const artifacts = [artifact('har', every.subarray(3, 200)), artifact('packets', new Uint8Array(0))]
  const sample = await claimed(db, lease)
  const id = await record(db, lease, { sample, metrics: METRICS, artifacts })
  assert.equal(id, sample.id)
  const { verdict: _verdict, ...result } = VALID
  const { attempt, ...key } = sample
  const [row] = await collect(readSamples(db, lease.campaignId))
  assert.deepEqual(row, {
    ...key,
    place: 0,
    role: 'sample',
    ...result,
    state: 'valid',
    reason: null,
    detail: null,
    attempt,
  })
  assert.deepEqual(await readMetrics(db, id), METRICS)
  const stored = await readArtifacts(db, id)
  assert.deepEqual(
    stored.map(({ bytes, ...rest }) => ({ ...rest, bytes: [...bytes] })),
    artifacts.map(({ bytes, ...rest }) => ({ ...rest, bytes: [...bytes] })),
  )
  assert.deepEqual(
    (await readArtifacts(db, id, ['packets'])).map(({ kind }) => kind),
    ['packets'],
  )
  assert.deepEqual(await readArtifacts(db, id, []), [])
})

withEveryDatabase('invalid and failed results keep their reason, and unknowns stay unknown', async (db) => {
  const lease = await heldCampaign(db)
  const verdict = { state: 'invalid', reason: 'machine_busy', detail: null } as const
  await record(db, lease, { result: { ...VALID, verdict } })
  await record(db, lease, { result: NOTHING_KNOWN })
  const [invalid, failed] = await collect(readSamples(db, lease.campaignId))
  assert.deepEqual([invalid?.state, invalid?.reason, invalid?.detail], ['invalid', 'machine_busy', null])
  const { verdict: _verdict, ...nothing } = NOTHING_KNOWN
  for (const name of Object.keys(nothing)) assert.equal(failed?.[name as keyof typeof nothing], null, name)
  assert.deepEqual(
    [failed?.state, failed?.reason, failed?.detail],
    ['failed', 'browser_not_started', 'no such file'],
  )
})

withEveryDatabase('warm-ups and discoveries are kept beside the schedule, any number of them', async (db) => {
  const lease = await heldCampaign(db)
  const discovery = { role: 'discovery', site: 1, arm: 'h2', round: 0 } as const
  const warmup = { role: 'warmup', site: 0, arm: 'h1', round: 0 } as const
  const id = await record(db, lease, {
    sample: discovery,
    result: { ...NOTHING_KNOWN, remoteAddress: '192.0.2.7' },
    metrics: METRICS,
    artifacts: [artifact('har', Uint8Array.of(1, 2, 3))],
  })
  await record(db, lease, { sample: warmup })
  await record(db, lease, { sample: warmup })
  const extras = await collect(readSamples(db, lease.campaignId, { roles: ['warmup', 'discovery'] }))
  assert.deepEqual(
    extras.map((row) => [row.role, keyOf(row), row.place, row.position, row.state]),
    [
      ['discovery', '1 h2 0', null, null, 'failed'],
      ['warmup', '0 h1 0', null, null, 'valid'],
      ['warmup', '0 h1 0', null, null, 'valid'],
    ],
  )
  assert.equal(extras[0]?.remoteAddress, '192.0.2.7')
  assert.deepEqual(await readMetrics(db, id), METRICS)
  assert.deepEqual([...((await readArtifacts(db, id))[0]?.bytes ?? [])], [1, 2, 3])
  assert.equal((await collect(readSamples(db, lease.campaignId))).length, 11)
})

withEveryDatabase('a result is recorded whole or not at all', async (db) => {
  const lease = await heldCampaign(db)
  const sample = await claimed(db, lease)
  const whole = { sample, result: VALID, metrics: METRICS, artifacts: [artifact('har', Uint8Array.of(1))] }
  const broken = [
    { ...whole, metrics: [...METRICS, ...METRICS] },
    { ...whole, metrics: [{ name: 'plt_ms', value: -1, note: null }] },
    { ...whole, metrics: [{ name: 'plt_ms', value: Number.NaN, note: null }] },
    { ...whole, artifacts: [...whole.artifacts, ...whole.artifacts] },
    { ...whole, artifacts: [{ ...artifact('har', Uint8Array.of(1)), kind: 'video' as 'har' }] },
    { ...whole, result: { ...VALID, wallMs: -1 } },
    { ...whole, result: { ...VALID, cpuBusyFraction: 1.5 } },
    { ...whole, result: { ...VALID, startedAt: null } },
  ]
  for (const [index, one] of broken.entries()) {
    await assert.rejects(recordSample(db, lease, { ...one, change: { strikes: 3 } }), `case ${index}`)
  }
  const [row] = await collect(readSamples(db, lease.campaignId))
  assert.equal(row?.state, 'pending')
  assert.deepEqual(await readMetrics(db, sample.id), [])
  assert.deepEqual(await readArtifacts(db, sample.id), [])
  assert.equal((await campaignSites(db, lease.campaignId))[sample.site]?.strikes, 0)
  await recordSample(db, lease, whole)
})

withEveryDatabase('only who holds the campaign records, and each attempt once', async (db) => {
  const lease = await heldCampaign(db)
  const sample = await claimed(db, lease)
  const other = { ...lease, owner: 'you' }
  await assert.rejects(record(db, other, { sample }), CampaignLost)
  assert.ok(await acquireCampaign(db, { ...other, leaseMs: 60_000 }, () => true))
  await assert.rejects(record(db, lease, { sample }), CampaignLost)
  const again = await claimed(db, other)
  await assert.rejects(record(db, other, { sample }), /does not wait for attempt 1/)
  await record(db, other, { sample: again })
  await assert.rejects(record(db, other, { sample: again }), RangeError)
})

withEveryDatabase('text from the network is kept, whatever is in it', async (db) => {
  const lease = await heldCampaign(db)
  const server = `ngin\0x \ud800 " ' \\u0000 \u2028 \u{1f40e} ? $1 :name`
  const kept = server.replaceAll('\0', '\ufffd').toWellFormed()
  const result: SampleResult = { ...VALID, server, finalUrl: server }
  const id = await record(db, lease, { result, metrics: [{ name: 'plt_ms', value: 1, note: server }] })
  const [row] = await collect(readSamples(db, lease.campaignId))
  assert.deepEqual([row?.server, row?.finalUrl], [kept, kept])
  assert.equal((await readMetrics(db, id))[0]?.note, kept)
})

withEveryDatabase('the values of a metric are those of valid samples, by site, round and arm', async (db) => {
  const lease = await heldCampaign(db)
  const taken: { key: string; value: number }[] = []
  for (let value = 1; value <= 8; value += 1) {
    const sample = await claimed(db, lease)
    const metrics = [
      { name: 'plt_ms', value: value === 3 ? null : value, note: null },
      { name: 'tow_ms', value: 1_000 + value, note: null },
    ]
    const verdict = { state: 'invalid', reason: 'http_status', detail: null } as const
    await record(db, lease, { sample, metrics, result: value === 5 ? { ...VALID, verdict } : VALID })
    if (value !== 3 && value !== 5) taken.push({ key: keyOf(sample), value })
  }
  const plt = { name: 'plt_ms', value: 99, note: null }
  await record(db, lease, { sample: { role: 'warmup', site: 0, arm: 'h1', round: 0 }, metrics: [plt] })
  const points = await metricValues(db, lease.campaignId, 'plt_ms')
  const found = points.map((point) => ({ key: keyOf(point), value: point.value }))
  const inOrder = (key: string): string => key.replace(/^(\d+) (\w+) (\d+)$/, '$1 $3 $2')
  assert.deepEqual(
    found,
    taken.toSorted((a, b) => (inOrder(a.key) < inOrder(b.key) ? -1 : 1)),
  )
  const ofSite = await metricValues(db, lease.campaignId, 'plt_ms', { site: 1 })
  assert.deepEqual(
    ofSite,
    points.filter(({ site }) => site === 1),
  )
  assert.deepEqual(await metricValues(db, lease.campaignId, 'no_such'), [])
})

withEveryDatabase(
  'metrics that are computed anew replace the old ones of their samples alone',
  async (db) => {
    const lease = await heldCampaign(db)
    const ids: number[] = []
    for (let n = 0; n < 3; n += 1) ids.push(await record(db, lease, { metrics: METRICS }))
    const fresh = [{ name: 'tow_ms', value: 5, note: null }]
    await replaceMetrics(db, lease.campaignId, [])
    await replaceMetrics(db, lease.campaignId, [
      { sampleId: ids[0] as number, metrics: fresh },
      { sampleId: ids[1] as number, metrics: [] },
    ])
    const found = await collect(measuredSamples(db, lease.campaignId))
    assert.deepEqual(
      found.slice(0, 4).map(({ metrics }) => metrics),
      [fresh, [], METRICS, []],
    )
    assert.deepEqual(
      found.slice(0, 3).map(({ sample }) => sample.id),
      ids,
    )
  },
)

withEveryDatabase(
  'runs that are killed anywhere leave exactly the samples of an undisturbed one',
  async (db) => {
    const sites = ['a.test', 'b.test', 'c.test'].map((domain) => newSite(domain))
    const undisturbed = await heldCampaign(db, { sites, rounds: 3 })
    for (let n = 0; n < 18; n += 1) await record(db, undisturbed)
    const disturbed = await heldCampaign(db, { sites, rounds: 3 })
    for (let run = 0; ; run += 1) {
      const lease = { ...disturbed, owner: `run ${run}` }
      assert.ok(await acquireCampaign(db, { ...lease, leaseMs: 60_000 }, () => true))
      // The run ends after a claim or between two samples, at another place each time.
      for (let n = 0; n < 1 + (run % 3); n += 1) {
        const { sample } = await claimNextSample(db, lease)
        if (sample !== null) await record(db, lease, { sample })
      }
      if (run % 2 === 0 && (await claimNextSample(db, lease)).sample === null) break
    }
    const rowsOf = async (id: number) =>
      (await collect(readSamples(db, id))).map((row) => [keyOf(row), row.place, row.position, row.state])
    assert.deepEqual(await rowsOf(disturbed.campaignId), await rowsOf(undisturbed.campaignId))
  },
)
