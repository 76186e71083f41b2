import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { parseLink } from '../../../../lab/link/condition/parse.ts'
import { calibrate, type LinkMeasurement, type LossCount } from '../../../../lab/link/measure/calibrate.ts'
import { openSandbox } from '../../../../lab/sandbox/open.ts'
import { inside } from '../../../end-to-end/sandbox/inside.ts'
import { CACHE, whyNoLink } from '../why-no-link.ts'

const skip = whyNoLink()
/** What a round trip may take beyond what the link adds: two processes that wake up. */
const OVERHEAD_MS = 2
const RATE_TOLERANCE = 0.02
/** Standard deviations that hold all but one in a thousand. */
const Z = 3.29
const HANDSHAKES = 5

async function measure(t: TestContext, text: string): Promise<LinkMeasurement> {
  const condition = parseLink(text)
  await using sandbox = await openSandbox({ link: condition })
  assert.deepEqual(sandbox.link?.condition, condition)
  const signal = AbortSignal.timeout(180_000)
  const measured = await calibrate({ ...sandbox, condition, cacheDir: CACHE, signal })
  t.diagnostic(JSON.stringify(measured))
  return measured
}

/** The fastest of many: on a busy machine the others wait for a processor, which is no doing of the link. */
function assertRtt({ rtt: { minMs, samples } }: LinkMeasurement, rttMs: number): void {
  assert.ok(minMs !== null && minMs >= rttMs && minMs <= rttMs + OVERHEAD_MS, `${minMs} for ${rttMs} ms`)
  assert.ok(samples >= 10, `${samples} echoes came back`)
}

function assertRate(measured: number | null, mbps: number): void {
  assert.ok(
    measured !== null && Math.abs(measured / mbps - 1) < RATE_TOLERANCE,
    `${measured} for ${mbps} Mbit/s`,
  )
}

function assertLoss({ sent, lost }: LossCount, fraction: number): void {
  const expected = sent * fraction
  const within = Z * Math.sqrt(expected * (1 - fraction))
  assert.ok(Math.abs(lost - expected) <= within, `${lost} of ${sent} lost, not ${expected} ± ${within}`)
}

test('a link of 50 ms, 10 and 5 Mbit/s and 1 % loss measures as that', { skip }, async (t) => {
  const measured = await measure(t, 'rtt=50ms,down=10,up=5,loss=0.01')
  assertRtt(measured, 50)
  assertRate(measured.downMbps, 10)
  assertRate(measured.upMbps, 5)
  assertLoss(measured.lossUp, 0.01)
  assertLoss(measured.lossDown, 0.01)
  assert.equal(measured.lossUp.sent, 2000)
})

test('a link that is not said to lose or throttle does neither', { skip }, async (t) => {
  const measured = await measure(t, 'rtt=20ms')
  assertRtt(measured, 20)
  assert.deepEqual([measured.downMbps, measured.upMbps], [null, null])
  assert.deepEqual([measured.lossUp.lost, measured.lossDown.lost], [0, 0])
})

test('every server, protocol and family is behind the link, and a handshake takes its round trips', {
  skip,
}, async () => {
  await using sandbox = await openSandbox({ link: parseLink('rtt=100ms') })
  const times = '%{remote_ip} %{time_namelookup} %{time_connect} %{time_appconnect}\\n'
  const quiet = ['--silent', '--show-error', '--output', '/dev/null', '--cacert', sandbox.caFile]
  for (const [host, family] of [
    ['h2-nginx.test', /^198\.18\./],
    ['ipv6-only.test', /^2001:2:/],
  ] as const) {
    // In this order: DNS, TCP, TLS 1.3, each one round trip. The least of several, as of round trips above.
    let leastMs = [Infinity, Infinity, Infinity]
    for (let n = 0; n < HANDSHAKES; n++) {
      const result = await inside(sandbox, 'curl', ...quiet, '--write-out', times, `https://${host}/`)
      const [address = '', ...timesText] = result.stdout.trim().split(' ')
      assert.match(address, family, result.stderr)
      leastMs = leastMs.map((least, step) => Math.min(least, Number(timesText[step]) * 1000))
    }
    for (const [index, ms] of leastMs.entries()) {
      const overMs = ms - (index + 1) * 100
      assert.ok(overMs >= 0 && overMs < 100, `${host}: ${leastMs} ms`)
    }
  }
})
