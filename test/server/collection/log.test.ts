import assert from 'node:assert/strict'
import { createHash, hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { collector } from './collector.ts'
import { record, TODAY } from './records.ts'

test('of all requests the log has one line, of the day and how often each status was answered', async () => {
  await using server = await collector()
  const sent = record()
  const agent = { 'User-Agent': 'canary-agent', 'X-Forwarded-For': '198.51.100.77' }
  for (const body of [sent, sent, { ...record(), net: 'canary-net' }]) await server.post(body, agent)
  await fetch(`${server.url}?canary-query`, { method: 'POST', headers: agent })
  await fetch(`${server.address}/api/v1/meta`)
  await server.stop()
  const lines = server.logged.map((line) => JSON.parse(line) as Record<string, unknown>)
  assert.ok(
    lines.some(({ req }) => (req as { url?: string } | undefined)?.url === '/api/v1/meta'),
    'requests are logged, but for these',
  )
  const [tally, ...others] = lines.filter((line) => JSON.stringify(line).includes('contributions'))
  assert.deepEqual(others, [])
  // 503 where the server had not opened its writer yet.
  const { 503: _, ...statuses } = (tally?.statuses ?? {}) as Record<string, number>
  assert.deepEqual([tally?.day, statuses], [TODAY, { 201: 2, 204: 1, 400: 1, 415: 1 }])
  const all = server.logged.join('')
  for (const secret of ['canary', '198.51.100.77', '127.0.0.1', sent.cid, sent.key, hash('sha256', sent.cid)])
    assert.ok(!all.includes(secret), secret)
})

test('neither the pseudonym nor the key, nor an address or a time, is in the database or its log', async () => {
  await using server = await collector()
  const sent = record()
  await server.post(sent, { 'User-Agent': 'canary-agent' })
  await server.remove([record().cid])
  const bytes = Buffer.concat(
    await Promise.all(
      ['', '-wal'].map((end) => readFile(server.database + end).catch(() => Buffer.alloc(0))),
    ),
  )
  const stored = createHash('sha256').update(sent.cid).digest('hex')
  assert.ok(bytes.includes(stored), 'what is looked at does hold the record')
  for (const secret of [sent.cid, sent.key, 'canary', '127.0.0.1', `${TODAY}T`])
    assert.ok(!bytes.includes(secret), secret)
})

test('the counts for Prometheus tell of a day when it is over, how many, and of nobody', async () => {
  let day = TODAY
  let clockMs = 0
  await using server = await collector({
    ...{ operatorPort: 0, now: () => `${day}T12:00:00.000Z`, clock: () => clockMs },
  })
  const counts = async (): Promise<string> => {
    clockMs += 1_000
    return (await fetch(`${server.operatorAddress}/metrics`)).text()
  }
  /** Without what any process has: its memory, its time. */
  const ofTowline = (text: string): string =>
    text
      .split('\n')
      .filter((line) => line.startsWith('towline_'))
      .join('\n')
  const before = ofTowline(await counts())
  const sent = record()
  await server.post(sent)
  assert.equal(ofTowline(await counts()), before, 'that a record came is not to be seen at once')
  await server.post(sent)
  await server.post({ ...sent, site: 1 })
  await server.remove([record().cid])
  assert.equal(ofTowline(await counts()), before)
  day = '2026-11-21'
  const text = await counts()
  for (const line of [
    'towline_contributions_total{outcome="counted",repeated="false"} 1',
    'towline_contributions_total{outcome="counted",repeated="true"} 1',
    'towline_contributions_total{outcome="key_reused",repeated="false"} 1',
    'towline_contributions_waiting 0',
    'towline_contributions_per_commit_count 3',
  ])
    assert.ok(text.includes(line), line)
  assert.ok(!text.includes(sent.cid) && !text.includes(sent.key))
})
