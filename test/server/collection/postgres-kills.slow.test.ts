import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { openDatabase } from '../../../db/connection/open.ts'
import { rng } from '../../../stats/rng.ts'
import { onOwnPostgres } from '../../db/postgres-server.ts'
import { collector } from './collector.ts'
import { compareStored } from './compare-stored.ts'
import { record, SITES } from './records.ts'
import { uploadConnection } from './upload-connection.ts'

/** More by hand: `TEST_POSTGRES_KILLS=50`. */
const KILLS = Number(process.env.TEST_POSTGRES_KILLS ?? 3)
const CONNECTIONS = 20
const MOST_ACKNOWLEDGED = 150

onOwnPostgres(
  'uploads are answered 503 while PostgreSQL is gone, nothing acknowledged is lost, and the server recovers by itself',
  async (postgres, t) => {
    await using server = await collector({
      on: {
        dialect: 'postgres',
        url: postgres.url,
        open: (options) => openDatabase({ url: postgres.url, ...options }),
        [Symbol.asyncDispose]: async () => {
          // The server's end is the database's.
        },
      },
    })
    const killAt = rng(9)
    const [sent, acknowledged] = [new Set<string>(), new Set<string>()]
    const statuses = new Map<number, number>()
    const status = (path: string): Promise<number> =>
      fetch(server.address + path).then(async (response) => {
        await response.arrayBuffer()
        return response.status
      })
    const unanswered: string[] = []
    /** Sends until so many more are acknowledged, or until one is refused once the database is down. */
    const load = async (until: () => boolean): Promise<void> => {
      const send = async (): Promise<void> => {
        using connection = await uploadConnection(server.url)
        while (!until()) {
          const body = unanswered.pop() ?? JSON.stringify(record({ site: sent.size % SITES }))
          const cidHash = hash('sha256', (JSON.parse(body) as { cid: string }).cid)
          sent.add(cidHash)
          const got = await connection.post(body)
          statuses.set(got, (statuses.get(got) ?? 0) + 1)
          if (got === 201) acknowledged.add(cidHash)
          else unanswered.push(body)
        }
      }
      await Promise.all(Array.from({ length: CONNECTIONS }, send))
    }
    for (let kill = 0; kill < KILLS; kill += 1) {
      const enough = acknowledged.size + 1 + Math.floor(killAt() * MOST_ACKNOWLEDGED)
      let killed: Promise<void> | null = null
      let refusedAtKill = 0
      await load(() => {
        const refused = statuses.get(503) ?? 0
        if (killed === null && acknowledged.size >= enough) {
          refusedAtKill = refused
          killed = postgres.kill()
        }
        return killed !== null && refused > refusedAtKill + CONNECTIONS
      })
      await killed
      assert.equal(await status('/api/v1/meta'), 503, 'what is read fails as what is written')
      await postgres.start()
      const before = acknowledged.size
      await load(() => acknowledged.size > before + CONNECTIONS)
      assert.equal(await status('/api/v1/meta'), 200)
    }
    while (unanswered.length > 0) {
      const left = unanswered.length
      await load(() => unanswered.length === 0)
      assert.ok(unanswered.length < left)
    }
    t.diagnostic(`${KILLS} kills, ${acknowledged.size} acknowledged, ${JSON.stringify([...statuses])}`)
    assert.deepEqual([...statuses.keys()].toSorted(), [201, 503])
    await using db = await openDatabase({ url: postgres.url })
    assert.deepEqual(await compareStored(db, { sent, acknowledged }), {
      ...{ lost: 0, twice: 0, unknown: 0, halves: 0, integrity: null },
    })
  },
)
