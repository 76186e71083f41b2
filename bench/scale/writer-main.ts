import { once } from 'node:events'
import { openDatabase } from '../../db/connection/open.ts'
import { playSites, recordedSites } from './playback.ts'
import type { WriterOrder } from './writers.ts'

// One worker of a played-back survey: it opens the database, says so, and writes sites once it is told to begin.
const order = JSON.parse(process.argv[2] ?? '') as WriterOrder
const recorded = await recordedSites(order.recorded)
await using db = await openDatabase({ url: order.database })
process.send?.('ready')
await once(process, 'message')
process.send?.(await playSites(db, recorded, { ...order, signal: new AbortController().signal }))
process.disconnect?.()
