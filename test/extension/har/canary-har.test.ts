import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importContributable } from '../../../extension/har/contributable-har.ts'
import { harOffer } from '../../../extension/har/har-offer.ts'
import { contribution } from '../../../server/contract/contribution.ts'
import { bytesOf } from '../../web/har/har-text.ts'
import { canaryHar, foundIn } from './canary-har.ts'

const DAY = '2026-11-21'
const STUDY = { list: 'sandbox', sites: [{ site: 7, domain: 'site.test' }] }
const { text, canaries } = canaryHar({ domain: 'site.test', day: DAY })

test('the HAR has a canary in every place', () => {
  assert.ok(canaries.length > 60)
  assert.equal(new Set(canaries.map((canary) => canary.slice(-8))).size, canaries.length)
  assert.deepEqual(foundIn(text, canaries), canaries)
})

test('no text of a HAR is in what it comes down to, or in the record (safety.md P1)', async () => {
  const read = await importContributable(bytesOf(text), DAY)
  assert.ok('loads' in read)
  const [load] = read.loads
  assert.ok(load)
  assert.ok('load' in load.contribution)
  const { record } = harOffer(load, STUDY)
  assert.ok(record)
  for (const made of [load.reduced, load.contribution, record])
    assert.deepEqual(foundIn(JSON.stringify(made), canaries), [])
})

test('nor is what stands in the place of a protocol, a date, a browser or a media type', async () => {
  const places = ['"h2"', `"${DAY}T00:00:00.000Z"`, 'Chrome/156.0.0.0', 'text/html']
  for (const replaced of [...places.map((place) => [place]), places]) {
    const changed = replaced.reduce(
      (har, place) => har.replaceAll(place, place.startsWith('"') ? '"canary-word"' : 'canary-word'),
      text,
    )
    const read = await importContributable(bytesOf(changed), DAY)
    assert.ok('loads' in read && read.loads[0])
    const { reduced, contribution: made } = read.loads[0]
    assert.doesNotMatch(JSON.stringify([reduced, made, harOffer(read.loads[0], STUDY)]), /canary/i)
  }
})

test('the record of a HAR is one that the server takes', async () => {
  const read = await importContributable(bytesOf(text), DAY)
  assert.ok('loads' in read && read.loads[0])
  const { record } = harOffer(read.loads[0], STUDY)
  const whole = { ...record, cid: 'A'.repeat(43), key: crypto.randomUUID() }
  assert.deepEqual(contribution.parse(whole), whole)
  assert.equal(whole.site, 7)
})

test('only the root page of a site under study has a record (safety.md P3)', async () => {
  const others = [
    'www.site.test/inbox',
    'www.site.test/?q=x',
    'mail.site.test/',
    'www.site.test:8443/',
    'a@site.test/',
  ]
  for (const address of others) {
    const read = await importContributable(bytesOf(text.replace(/www\.site\.test\/#[\w-]+/, address)), DAY)
    assert.ok('loads' in read && read.loads[0])
    const offer = harOffer(read.loads[0], STUDY)
    assert.equal(offer.record, null, address)
    assert.deepEqual(foundIn(offer.why ?? '', canaries), [])
  }
})
