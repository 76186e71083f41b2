import assert from 'node:assert/strict'
import { onEveryDatabase } from '../../db/databases.ts'
import { collector } from './collector.ts'
import { record } from './records.ts'

onEveryDatabase(
  'a server takes records, answers repeats as before, counts one vote, and deletes',
  async (database) => {
    await using server = await collector({ on: database })
    const sent = Array.from({ length: 120 }, (_, index) => record({ site: index % 7 }))
    const statuses = async (records: readonly unknown[]): Promise<number[]> => [
      ...new Set((await Promise.all(records.map((one) => server.post(one)))).map(({ status }) => status)),
    ]
    assert.deepEqual(await statuses(sent), [201])
    assert.deepEqual(await statuses(sent), [201])
    assert.deepEqual(await statuses(sent.map((one) => ({ ...one, key: record().key }))), [200])
    assert.deepEqual(await statuses(sent.map((one) => ({ ...one, major: 1 }))), [422])
    assert.equal(await server.rows(), 120)
    assert.equal((await server.remove(sent.map(({ cid }) => cid))).status, 204)
    assert.equal(await server.rows(), 0)
    assert.deepEqual(await statuses(sent), [201], 'a repeat is answered as before')
    assert.equal(await server.rows(), 0, 'and brings nothing back')
  },
)
