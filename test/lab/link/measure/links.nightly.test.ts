import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { Backend, LinkCondition, Loss } from '../../../../lab/link/condition/link.ts'
import { burstPackets } from '../../../../lab/link/condition/loss.ts'
import type { LossCount } from '../../../../lab/link/measure/calibrate.ts'
import { packetMs, type Received } from '../../../../lab/link/measure/echo-message.ts'
import { isForIperf3 } from '../../../../lab/link/measure/iperf3.ts'
import { linkDeviations } from '../../../../lab/link/measure/link-deviations.ts'
import { runInUml, whyNoUml } from '../backend/in-uml.ts'
import { CACHE, whyNoBackend } from '../why-no-link.ts'
import { LINK_CASES } from './link-cases.ts'
import { BURST_BYTES, type CaseMeasurement, measureCase } from './measure-case.ts'

const LIMIT_MS = 240_000

type Kind = 'uml' | Backend

const HOSTS: readonly {
  readonly name: string
  readonly kind: Kind
  readonly skip: string | false
  readonly measure: (condition: LinkCondition) => Promise<CaseMeasurement>
}[] = [
  ...(['rattan', 'netem'] as const).map((backend) => ({
    name: backend,
    kind: backend,
    skip: whyNoBackend(backend),
    measure: (condition: LinkCondition) => measureCase(condition, backend, CACHE),
  })),
  { name: 'netem in user-mode-linux', kind: 'uml', skip: await whyNoUml(), measure: measureInUml },
]

async function measureInUml(condition: LinkCondition): Promise<CaseMeasurement> {
  const program = join(import.meta.dirname, 'measure-cases.ts')
  const argv = [process.execPath, program, CACHE, JSON.stringify([condition])]
  const output = await runInUml(argv, LIMIT_MS)
  const line = output.split('\n').find((each) => each.startsWith('{'))
  assert.ok(line, output)
  return JSON.parse(line) as CaseMeasurement
}

/** Of so many bursts each has a random length: their mean varies by its length over their root. */
function assertBursts(loss: Loss, { lost, bursts }: LossCount): void {
  const wanted = burstPackets(loss)
  if (wanted === null) return
  const found = lost / bursts
  assert.ok(
    Math.abs(found - wanted) < (3.29 * wanted) / Math.sqrt(bursts),
    `bursts of ${found}, not ${wanted}`,
  )
}

/**
 * For so long the far end may wait for a processor before it hears of a packet that waited in the queue. User-mode Linux
 * has one processor for both ends and stops for tens of milliseconds: there only what is dropped tells the queue's length.
 */
const STALL_MS: Readonly<Record<Kind, number>> = { rattan: 3, netem: 3, uml: 100 }

/** Where and only where: as many packets as fit are not dropped, and of more those that found a place. */
function assertQueue(kind: Kind, condition: LinkCondition, fits: Received, floods: Received): void {
  const { queuePackets, upMbps } = condition
  assert.equal(fits.packets, queuePackets, 'as many packets at once as fit into the queue')
  assert.ok(floods.packets < 3 * queuePackets, 'of three times as many some are dropped')
  const waited = floods.mostQueued ?? 0
  const stalled = STALL_MS[kind] / packetMs(BURST_BYTES, upMbps ?? Infinity)
  const within = Math.max(3, 0.1 * queuePackets, stalled)
  assert.ok(Math.abs(waited - queuePackets) <= within, `${waited} packets waited, not ${queuePackets}`)
}

function assertMeasured(kind: Kind, condition: LinkCondition, measured: CaseMeasurement): void {
  assert.deepEqual(linkDeviations(condition, measured), [])
  assertBursts(condition.lossDown, measured.lossDown)
  assertBursts(condition.lossUp, measured.lossUp)
  assert.ok(measured.ping, 'ping is there')
  assert.equal(measured.iperf3 !== null, isForIperf3(condition), 'iperf3 is there where it is asked')
  if (measured.fits && measured.floods) assertQueue(kind, condition, measured.fits, measured.floods)
}

// Each measures one link at a time, which mostly waits: two kinds side by side have a processor each.
describe('links', { concurrency: 2 }, () => {
  for (const { name, kind, skip, measure } of HOSTS)
    describe(`a link of ${name}`, { skip, concurrency: 1 }, () => {
      for (const { title, condition, notFor } of LINK_CASES) {
        if (notFor === kind) continue
        test(`${title} measures as it is set`, async (t) => {
          const measured = await measure(condition)
          t.diagnostic(JSON.stringify(measured))
          assertMeasured(kind, condition, measured)
        })
      }
    })
})
