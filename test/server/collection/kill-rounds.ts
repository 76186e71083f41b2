import { hash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rng } from '../../../stats/rng.ts'
import type { TestDatabase } from '../../db/databases.ts'
import { openSandbox } from './collector.ts'
import { compareStored, type StoredRecords } from './compare-stored.ts'
import { record, SITES } from './records.ts'
import { serverProcess } from './server-process.ts'
import { uploadConnection } from './upload-connection.ts'

export interface Killed extends StoredRecords {
  readonly kills: number
  readonly acknowledged: number
  /** Sent and not acknowledged when the server was killed; sent again to the next one. */
  readonly retried: number
}

const CONNECTIONS = 40
const MOST_ACKNOWLEDGED = 200

/** Kills a server under load with SIGKILL, at a random number of acknowledged records, again and again on one database. */
export async function killRounds(on: TestDatabase, kills: number, seed: number): Promise<Killed> {
  const folder = await mkdtemp(join(tmpdir(), 'towline-kills-'))
  await using _ = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
  const database = on.url
  {
    await using db = await on.open()
    await openSandbox(db)
  }
  // One for the kills alone: how many records are drawn is a matter of the machine's speed.
  const [killAt, siteOf] = [rng(seed), rng(seed + 1)]
  const acknowledged = new Set<string>()
  const sent = new Set<string>()
  let unanswered: string[] = []
  let retried = 0
  // The next one loads its code while this one is under load.
  let next = serverProcess({ folder, database })
  for (let round = 0; round <= kills; round += 1) {
    const server = await next
    const address = await server.start()
    if (round < kills) next = serverProcess({ folder, database })
    const repeats = unanswered
    unanswered = []
    retried += repeats.length
    // The last one is sent what is left, and is not killed under it.
    const enough = round === kills ? repeats.length : 1 + Math.floor(killAt() * MOST_ACKNOWLEDGED)
    let answered = 0
    const send = async (): Promise<void> => {
      using connection = await uploadConnection(`${address}/api/v1/contributions`)
      while (answered < enough) {
        const body = repeats.pop() ?? JSON.stringify(record({ site: Math.floor(siteOf() * SITES) }))
        const cidHash = hash('sha256', (JSON.parse(body) as { cid: string }).cid)
        sent.add(cidHash)
        const status = await connection.post(body).catch(() => null)
        if (status === null) {
          unanswered.push(body)
          return
        }
        if (status !== 201) throw new Error(`it was answered ${status}`)
        acknowledged.add(cidHash)
        answered += 1
        if (answered === enough) await server.kill()
      }
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, send))
    if (enough === 0) await server.kill()
    unanswered.push(...repeats)
  }
  await using db = await on.open()
  return {
    kills,
    acknowledged: acknowledged.size,
    retried,
    ...(await compareStored(db, { sent, acknowledged })),
  }
}
