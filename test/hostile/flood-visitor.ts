import { setImmediate } from 'node:timers/promises'
import { programUse } from '../../bench/survey/program-use.ts'
import type { QuicStack } from '../../crawler/quic/quic-stack.ts'
import { openHttp3 } from '../../crawler/survey/http/http3.ts'
import { TIMEOUTS } from '../../crawler/survey/operation/context.ts'
import { endpoint, surveyContext } from '../servers/survey-context.ts'

export interface FloodVisit {
  readonly failure: string | null
  readonly detail: string | null
  readonly durationMs: number | null
  /** By how much the most memory of this process, and of its QUIC program, exceeds that before the visit. */
  readonly grownMib: number
  /** How a site that floods nobody is answered afterwards. */
  readonly goodStatus: number | null | undefined
}

// A process of its own, so that its memory is that of the visit. Visits a good site first, for what is only taken once.
const [floodPort, goodPort, caFile = '', quicJson = ''] = process.argv.slice(2)
const quic = JSON.parse(quicJson) as QuicStack
const get = async (port: string | undefined) => {
  await using http = openHttp3(endpoint(Number(port)), surveyContext({ caFile, quic, timeouts: TIMEOUTS }))
  return await http.get('/')
}
await get(goodPort)
const beforeBytes = process.memoryUsage.rss()
const before = programUse(quic, caFile)
const row = await get(floodPort)
await setImmediate()
const { maxRSS } = process.resourceUsage()
const good = await get(goodPort)
const report: FloodVisit = {
  failure: row.failure,
  detail: row.detail,
  durationMs: row.durationMs,
  grownMib: (maxRSS * 1024 - beforeBytes) / 2 ** 20 + programUse(quic, caFile).maxMib - before.maxMib,
  goodStatus: good.result?.status,
}
process.stdout.write(JSON.stringify(report))
