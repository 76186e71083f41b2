// Fills a small disk: `disk-full-run.ts FOLDER`. Contributes until there is no space, frees some, continues; prints what it saw.
import { closeSync, openSync, rmSync, statfsSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../../db/connection/open.ts'
import type { Contribution } from '../../../server/contract/contract.ts'
import { openSandbox } from './collector.ts'
import { record } from './records.ts'
import { serveFolder } from './serve-folder.ts'

const [folder = ''] = process.argv.slice(2)
const url = join(folder, 'field.sqlite')
const ballast = join(folder, 'ballast')
{
  await using db = await openDatabase({ url })
  await openSandbox(db)
}
// Set by hand: while the disk is full, none of the pause passes after which the database is tried again.
let clockMs = 0
await using server = await serveFolder(folder, url, { clock: () => clockMs })
const { bavail, bsize } = statfsSync(folder)
writeFileSync(ballast, Buffer.alloc(bavail * bsize - 2 * 2 ** 20))

let acknowledged = 0
const statuses = new Set<number>()
let refused: { readonly sent: Contribution; readonly response: Response } | null = null
while (refused === null) {
  const sent = Array.from({ length: 50 }, () => record())
  const responses = await Promise.all(sent.map((one) => server.post(one)))
  for (const [index, response] of responses.entries()) {
    const one = sent[index]
    if (response.status === 201) acknowledged += 1
    else if (one !== undefined) {
      statuses.add(response.status)
      refused = { sent: one, response }
    }
  }
}
const { message } = (await refused.response.json()) as { message: string }
// What a group of 50 did not fit into may hold one page more.
const rest = openSync(join(folder, 'rest'), 'w')
try {
  for (;;) writeSync(rest, Buffer.alloc(4_096))
} catch (error) {
  if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
}
closeSync(rest)
const whileFull = {
  health: (await fetch(`${server.address}/healthz`)).status,
  meta: (await fetch(`${server.address}/api/v1/meta`)).status,
  remove: (await server.remove([refused.sent.cid])).status,
}
rmSync(ballast)
rmSync(join(folder, 'rest'))
let afterwards = await server.post(record())
while (afterwards.status === 503) {
  await sleep(10)
  clockMs += 100
  afterwards = await server.post(record())
}
const retried = await server.post(refused.sent)
acknowledged += [afterwards, retried].filter(({ status }) => status === 201).length

clockMs += 10_000
const healthAfterwards = (await fetch(`${server.address}/healthz`)).status
await using db = await openDatabase({ url })
const [rows] = await db.query('SELECT count(*) AS n FROM contributions')
const [check] = await db.query('PRAGMA integrity_check')
console.log(
  JSON.stringify({
    healthAfterwards,
    ...{
      acknowledged,
      atFull: [...statuses],
      retryAfter: refused.response.headers.get('retry-after'),
      message,
    },
    ...{ whileFull, afterwards: afterwards.status, retried: retried.status },
    ...{ rows: rows?.n, integrity: check?.integrity_check },
  }),
)
