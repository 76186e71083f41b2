import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Har } from 'har-format'
import { judgeAnswers } from '../../../../crawler/probe/campaign/round-differences.ts'
import type { ProbeBrowser } from '../../../../crawler/probe/load/load.ts'
import { type Capture, openCapture } from '../../../../crawler/probe/packets/capture.ts'
import type { PacketTool } from '../../../../crawler/probe/packets/packet-tools.ts'
import { Tshark } from '../../../../crawler/probe/packets/tshark.ts'
import { answerDifference } from '../../../../har/answer-difference.ts'
import type { Arm } from '../../../../model/arm.ts'
import { LoadTimes } from '../../../../record/live/load-times.ts'
import { pageRequests } from '../../../../record/live/page-request.ts'
import { type OddServer, startOddServer } from '../../../servers/odd/odd-server.ts'
import { ODD_PAGES } from '../../../servers/odd/odd-site.ts'
import { FILE_BYTES, type OddPage } from '../../../servers/odd/page.ts'
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
import { assertBytes, assertRequests, differenceOfTimes, type Visit, visitPage } from './odd-visit.ts'

const ARMS = ['h1', 'h2', 'h3', 'h3-altsvc'] as const satisfies Arm[]
const MAX_VISITS = 3
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

  const visit = (browser: ProbeBrowser, { name, origin = ODD_ORIGIN }: OddPage): Promise<Visit> =>
    visitPage({ server, capture, tshark, signal, forced: FORCED }, browser, `${origin}/${name}/`)

  for (const arm of ARMS)
    describe(`under ${arm}`, () => {
      let browser: ProbeBrowser
      before(async () => {
        browser = await openTestBrowser({
          arm,
          origins: { forced: arm === 'h3' ? FORCED : [], privateRoot: ['odd.test', 'other.test'] },
          caFile: trust.caFile,
          keyLog: true,
          switches: [
            `--host-resolver-rules=MAP * ${ODD_ADDRESS}`,
            // Chromium takes a dictionary from servers of publicly known roots alone.
            '--disable-features=CompressionDictionaryTransportRequireKnownRootCert',
          ],
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
  // Chromium stores a dictionary some time after it was read; the last text at least is made smaller by it.
  dictionary: ({ log }) => {
    const last = log.find(({ path }) => path.endsWith('/text/2'))
    assert.ok(last !== undefined && last.bodyBytes < FILE_BYTES / 10, `${last?.bodyBytes} bytes`)
  },
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
