// A run that is writing: `record-run.ts URL SAMPLES [STOP_EVERY]`. Records them one by one in the campaign 1, which it takes;
// prints what it saw. After so many it says `stopped` and waits for a line.
import { createInterface } from 'node:readline'
import { acquireCampaign } from '../../../db/campaign/campaign-leases.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { claimed, record } from './probing.ts'

const [url = '', samples = '', stopEvery = 'Infinity'] = process.argv.slice(2)
const told = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
// Whoever is in the way shows at once.
await using db = await openDatabase({ url, busyTimeoutMs: 1 })
const lease = { campaignId: 1, owner: `process ${process.pid}` }
await acquireCampaign(db, { ...lease, leaseMs: 60_000 }, () => true)
let slowestMs = 0
for (let n = 0; n < Number(samples); n += 1) {
  if (n > 0 && n % Number(stopEvery) === 0) {
    console.log('stopped')
    await told.next()
  }
  const metrics = Array.from({ length: 40 }, (_, index) => ({
    name: `metric_${index}_ms`,
    value: n + index / 7,
    note: null,
  }))
  const startMs = performance.now()
  await record(db, lease, { sample: await claimed(db, lease), metrics })
  slowestMs = Math.max(slowestMs, performance.now() - startMs)
}
console.log(JSON.stringify({ recorded: Number(samples), slowestMs }))
process.stdin.destroy()
