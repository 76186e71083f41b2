import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { onEveryDatabase } from '../../db/databases.ts'
import { testFolder } from '../../test-folder.ts'
import { collector, openSandbox } from './collector.ts'
import { fuzz } from './fuzz-run.ts'
import { taken } from './odd-requests.ts'
import { serverProcess } from './server-process.ts'

onEveryDatabase(
  'whatever is sent, the answer is never a fault, tells nothing of the server, and nothing goes out',
  async (on) => {
    const folder = testFolder()
    {
      await using db = await on.open()
      await openSandbox(db)
    }
    await using server = await serverProcess({ folder, database: on.url, watched: true })
    const address = await server.start()
    const { statuses } = await fuzz(address, { requests: 600, atOnce: 32, seed: 3 })
    // Else nothing but refusals was looked at, or not every kind of them.
    for (const [status, least] of [
      [201, 60],
      [400, 90],
      [204, 3],
      [404, 3],
      [405, 3],
      [413, 3],
      [415, 15],
    ] as const)
      assert.ok((statuses.get(status) ?? 0) >= least, `${status}: ${JSON.stringify([...statuses])}`)
    // Connections to PostgreSQL itself would be seen as well.
    if (on.dialect === 'postgres') return
    assert.deepEqual(await server.outbound(), [])
    assert.notDeepEqual(await server.outbound('fetch'), [], 'what goes out would be seen')
  },
)

test('what is accepted is stored as it was sent', async () => {
  await using server = await collector()
  await fc.assert(
    fc.asyncProperty(fc.array(taken, { minLength: 1, maxLength: 20 }), async (records) => {
      for (const { status } of await Promise.all(records.map((one) => server.post(one))))
        assert.equal(status, 201)
      for (const { cid, t, n, reused, visit = null, v: _, key: __, ...rest } of records) {
        const cidHash = hash('sha256', cid)
        const [row] = await server.db.query('SELECT * FROM contributions WHERE cid_hash = ?', [cidHash])
        const { id: ___, ...stored } = row ?? {}
        const times = Object.entries(t).map(([name, ms]) => [`${name}_ms`, ms])
        assert.deepEqual(stored, {
          ...{ ...rest, ...Object.fromEntries(times), ...n },
          ...{ reused: Number(reused), visit, cid_hash: cidHash, excluded: null },
        })
      }
    }),
    { numRuns: 10, seed: 5 },
  )
})
