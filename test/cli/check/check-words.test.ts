import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  baselineLabel,
  leftOutSentences,
  spokenSentence,
  verdictSentences,
} from '../../../cli/check/check-words.ts'
import { FAILURES } from '../../../model/failure-codes.ts'
import { INVALID_REASONS } from '../../../model/sample.ts'
import { armsOf, factsOf } from './check-data.ts'

const about = (ms: number): number[] => [0.98, 0.99, 1, 1, 1.01, 1.02].map((share) => ms * share)

test('a verdict names both protocols, the difference, both medians, the interval and n', () => {
  const cases: [number[], RegExp][] = [
    [
      about(800),
      /^HTTP\/2 is faster than HTTP\/1\.1 by 200 ms: 800 ms instead of 1000 ms \(gain 1\.25, 95 % interval 1\.\d\d–1\.\d\d, 6 rounds\)\.$/,
    ],
    [about(1_250), /^HTTP\/2 is slower than HTTP\/1\.1 by 250 ms: 1250 ms instead of 1000 ms \(gain 0\.80, /],
    [
      about(1_000).toReversed(),
      /^No difference shown between HTTP\/2 and HTTP\/1\.1: .* The smallest detectable difference was \d+ %\.$/,
    ],
    [
      [1_000, 900],
      /^Too few rounds for a verdict on HTTP\/2: 2 of the 6 that are needed \(950 ms instead of 985 ms so far\)\.$/,
    ],
    [[], /^HTTP\/2 cannot be compared with HTTP\/1\.1: no round has a valid load of both\.$/],
  ]
  for (const [h2, sentence] of cases) {
    const sentences = verdictSentences({ arms: armsOf({ h1: about(1_000), h2 }), leftOut: [] })
    assert.equal(sentences.length, 1)
    assert.match(sentences[0] ?? '', sentence)
  }
})

test('a protocol that was not compared is named with the reason, its code explained', () => {
  const reason = 'no HTTP/3 in the survey: quic_timeout'
  assert.deepEqual(verdictSentences({ arms: armsOf({ h1: about(900) }), leftOut: [{ arm: 'h3', reason }] }), [
    'Only HTTP/1.1 could be loaded: nothing to compare.',
    `HTTP/3 was not compared: ${reason} (${FAILURES.quic_timeout}).`,
  ])
})

test('a protocol of which no load counts is not said to have been loaded', () => {
  const [none] = armsOf({ h1: [] })
  const arms = none === undefined ? [] : [{ ...none, valid: 0, failed: 15 }]
  assert.deepEqual(verdictSentences({ arms, leftOut: [] }), [
    'HTTP/1.1 alone was tried, and no load of it counts: nothing to compare.',
  ])
})

test('without HTTP/1.1 the first protocol is the baseline', () => {
  const arms = armsOf({ h2: about(1_000), h3: about(500) })
  assert.equal(baselineLabel(arms), 'HTTP/2')
  assert.match(verdictSentences({ arms, leftOut: [] })[0] ?? '', /^HTTP\/3 is faster than HTTP\/2 by 500 ms/)
})

test('what a site speaks tells answered, refused and unknown apart, and claims from answers', () => {
  const cases: [Parameters<typeof factsOf>[0], string][] = [
    [
      { h1: true, h2: true, h3: true, h3ClaimedAltSvc: true, h3ClaimedDns: true },
      'Answers HTTP/1.1, HTTP/2, HTTP/3; announces HTTP/3 by Alt-Svc and an HTTPS record.',
    ],
    [
      { h1: true, h2: false, h3: null },
      'Answers HTTP/1.1; does not answer HTTP/2; unknown: HTTP/3; unknown whether it announces HTTP/3.',
    ],
    [
      { h1: true, h2: true, h3: false, h3ClaimedDns: true },
      'Answers HTTP/1.1, HTTP/2; does not answer HTTP/3; announces HTTP/3 by an HTTPS record.',
    ],
    [
      { reachable: false, failure: 'dns_nxdomain' },
      `No protocol answered: dns_nxdomain (${FAILURES.dns_nxdomain}).`,
    ],
  ]
  for (const [facts, sentence] of cases) assert.equal(spokenSentence(factsOf(facts)), sentence)
})

test('loads that do not count are reported by protocol, with what their reason means', () => {
  const [arm] = armsOf({ h3: [] })
  assert.ok(arm)
  const leftOut = [
    { reason: 'machine_busy', samples: 1 },
    { reason: null, samples: 2 },
  ] as const
  assert.deepEqual(leftOutSentences([{ ...arm, leftOut: [...leftOut] }]), [
    `1 load of HTTP/3 left out: machine_busy (${INVALID_REASONS.machine_busy}).`,
    '2 loads of HTTP/3 left out: unknown.',
  ])
})

test('a page in clear text answers HTTP/1.1 in clear text', () => {
  const facts = factsOf({ http: true, finalOrigin: 'http://a.test:8080', h1: false, h2: false, h3: false })
  assert.equal(
    spokenSentence(facts),
    'Answers HTTP/1.1 in clear text, without TLS, which HTTP/2 and HTTP/3 need in browsers.',
  )
})
