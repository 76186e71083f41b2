import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Har } from 'har-format'
import { type ComputedMetric, computeAll } from '../../../../crawler/metrics/compute.ts'
import { analyseLoad, harOfLoad } from '../../../../crawler/probe/campaign/analyse-load.ts'
import { judgeAnswers } from '../../../../crawler/probe/campaign/round-differences.ts'
import { takeLoad } from '../../../../crawler/probe/campaign/take-load.ts'
import { judge } from '../../../../crawler/probe/load/judge.ts'
import type { Load, ProbeBrowser } from '../../../../crawler/probe/load/load.ts'
import { type Capture, openCapture } from '../../../../crawler/probe/packets/capture.ts'
import type { PacketTool } from '../../../../crawler/probe/packets/packet-tools.ts'
import { Tshark } from '../../../../crawler/probe/packets/tshark.ts'
import { answerDifference } from '../../../../har/answer-difference.ts'
import { isFromNetwork, UNREPORTED } from '../../../../har/entry.ts'
import type { Arm } from '../../../../model/arm.ts'
import type { PacketTrace } from '../../../../model/packet-trace.ts'
import { LoadTimes } from '../../../../record/live/load-times.ts'
import { pageRequests } from '../../../../record/live/page-request.ts'
import type { LoggedExchange } from '../../../servers/odd/exchange.ts'
import { type OddServer, startOddServer } from '../../../servers/odd/odd-server.ts'
import { ODD_PAGES } from '../../../servers/odd/odd-site.ts'
import type { OddPage } from '../../../servers/odd/page.ts'
import { HINTED_WAIT_MS } from '../../../servers/odd/pages/connections.ts'
import {
  LARGE_ORIGIN,
  ODD_ADDRESS,
  ODD_ORIGIN,
  ODD_PORT,
  OTHER_ORIGIN,
  OTHER_PORT,
} from '../../../servers/odd/places.ts'
import { makeTrustFolder, type TrustFolder } from '../../../servers/trust-folder.ts'
import { noBrowser, openTestBrowser } from '../browser/probe-browser.ts'
import { cannotCapture, tools } from '../packets/captured-page.ts'
import { assertHar } from './assert-har.ts'

const ARMS = ['h1', 'h2', 'h3', 'h3-altsvc'] as const satisfies Arm[]
const BYTES_TOLERANCE = 0.02
/** On the wire a response ends at most so long after its server wrote the end. */
const TIME_TOLERANCE_MS = 10
const MAX_VISITS = 3
/** Two clocks: the kernel's and that of Node. */
const CLOCKS_MS = 1

/** What Chromium does not tell, so that the number has to be null. All others are equal to the server's. */
const UNTOLD: Readonly<
  Record<string, { readonly requests?: readonly Arm[]; readonly bytes?: readonly Arm[] }>
> = {
  // A document that is being left sends them, and nobody listens to it any more.
  'beacon-on-leaving': { requests: ARMS },
  // It asks again of its own accord.
  misdirected: { requests: ['h3'] },
  refused: { requests: ['h2', 'h3'] },
  // Where the preloads have ended before the document asks, it asks again.
  'hints-not-stored': { bytes: ['h2', 'h3'] },
  // Of a service worker's script the response.
  worker: { bytes: ARMS },
  // Chromium now and then takes the end of a body with trailers for the end of the connection.
  trailers: { bytes: ['h3'] },
}

interface Visit {
  readonly log: readonly LoggedExchange[]
  readonly load: Load
  readonly har: NonNullable<ReturnType<typeof harOfLoad>>
  readonly packets: PacketTrace
  readonly metric: (name: string) => ComputedMetric
}

describe('pages of odd transport, held against the log of their server', {
  skip: noBrowser || cannotCapture,
}, () => {
  let signal: AbortSignal
  let trust: TrustFolder
  let server: OddServer
  let capture: Capture
  let tshark: Tshark
  /** Of the last visit of each page, by its name and arm. */
  const hars = new Map<string, Partial<Record<Arm, Har>>>()
  before(async () => {
    signal = AbortSignal.timeout(600_000)
    trust = await makeTrustFolder('DNS:odd.test,DNS:other.test,DNS:odd.dev')
    const names = Array.from({ length: 300 }, (_, index) => `DNS:one-name-of-many-${index}.odd.test`)
    const large = trust.authority.leaf({ altNames: ['DNS:odd.test', ...names].join(',') })
    server = await startOddServer([
      { address: ODD_ADDRESS, port: ODD_PORT, ...trust.pair },
      { address: ODD_ADDRESS, port: OTHER_PORT, ...large },
    ])
    const ports = [ODD_PORT, OTHER_PORT]
    capture = await openCapture({ interface: 'lo', tcpdump: tools.tcpdump as PacketTool, ports, signal })
    tshark = new Tshark(tools.tshark as PacketTool)
  })
  after(async () => {
    await tshark?.[Symbol.asyncDispose]()
    await capture?.[Symbol.asyncDispose]()
    await server?.[Symbol.asyncDispose]()
    await trust?.[Symbol.asyncDispose]()
  })

  /** Loads a page as a campaign does, and takes what its server logged until the load's end. */
  async function visit(browser: ProbeBrowser, { name, origin = ODD_ORIGIN }: OddPage): Promise<Visit> {
    await server.takeLog()
    const url = `${origin}/${name}/`
    const taken = await takeLoad(browser, { url, signal }, capture)
    const { load } = taken
    const endMs = Date.parse(load.startedAt) + load.wallMs
    const log = (await server.takeLog()).filter(({ startedMs }) => startedMs <= endMs)
    assert.equal(load.failure, null, JSON.stringify(load.failure))
    const forced = browser.arm === 'h3' ? FORCED : []
    const verdict = judge(load, {
      ...{ arm: browser.arm, url: url.replace('http:', 'https:'), forced },
      ...{ cpuOtherFraction: null, busyLimit: 1 },
    })
    assert.deepEqual(verdict, { state: 'valid' })
    const har = harOfLoad(load)
    assert.ok(har)
    assertHar(JSON.parse(JSON.stringify(har)))
    const artifacts = await analyseLoad(taken, har, { tshark, signal, warn: assert.fail })
    assert.ok(artifacts.packets)
    const metrics = new Map(computeAll(artifacts).map((metric) => [metric.name, metric]))
    const metric = (wanted: string) => metrics.get(wanted) as ComputedMetric
    return { log, load, har, packets: artifacts.packets, metric }
  }

  for (const arm of ARMS)
    describe(`under ${arm}`, () => {
      let browser: ProbeBrowser
      before(async () => {
        browser = await openTestBrowser({
          arm,
          origins: { forced: arm === 'h3' ? FORCED : [], privateRoot: ['odd.test', 'other.test'] },
          caFile: trust.caFile,
          keyLog: true,
          switches: [`--host-resolver-rules=MAP * ${ODD_ADDRESS}`],
        })
      })
      after(() => browser?.[Symbol.asyncDispose]())

      for (const page of ODD_PAGES.values())
        if ((page.arms ?? ['h1', 'h2', 'h3']).includes(arm))
          test(`${page.name}: requests, statuses, bytes and times are those of the server’s log`, async () => {
            const untold = UNTOLD[page.name]
            const late: string[] = []
            // On a busy machine a server is late now and then; a wrong number is wrong each time.
            for (let attempt = 1; attempt <= MAX_VISITS && late.length === attempt - 1; attempt++) {
              const visited = await visit(browser, page)
              assertRequests(visited, untold?.requests?.includes(arm) === true)
              assertBytes(visited, untold?.bytes?.includes(arm) === true)
              PARTICULARS[page.name]?.(visited)
              hars.set(page.name, { ...hars.get(page.name), [arm]: visited.har })
              late.push(...differenceOfTimes(visited))
            }
            assert.ok(late.length < MAX_VISITS, late.join('\n'))
          })
    })

  test('a gain is left out of the page whose server answers 421 under forced HTTP/3, and of no other', (t) => {
    const left = [...hars].flatMap(([name, { h1, h2, h3 }]) => {
      if (h1 === undefined || h2 === undefined || h3 === undefined) return []
      const verdictOf = (har: Har, before: Partial<Record<Arm, Har>>) => {
        const differences = Object.entries(before).map(([arm, other]) => [arm, answerDifference(har, other)])
        return judgeAnswers({ state: 'valid' }, Object.fromEntries(differences))
      }
      const arms = { h2: verdictOf(h2, { h1 }), h3: verdictOf(h3, { h1, h2 }) }
      for (const [arm, verdict] of Object.entries(arms))
        if ('detail' in verdict) t.diagnostic(`${name} ${arm}: ${verdict.detail}`)
      return Object.entries(arms).flatMap(([arm, { state }]) => (state === 'valid' ? [] : `${name} ${arm}`))
    })
    // The one that is refused is asked for again by HTTP/2 and HTTP/3, and by HTTP/1.1 it is not.
    assert.deepEqual(left.toSorted(), ['misdirected h3', 'refused h2', 'refused h3'])
  })
})

const FORCED = [ODD_ORIGIN, OTHER_ORIGIN, LARGE_ORIGIN, `https://odd.dev:${ODD_PORT}`].map(
  (origin) => new URL(origin).host,
)

function assertRequests({ log, har, metric }: Visit, isUntold: boolean): void {
  const entries = har.log.entries.filter(isFromNetwork)
  const logged = log.map(({ method, host, path, status }) => `${method} ${host} ${path} ${status ?? 0}`)
  for (const { request, response, _error } of entries) {
    const { host, pathname, search } = new URL(request.url)
    const line = `${request.method} ${host} ${pathname}${search} `
    const isSame =
      _error === UNREPORTED
        ? (each: string) => each.startsWith(line)
        : (each: string) => each === `${line}${response.status}`
    const index = logged.findIndex(isSame)
    assert.ok(index >= 0, `${line}${response.status} is none of ${logged}`)
    logged.splice(index, 1)
  }
  const { value, note } = metric('requests')
  const [sent, reported] = [log.length, entries.length]
  if (isUntold)
    assert.deepEqual(
      [value, note],
      [null, `the browser reported ${reported}, but the packets carried ${sent}`],
    )
  else assert.deepEqual([value, logged], [sent, []])
}

function assertBytes({ log, metric }: Visit, isUntold: boolean): void {
  const { value, note } = metric('har_bytes')
  const served = log.reduce((sum, { headBytes, bodyBytes }) => sum + headBytes + bodyBytes, 0)
  if (value === null) {
    assert.ok(isUntold, `${note}`)
    assert.match(note ?? '', /does not tell the size of|the packets carried/)
  } else assert.ok(Math.abs(value / served - 1) <= BYTES_TOLERANCE, `${value} bytes, and not ${served}`)
}

/**
 * Says where the first request or the last byte on the wire are not those of the server; Time on Wire is what lies
 * between. Empty where they are.
 */
function differenceOfTimes({ log, packets, metric }: Visit): string[] {
  const first = packets.packets.find(({ request }) => request)?.atMs ?? Number.NaN
  const last = packets.packets.findLast(({ response }) => response)?.atMs ?? Number.NaN
  assert.equal(metric('tow_ms').value, last - first)
  const arrivedMs = Math.min(...log.map(({ startedMs }) => startedMs)) - first
  const leftMs = last - Math.max(...log.map(({ lastMs }) => lastMs ?? 0))
  const isWithin = (ms: number): boolean => ms >= -CLOCKS_MS && ms <= TIME_TOLERANCE_MS
  if (isWithin(arrivedMs) && isWithin(leftMs)) return []
  return [
    `from the first request on the wire to the server ${arrivedMs.toFixed(1)} ms, from its last write to the wire ${leftMs.toFixed(1)} ms`,
  ]
}

/** What else is right for a page. */
const PARTICULARS: Readonly<Record<string, (visit: Visit) => void>> = {
  hints: assertThinkTime,
  'hints-not-stored': assertThinkTime,
  worker: ({ load, metric }) => {
    assert.equal(metric('failed_requests').value, 0)
    const own = load.requests.filter(({ url }) => url.includes('/own/'))
    assert.deepEqual(
      own.map(({ protocol }) => protocol),
      [null, null],
    )
  },
  'in-flight': ({ log, metric }) => {
    const unanswered = log.filter(({ status }) => status === null).length
    assert.deepEqual(metric('failed_requests'), {
      name: 'failed_requests',
      value: 0,
      note: `without ${unanswered} under way at the end of the load`,
    })
  },
  hsts: ({ load }) => assert.match(load.finalUrl ?? '', /^https:/),
  'lost-path': ({ packets, metric }) => {
    assert.equal(packets.connections.length, 1)
    assert.ok((metric('tow_ms').value ?? 0) >= 400)
  },
}

/** The document takes what its server takes, though a 103 came at once. */
function assertThinkTime({ load }: Visit): void {
  const [document] = pageRequests(load.events)
  assert.ok(document)
  const { thinkMs } = new LoadTimes([document]).timesOf(document, new Map([[ODD_ADDRESS, 1]]), null)
  assert.ok(thinkMs !== null && thinkMs >= HINTED_WAIT_MS - 5, `${thinkMs} ms`)
}
