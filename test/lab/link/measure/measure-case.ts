import { join } from 'node:path'
import type { Backend, LinkCondition } from '../../../../lab/link/condition/link.ts'
import { calibrate, type LinkMeasurement } from '../../../../lab/link/measure/calibrate.ts'
import { packetMs, type Received } from '../../../../lab/link/measure/echo-message.ts'
import { openEcho } from '../../../../lab/link/measure/open-echo.ts'
import { runCommand } from '../../../../lab/process/run-command.ts'
import { ADDRESS, joinPair, openPair, type Pair } from '../backend/open-pair.ts'
import type { BurstOrder } from './send-bursts.ts'

export interface CaseMeasurement extends LinkMeasurement {
  readonly backend: Backend
  /** What arrives of as many packets at once as the queue holds, and of three times as many; null without a rate. */
  readonly fits: Received | null
  readonly floods: Received | null
}

const LIMIT_MS = 120_000
/** Small, so that sending takes no time. */
export const BURST_BYTES = 200

/** Opens a link of that condition, measures it and closes it. */
export async function measureCase(
  condition: LinkCondition,
  backend: Backend,
  cacheDir: string,
): Promise<CaseMeasurement> {
  const signal = AbortSignal.timeout(LIMIT_MS)
  await using pair = await openPair()
  await using link = await joinPair(pair, { condition, backend, cacheDir, signal })
  const measured = await calibrate({ ...pair, echoAddress: ADDRESS.server, condition, cacheDir, signal })
  const [fits = null, floods = null] = condition.upMbps === null ? [] : await bursts(pair, condition, signal)
  return { backend: link.backend, ...measured, fits, floods }
}

async function bursts(pair: Pair, condition: LinkCondition, signal: AbortSignal): Promise<Received[]> {
  const { queuePackets, upMbps, rttMs } = condition
  const order: BurstOrder = {
    address: ADDRESS.server,
    rttMs,
    packets: [queuePackets, 3 * queuePackets],
    sizeBytes: BURST_BYTES,
    queueMs: queuePackets * packetMs(BURST_BYTES, upMbps ?? Infinity),
  }
  await using _ = await openEcho(pair.farCommand, ADDRESS.server, signal)
  const program = join(import.meta.dirname, 'send-bursts.ts')
  const [command = '', ...argv] = pair.command([process.execPath, program, JSON.stringify(order)])
  return JSON.parse(await runCommand([command, ...argv], { signal })) as Received[]
}
