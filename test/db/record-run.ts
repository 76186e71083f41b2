// A run that is writing: `record-run.ts URL SAMPLES`. Records them one by one in the campaign 1, which it takes; prints what it saw.
import { acquireCampaign } from '../../db/campaign-leases.ts'
import { openDatabase } from '../../db/open.ts'
import { claimed, record } from './probing.ts'

const [url = '', samples = ''] = process.argv.slice(2)
// Whoever is in the way shows at once.
await using db = await openDatabase({ url, busyTimeoutMs: 1 })
const lease = { campaignId: 1, owner: `process ${process.pid}` }
await acquireCampaign(db, { ...lease, leaseMs: 60_000 }, () => true)
let slowestMs = 0
for (let n = 0; n < Number(samples); n += 1) {
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
