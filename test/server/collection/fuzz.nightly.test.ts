import assert from 'node:assert/strict'
import { onEveryDatabase } from '../../db/databases.ts'
import { testFolder } from '../../test-folder.ts'
import { openSandbox } from './collector.ts'
import { fuzz } from './fuzz-run.ts'
import { serverProcess } from './server-process.ts'

const REQUESTS = 100_000
/** Requests after which the process is as large as its work needs. */
const WARM_UP = 20_000
const MOST_RISE_MIB = 10
/** Memory that the process keeps for garbage to come is no more than this. */
const MOST_RESIDENT_MIB = 400

onEveryDatabase(
  '100,000 odd requests made from the OpenAPI file: no fault, no death, no growing memory',
  async (on, t) => {
    const folder = testFolder()
    {
      await using db = await on.open()
      await openSandbox(db)
    }
    await using server = await serverProcess({ folder, database: on.url })
    const address = await server.start()
    await fuzz(address, { requests: WARM_UP, atOnce: 64, seed: 1 })
    const beforeMiB = await server.heapMiB()
    const { statuses } = await fuzz(address, { requests: REQUESTS - WARM_UP, atOnce: 64, seed: 1_000_000 })
    const afterMiB = await server.heapMiB()
    const { peakMiB } = await server.memory()
    t.diagnostic(JSON.stringify({ statuses: Object.fromEntries(statuses), beforeMiB, afterMiB, peakMiB }))
    assert.ok(afterMiB - beforeMiB < MOST_RISE_MIB, `${beforeMiB} MiB in use before, ${afterMiB} after`)
    assert.ok(peakMiB < MOST_RESIDENT_MIB, `${peakMiB} MiB resident`)
    assert.equal(
      [...statuses.values()].reduce((sum, count) => sum + count, 0),
      REQUESTS - WARM_UP,
    )
    if (on.dialect !== 'sqlite') return
    await using db = await on.open()
    const [check] = await db.query('PRAGMA integrity_check')
    assert.equal(check?.integrity_check, 'ok')
  },
)
