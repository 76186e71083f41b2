import assert from 'node:assert/strict'
import { acquireSeries, releaseSeries, renewSeries } from '../../../db/survey/series-leases.ts'
import { withEveryDatabase } from '../databases.ts'

const LEASE_MS = 3_600_000
const lease = (owner: string, leaseMs = LEASE_MS) => ({ series: 'tranco', owner, leaseMs })
const alive = (): boolean => false
const dead = (): boolean => true

withEveryDatabase('of many processes one gets a series, and the others learn which', async (db) => {
  const owners = ['a', 'b', 'c', 'd']
  const holders = await Promise.all(owners.map((owner) => acquireSeries(db, lease(owner), alive)))
  const first = owners[holders.indexOf(null)] ?? ''
  assert.deepEqual(
    holders,
    owners.map((owner) => (owner === first ? null : first)),
  )
  assert.equal(await acquireSeries(db, { ...lease('e'), series: 'another' }, alive), null)
})

withEveryDatabase(
  'a series is free when it was given back, its holder is dead, or its lease has run out',
  async (db) => {
    assert.equal(await acquireSeries(db, lease('a'), alive), null)
    await releaseSeries(db, lease('b'))
    assert.equal(await acquireSeries(db, lease('b'), alive), 'a', 'it was not b’s to give back')
    await releaseSeries(db, lease('a'))
    assert.equal(await acquireSeries(db, lease('b'), alive), null)
    assert.equal(await acquireSeries(db, lease('c'), dead), null)
    assert.equal(await renewSeries(db, lease('b')), false)
    assert.equal(await renewSeries(db, lease('c', -1)), true)
    assert.equal(await acquireSeries(db, lease('d'), alive), null)
  },
)
