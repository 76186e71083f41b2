import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { filmstrip, filmstrips } from '../../../server/routes/filmstrip.ts'
import { filmstripOf, picture } from '../../db/campaign/pictures.ts'
import { heldCampaign, record } from '../../db/campaign/probing.ts'
import { SENT_ON_MS } from '../fixture.ts'
import { type HandlerBench, handlerBench } from '../handler-bench.ts'
import { type Served, served } from '../served.ts'

let bench: HandlerBench
let server: Served

before(async () => {
  ;[bench, server] = await Promise.all([handlerBench(), served()])
})
after(async () => {
  await bench[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

const site = (id: number = bench.fixture.campaignId) => ({ id: String(id), site: '0' })

test('arms whose median load has screenshots have a filmstrip', async () => {
  const { taken, arms } = await bench.answer('filmstrips', filmstrips, site())
  assert.equal(taken, true)
  assert.deepEqual(
    arms.map(({ arm, sampleId, filmstrip: stored }) => [arm, sampleId !== null, stored]),
    [
      ['h1', true, true],
      ['h2', true, true],
      ['h3', true, false],
    ],
  )
})

test('a campaign that took no screenshots has none, and says so', async () => {
  const answer = await bench.answer('filmstrips', filmstrips, site(bench.fixture.labCampaignId))
  assert.deepEqual([answer.taken, answer.arms], [false, []])
  const { campaigns } = await server.answer('campaigns', '/campaigns')
  assert.deepEqual(
    campaigns.map(({ id, filmstrips: took }) => [id, took]).sort(),
    [
      [server.fixture.campaignId, true],
      [server.fixture.labCampaignId, false],
    ].sort(),
  )
})

test('pictures count from the first navigation, and marks of a page that sent itself on too', async () => {
  const { arms } = await bench.answer('filmstrips', filmstrips, site())
  for (const [arm, sentOnMs] of [
    ['h1', SENT_ON_MS],
    ['h2', 0],
  ] as const) {
    const { sampleId } = arms.find((one) => one.arm === arm) ?? assert.fail()
    const { metrics } = bench.fixture.samples.find(({ id }) => id === sampleId) ?? assert.fail()
    const answer = await bench.answer('filmstrip', filmstrip, { id: String(sampleId) })
    const pltMs = Number(metrics.plt_ms)
    assert.deepEqual(
      answer.frames.map(({ shownMs }) => Math.round(shownMs)),
      [-5, Math.round(pltMs * 0.5), Math.round(pltMs * 0.8)],
    )
    assert.deepEqual(answer.marks, {
      fcpMs: Number(metrics.fcp_ms) + sentOnMs,
      lcpMs: Number(metrics.lcp_ms) + sentOnMs,
      loadMs: pltMs,
    })
    assert.deepEqual(
      [answer.arm, answer.endMs, answer.droppedFrames, answer.cutMs],
      [arm, Math.max(pltMs, Number(metrics.lcp_ms) + sentOnMs), 1, null],
    )
  }
})

test('a sample without screenshots has no filmstrip, nor has one without a navigation', async () => {
  const without = bench.fixture.samples.find(({ arm, state }) => arm === 'h3' && state === 'valid')
  const none = bench.answer('filmstrip', filmstrip, { id: String(without?.id) })
  await assert.rejects(none, { code: 'not_found', message: 'There is no such filmstrip of this sample.' })
  const lease = await heldCampaign(bench.writer, { options: { filmstrip: true } }, 'untimed')
  const id = await record(bench.writer, lease, { filmstrip: filmstripOf(0, [1]) })
  await assert.rejects(bench.answer('filmstrip', filmstrip, { id: String(id) }), { code: 'not_found' })
})

async function pictureAddress(): Promise<string> {
  const path = `/campaigns/${server.fixture.campaignId}/sites/0/filmstrips`
  const { arms } = await server.answer('filmstrips', path)
  const sampleId = arms.find(({ filmstrip: stored }) => stored)?.sampleId
  const { frames } = await server.answer('filmstrip', `/samples/${sampleId}/filmstrip`)
  return frames[1]?.picture ?? assert.fail()
}

test('a picture is a JPEG that is kept for good, and that no other site embeds or lists', async () => {
  const address = await pictureAddress()
  assert.match(address, /^\/api\/v1\/samples\/\d+\/pictures\/[0-9a-f]{16}\.jpg$/)
  const response = await fetch(server.url + address)
  const { headers } = response
  assert.equal(response.status, 200)
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), picture('frame 1'))
  assert.deepEqual(
    Object.fromEntries(
      [
        'content-type',
        'cache-control',
        'cross-origin-resource-policy',
        'x-robots-tag',
        'x-content-type-options',
      ].map((name) => [name, headers.get(name)]),
    ),
    {
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
    },
  )
  const head = await fetch(server.url + address, { method: 'HEAD' })
  assert.deepEqual([head.status, await head.text()], [200, ''])
  assert.equal((await fetch(server.url + address, { method: 'POST' })).status, 405)
})

test('a picture that is not there is not found, and the answer is not kept', async () => {
  const address = await pictureAddress()
  const others = [
    address.replace(/[0-9a-f]{16}/, '0'.repeat(16)),
    address.replace('.jpg', ''),
    address.replace('.jpg', '.png'),
    address.replace(/samples\/\d+/, 'samples/99999'),
    address.replace(/samples\/\d+/, 'samples/x'),
  ]
  for (const other of others) {
    const response = await fetch(server.url + other)
    assert.equal(response.status, 404, other)
    assert.equal(response.headers.get('cache-control'), 'no-store')
  }
})
