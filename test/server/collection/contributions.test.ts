import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { createInvite, revokeInvite } from '../../../db/field/field-invites.ts'
import { closeStudy } from '../../../db/field/field-studies.ts'
import { type Contribution, contributionAnswer, failure } from '../../../server/contract/contract.ts'
import { opened } from '../../opened.ts'
import { collector, failureOf } from './collector.ts'
import { record, SITES, TODAY } from './records.ts'

const server = opened(collector)

async function answered(response: Response): Promise<unknown> {
  return [response.status, contributionAnswer.parse(await response.json())]
}

const COUNTED = [201, { accepted: true, reason: null }]
const ALREADY_COUNTED = [200, { accepted: false, reason: 'already_counted' }]

test('a record is answered 201, and is stored as it was sent, but for its pseudonym and its key', async () => {
  const sent = record({ site: 7, proto: 'http/1.1', t: { ...record().t, dcl: null } })
  assert.deepEqual(await answered(await server.post(sent)), COUNTED)
  const cidHash = hash('sha256', sent.cid)
  const [row] = await server.db.query('SELECT * FROM contributions WHERE cid_hash = ?', [cidHash])
  const { id, ...stored } = row ?? {}
  assert.match(String(id), /^[0-9a-f]{32}$/)
  assert.deepEqual(stored, {
    ...{
      list: 'sandbox',
      site: 7,
      proto: 'http/1.1',
      day: TODAY,
      browser: 'chromium',
      major: 156,
      net: 'wifi',
    },
    ...{
      dns_ms: 12,
      connect_ms: 20,
      handshake_ms: 43,
      wait_ms: 180,
      receive_ms: 120,
      dcl_ms: null,
      load_ms: 812,
    },
    ...{ requests: 10, h1: 1, h2: 6, h3: 2, hidden: 1, reused: 0, cid_hash: cidHash, excluded: null },
    // An older extension does not tell.
    visit: null,
  })
})

test('a visit is stored as it was sent, and one that its connection contradicts is refused', async () => {
  const set = { t: { ...record().t, dns: null, connect: null, handshake: null }, reused: true }
  for (const sent of [record({ visit: 'new-connection' }), record({ ...set, visit: 'warm-cache' })]) {
    assert.deepEqual(await answered(await server.post(sent)), COUNTED)
    const cidHash = hash('sha256', sent.cid)
    const [row] = await server.db.query('SELECT visit FROM contributions WHERE cid_hash = ?', [cidHash])
    assert.equal(row?.visit, sent.visit)
  }
  for (const wrong of [record({ visit: 'open-connection' }), { ...record(), visit: 'zero-rtt' }])
    assert.equal((await server.post(wrong as Contribution)).status, 400)
})

test('the same request again has the first answer again, and leaves one row', async () => {
  const sent = record()
  const rows = await server.rows()
  assert.deepEqual(await answered(await server.post(sent)), COUNTED)
  assert.deepEqual(await answered(await server.post(sent)), COUNTED)
  const second = { ...sent, key: record().key }
  assert.deepEqual(await answered(await server.post(second)), ALREADY_COUNTED)
  assert.deepEqual(await answered(await server.post(second)), ALREADY_COUNTED)
  assert.equal(await server.rows(), rows + 1)
})

test('100 repeats at once leave one row: each is reported that it is under way, or the first answer', async () => {
  const sent = record()
  const rows = await server.rows()
  const responses = await Promise.all(Array.from({ length: 100 }, () => server.post(sent)))
  const statuses = new Map<number, number>()
  for (const { status } of responses) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  assert.deepEqual(
    [...statuses.keys()].filter((status) => status !== 201 && status !== 409),
    [],
  )
  assert.ok((statuses.get(201) ?? 0) >= 1, JSON.stringify([...statuses]))
  assert.ok((statuses.get(409) ?? 0) >= 1, JSON.stringify([...statuses]))
  const waiting = responses.find(({ status }) => status === 409)
  assert.equal(waiting?.headers.get('retry-after'), '1')
  assert.equal(await server.rows(), rows + 1)
})

test('the order of a record’s fields makes no other record', async () => {
  const sent = record()
  await server.post(sent)
  assert.deepEqual(
    await answered(await server.post(Object.fromEntries(Object.entries(sent).reverse()))),
    COUNTED,
  )
})

test('a key that comes with another record is refused, and nothing is stored', async () => {
  const sent = record()
  await server.post(sent)
  const rows = await server.rows()
  const { status, error } = await failureOf(await server.post({ ...sent, site: 1 }))
  assert.deepEqual([status, error], [422, 'key_reused'])
  assert.equal(await server.rows(), rows)
})

test('a pseudonym has one vote for a site, protocol and day', async () => {
  const { cid } = record()
  assert.deepEqual(await answered(await server.post(record({ cid }))), COUNTED)
  assert.deepEqual(await answered(await server.post(record({ cid, major: 155 }))), ALREADY_COUNTED)
  for (const other of [{ site: 1 }, { day: '2026-11-19' }] as const)
    assert.deepEqual(await answered(await server.post(record({ cid, ...other }))), COUNTED)
  const overQuic = { proto: 'h3', t: { ...record().t, connect: null } } as const
  assert.deepEqual(await answered(await server.post(record({ cid, ...overQuic }))), COUNTED)
})

test('two votes that come at once are one', async () => {
  const { cid } = record()
  const responses = await Promise.all([0, 1, 2].map(() => server.post(record({ cid }))))
  assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 200, 201])
})

test('a day is taken from today back to 8 days before, and no other', async () => {
  const statusOf = async (day: string): Promise<number> => (await server.post(record({ day }))).status
  assert.deepEqual(
    await Promise.all(['2026-11-20', '2026-11-12', '2026-11-11', '2026-11-21', '2026-11-31'].map(statusOf)),
    [201, 201, 400, 400, 400],
  )
})

test('an unknown list or site is not found', async () => {
  assert.equal((await server.post(record({ list: 'K25GW' }))).status, 404)
  assert.equal((await server.post(record({ site: SITES }))).status, 404)
  assert.equal((await server.post(record({ site: SITES - 1 }))).status, 201)
})

test('a deletion is answered 204 whether there was anything or not, and leaves no row of its pseudonyms', async () => {
  const [mine, mineToo, other] = [record(), record({ site: 3 }), record()]
  for (const sent of [mine, mineToo, other]) await server.post(sent)
  const rows = await server.rows()
  assert.equal((await server.remove([mine.cid, mineToo.cid, record().cid])).status, 204)
  assert.equal(await server.rows(), rows - 2)
  assert.equal((await server.remove([mine.cid])).status, 204)
  assert.equal(await server.rows(), rows - 2)
  // A repeat that was still under way does not bring it back.
  assert.deepEqual(await answered(await server.post(mine)), COUNTED)
  assert.equal(await server.rows(), rows - 2)
})

test('a record outside its bounds, or that contradicts itself, is refused with a sentence of ours', async () => {
  const good = record()
  const bad: readonly (readonly [unknown, RegExp])[] = [
    [{ ...good, url: 'https://canary.test/' }, /a field that is not known/],
    [{ ...good, t: { ...good.t, canary: 1 } }, /a field that is not known/],
    [{ ...good, v: 2 }, /field v/],
    [{ ...good, site: -1 }, /field site/],
    [{ ...good, site: 1.5 }, /field site/],
    [{ ...good, site: '0' }, /field site/],
    [{ ...good, proto: 'h4' }, /field proto/],
    [{ ...good, net: 'canary' }, /field net/],
    [{ ...good, cid: `${good.cid}A` }, /field cid/],
    [{ ...good, cid: `${good.cid.slice(1)}\n` }, /field cid/],
    [{ ...good, key: good.key.toUpperCase() }, /field key/],
    [{ ...good, t: { ...good.t, wait: 120_001 } }, /field t\.wait/],
    [{ ...good, t: { ...good.t, load: 300 } }, /parts exceed the load/],
    [{ ...good, n: { ...good.n, hidden: 0 } }, /counts do not add up/],
    [{ ...good, reused: true }, /has no set-up/],
    [{ ...good, proto: 'h3' }, /QUIC has no TCP/],
    [{ ...good, day: '2026-13-01' }, /field day/],
    [{}, /missing/],
    [[good], /no JSON object/],
  ]
  const rows = await server.rows()
  for (const [body, sentence] of bad) {
    const response = await server.post(body)
    const told = failure.parse(await response.json())
    assert.deepEqual([response.status, told.error], [400, 'bad_request'], JSON.stringify(body))
    assert.match(told.message, sentence)
    assert.doesNotMatch(told.message, /canary|120001/)
  }
  assert.equal(await server.rows(), rows)
})

test('a closed pilot takes records by invitation only, until the invite is revoked', async () => {
  let clockMs = 0
  await using pilot = await collector({ pilot: 'staff', clock: () => clockMs })
  const look = (): void => {
    clockMs += 60_000
  }
  const token = await createInvite(pilot.db, 'staff', TODAY)
  const other = await createInvite(pilot.db, 'others', TODAY)
  const [stored] = await pilot.db.query("SELECT token_hash FROM field_invites WHERE pilot = 'staff'")
  assert.equal(stored?.token_hash, hash('sha256', token))
  const by = async (authorization?: string): Promise<number> =>
    (await pilot.post(record(), authorization === undefined ? {} : { authorization })).status
  look()
  assert.equal(await by(`Bearer ${token}`), 201)
  for (const wrong of [
    undefined,
    token,
    'Bearer ',
    `Bearer ${other}`,
    `Basic ${token}`,
    `Bearer ${token}A`,
  ]) {
    const response = await pilot.post(record(), wrong === undefined ? {} : { authorization: wrong })
    assert.equal(response.headers.get('www-authenticate'), 'Bearer')
    assert.deepEqual((await failureOf(response)).error, 'unauthorized', String(wrong))
  }
  assert.equal(await revokeInvite(pilot.db, token, TODAY), true)
  look()
  assert.equal(await by(`Bearer ${token}`), 401)
  assert.equal(await pilot.rows(), 1)
})

test('a study that is closed takes nothing more', async () => {
  let clockMs = 0
  await using short = await collector({ clock: () => clockMs })
  assert.equal((await short.post(record())).status, 201)
  await closeStudy(short.db, 'sandbox', TODAY)
  clockMs += 60_000
  assert.equal((await short.post(record())).status, 404)
})
