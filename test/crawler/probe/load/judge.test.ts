import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judge } from '../../../../crawler/probe/load/judge.ts'
import type { Arm } from '../../../../model/arm.ts'
import { load, request } from './load-sample.ts'

const calm = { url: 'https://a.test/', forced: [], cpuOtherFraction: 0.3, busyLimit: 0.9 }
const reasonOf = (verdict: ReturnType<typeof judge>): string =>
  verdict.state === 'invalid' ? verdict.reason : verdict.state

test('a load by the promised protocol is valid, under every arm', () => {
  const by: Record<Arm, string> = {
    http: 'http/1.1',
    h1: 'http/1.1',
    h2: 'h2',
    h3: 'h3',
    'h3-altsvc': 'h2',
    recorded: 'h2',
  }
  for (const [arm, protocol] of Object.entries(by) as [Arm, string][]) {
    const url = arm === 'http' ? 'http://a.test/' : 'https://a.test/'
    assert.deepEqual(
      judge(load({ url, protocol }), { ...calm, url, arm, forced: arm === 'h3' ? ['a.test'] : [] }),
      { state: 'valid' },
      arm,
    )
  }
})

test('a failed load is a failed sample with the code of the load', () => {
  const failure = { code: 'page_timeout', detail: 'after 60 s' } as const
  assert.deepEqual(judge(load({ failure }), { ...calm, arm: 'h2' }), {
    state: 'failed',
    failure: 'page_timeout',
    detail: 'after 60 s',
  })
})

test('a main document by another protocol makes the sample invalid', () => {
  assert.equal(reasonOf(judge(load({ protocol: 'h2' }), { ...calm, arm: 'h3' })), 'wrong_document_protocol')
  assert.equal(
    reasonOf(judge(load({ protocol: 'http/1.1' }), { ...calm, arm: 'h2' })),
    'wrong_document_protocol',
  )
  assert.equal(reasonOf(judge(load({ protocol: null }), { ...calm, arm: 'h1' })), 'wrong_document_protocol')
})

test('a forced origin by another protocol than HTTP/3 makes the sample invalid; one that was not forced does not', () => {
  const page = load({
    protocol: 'h3',
    requests: [request({ protocol: 'h3' }), request({ url: 'https://cdn.test/x.js', protocol: 'h2' })],
  })
  assert.equal(
    reasonOf(judge(page, { ...calm, arm: 'h3', forced: ['a.test', 'cdn.test'] })),
    'wrong_origin_protocol',
  )
  assert.equal(reasonOf(judge(page, { ...calm, arm: 'h3', forced: ['a.test'] })), 'valid')
})

test('requests that no network protocol carried say nothing about the arm', () => {
  const page = load({
    protocol: 'h3',
    requests: [
      request({ protocol: 'h3' }),
      request({ url: 'data:text/css,x', protocol: 'data' }),
      request({ url: 'https://a.test/failed', protocol: null }),
      request({ url: 'http://a.test/plain', protocol: 'http/1.1' }),
      request({ url: 'https://a.test:8443/other', protocol: 'h2' }),
    ],
  })
  assert.equal(reasonOf(judge(page, { ...calm, arm: 'h3', forced: ['a.test'] })), 'valid')
  const forced = ['a.test', 'a.test:8443']
  assert.equal(reasonOf(judge(page, { ...calm, arm: 'h3', forced })), 'wrong_origin_protocol')
})

test('one third-party request by a protocol that the arm rules out makes the sample invalid', () => {
  const page = load({
    protocol: 'h2',
    requests: [request({ protocol: 'h2' }), request({ url: 'https://cdn.test/', protocol: 'h3' })],
  })
  assert.equal(reasonOf(judge(page, { ...calm, arm: 'h2' })), 'wrong_origin_protocol')
})

test('a host that came by another protocol than it was recorded with makes a sample of a replay invalid', () => {
  const recordedProtocols = new Map([
    ['a.test', 'h2'],
    ['old.test', 'http/1.1'],
    ['quic.test', 'h3'],
    ['quic.test:8443', 'h2'],
  ])
  const replayed = (...more: [string, string][]) =>
    reasonOf(
      judge(
        load({
          protocol: 'h2',
          requests: [
            request({ protocol: 'h2' }),
            ...more.map(([url, protocol]) => request({ url, protocol })),
          ],
        }),
        { ...calm, arm: 'recorded', recordedProtocols },
      ),
    )
  assert.equal(
    replayed(
      ['https://old.test/', 'http/1.1'],
      ['https://quic.test/', 'h3'],
      ['https://quic.test:8443/', 'h2'],
      ['http://a.test/', 'http/1.1'],
      ['https://unknown.test/', 'h2'],
    ),
    'valid',
  )
  assert.equal(replayed(['https://old.test/', 'h2']), 'wrong_origin_protocol')
  assert.equal(replayed(['https://quic.test:8443/', 'h3']), 'wrong_origin_protocol')
  assert.equal(replayed(['https://quic.test/', 'h2']), 'wrong_origin_protocol')
  assert.equal(replayed(['https://a.test/late', 'h3']), 'wrong_origin_protocol')
})

test('a page that was recorded in clear text is replayed so', () => {
  const url = 'http://a.test/'
  const plain = load({ url, finalUrl: url, protocol: 'http/1.1', requests: [] })
  assert.equal(reasonOf(judge(plain, { ...calm, url, arm: 'recorded' })), 'valid')
})

test('cleartext that ends in HTTPS, an error status and a saturated machine are invalid, each by its name', () => {
  const cleartext = { ...calm, url: 'http://a.test/', arm: 'http' } as const
  assert.equal(reasonOf(judge(load({ protocol: 'http/1.1' }), cleartext)), 'left_cleartext')
  for (const status of [304, 403, 404, 500, 503])
    assert.equal(reasonOf(judge(load({ status }), { ...calm, arm: 'h2' })), 'http_status')
  assert.equal(reasonOf(judge(load({}), { ...calm, arm: 'h2', cpuOtherFraction: 0.91 })), 'machine_busy')
  assert.equal(reasonOf(judge(load({}), { ...calm, arm: 'h2', cpuOtherFraction: null })), 'valid')
})

test('a replay with more misses than the run allows is invalid, at the limit not yet', () => {
  const judged = (missShare: number | null): string =>
    reasonOf(
      judge(load({ protocol: 'h2' }), { ...calm, arm: 'h2', replay: { missShare, maxMissShare: 0.03 } }),
    )
  assert.equal(judged(0.04), 'replay_misses')
  assert.equal(judged(0.03), 'valid')
  assert.equal(judged(0.02), 'valid')
  assert.equal(judged(null), 'valid')
})
