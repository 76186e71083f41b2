import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conditions } from '../../../cli/check/check-conditions.ts'
import { checkLines } from '../../../cli/check/check-text.ts'
import { parseLink } from '../../../lab/link/condition/parse.ts'
import { campaignOf, reportOf } from './check-data.ts'

test('the verdicts come first, then the table, then the conditions', () => {
  const text = checkLines(reportOf(), null).join('\n')
  assert.match(text, /^\na\.test: Answers HTTP\/1\.1, HTTP\/2, HTTP\/3; /)
  assert.match(
    text,
    /HTTP\/2 is faster than HTTP\/1\.1 by 200 ms[\s\S]*\nprotocol +loads[\s\S]*\nrounds: 6, /,
  )
  assert.match(text, /\nHTTP\/1\.1 +6 +0 +1000 +– +–\nHTTP\/2 +6 +0 +800 +1\.25 +1\.\d+–1\.\d+\n/)
})

test('on a terminal of 80 columns no line is longer; piped, a verdict stays on one line', () => {
  for (const line of checkLines(reportOf(), 80).join('\n').split('\n')) assert.ok(line.length <= 80, line)
  const piped = checkLines(reportOf(), null)
  assert.ok(piped.some((line) => line.startsWith('HTTP/2 is faster') && line.endsWith('rounds).')))
})

test('a site cannot move the cursor', () => {
  const text = checkLines(reportOf({ domain: 'a\u001b[2J.test' }), 80).join('\n')
  assert.ok(!text.includes('\u001b'))
})

test('conditions say page, time, rounds, browser, network, and where from', () => {
  assert.deepEqual(conditions({ ...reportOf(), campaign: campaignOf({ vantage: 'home' }) }), [
    ['page', 'https://a.test/'],
    ['when', '2026-11-22 19:26 UTC'],
    ['rounds', '6, in random order, 1 s between loads; every load cold'],
    ['browser', 'Chrome 156'],
    ['network', 'internet'],
    ['from', 'home'],
  ])
})

test('the sandbox and its emulated link are named, with the full round-trip time', () => {
  const condition = parseLink('rtt=40ms,down=20,up=10')
  const conditionsOf = (link: object | null) =>
    new Map(
      conditions({ url: '', arms: [], campaign: campaignOf({ sandbox: true, browserVersion: null, link }) }),
    )
  assert.equal(conditionsOf(null).get('network'), 'own network or sandbox, not the internet')
  assert.equal(conditionsOf(null).get('browser'), 'unknown')
  assert.match(conditionsOf({ condition }).get('network') ?? '', /emulated link 40 ms RTT, 20\/10 Mbit\/s/)
  assert.match(conditionsOf({}).get('network') ?? '', /emulated link of unknown condition/)
})

test('conditions say that screenshots were taken, where they were', () => {
  const named = (options: object) =>
    new Map(conditions({ url: '', arms: [], campaign: campaignOf({ options }) })).get('screenshots')
  assert.equal(named({ filmstrip: true }), 'taken during every load, which can slow it')
  assert.equal(named({}), undefined)
})
