import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StatusTally } from '../../../server/collection/status-tally.ts'
import { collectedLog } from '../http/collected-log.ts'

test('statuses are written once a day, as sums', () => {
  const { log, lines } = collectedLog()
  let today = '2026-11-20'
  const tally = new StatusTally(log, () => today)
  for (const status of [201, 201, 429]) tally.count(status)
  assert.deepEqual(lines, [])
  today = '2026-11-21'
  tally.count(200)
  assert.equal(lines.length, 1)
  const { day, statuses } = JSON.parse(lines[0] ?? '')
  assert.deepEqual([day, statuses], ['2026-11-20', { 201: 2, 429: 1 }])
  tally.write()
  tally.write()
  assert.equal(lines.length, 2, 'nothing is written of nothing')
})
