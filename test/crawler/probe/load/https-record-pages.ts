import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { ProbeBrowser } from '../../../../crawler/probe/load/load.ts'
import { type Capture, openCapture } from '../../../../crawler/probe/packets/capture.ts'
import type { PacketTool } from '../../../../crawler/probe/packets/packet-tools.ts'
import { Tshark } from '../../../../crawler/probe/packets/tshark.ts'
import type { Arm } from '../../../../model/arm.ts'
import { type NameServer, serveHttpsRecords } from '../../../servers/odd/https-records.ts'
import { type OddServer, startOddServer } from '../../../servers/odd/odd-server.ts'
import { makeTrustFolder, type TrustFolder } from '../../../servers/trust-folder.ts'
import { openTestBrowser } from '../browser/probe-browser.ts'
import { tools } from '../packets/captured-page.ts'
import { assertBytes, assertRequests, differenceOfTimes, visitPage } from './odd-visit.ts'

const PORT = 8_446
const [OWN, TARGET] = ['127.0.44.31', '127.0.44.32'] as const
/** Address of the name server, in /etc/resolv.conf. */
const NAMES = process.env.NAME_SERVER ?? ''
const ARMS = ['h1', 'h2', 'h3', 'h3-altsvc'] as const satisfies Arm[]
const MAX_VISITS = 3
const ALPN = ['h3', 'h2']

/** Each with a record of its own; `OWN` has the page itself, `TARGET` what the records of two of them name. */
const HOSTS = {
  'self.test': { address: OWN, httpsRecord: { alpn: ALPN } },
  'service.test': { address: OWN, httpsRecord: { alpn: ALPN, target: 'target.test' } },
  'alias.test': { address: OWN, httpsRecord: { priority: 0, target: 'target.test' } },
  'target.test': { address: TARGET },
} as const
const PAGES = ['self.test', 'service.test', 'alias.test'] as const
/** Chromium follows no record to another name, and takes no claim of HTTP/3 from it: that of the own name alone it may. */
const mayBeH3ByRecord = (page: string): boolean => page === 'self.test'

// Started by https-record-page.slow.test.ts, where the machine's name server is this test's.
describe('pages whose names have HTTPS records, held against the logs of both servers', () => {
  let signal: AbortSignal
  let trust: TrustFolder
  let names: NameServer
  let own: OddServer
  let target: OddServer
  let capture: Capture
  let tshark: Tshark
  before(async () => {
    signal = AbortSignal.timeout(600_000)
    trust = await makeTrustFolder(
      Object.keys(HOSTS)
        .map((name) => `DNS:${name}`)
        .join(','),
    )
    names = await serveHttpsRecords(NAMES, PORT, HOSTS)
    own = await startOddServer([{ address: OWN, port: PORT, ...trust.pair }])
    target = await startOddServer([{ address: TARGET, port: PORT, ...trust.pair }])
    capture = await openCapture({
      interface: 'lo',
      tcpdump: tools.tcpdump as PacketTool,
      ports: [PORT],
      signal,
    })
    tshark = new Tshark(tools.tshark as PacketTool)
  })
  after(async () => {
    await tshark?.[Symbol.asyncDispose]()
    await capture?.[Symbol.asyncDispose]()
    for (const server of [target, own, names, trust]) await server?.[Symbol.asyncDispose]()
  })

  for (const arm of ARMS)
    describe(`under ${arm}`, () => {
      let browser: ProbeBrowser
      const forced = PAGES.map((name) => `${name}:${PORT}`)
      before(async () => {
        browser = await openTestBrowser({
          arm,
          origins: { forced: arm === 'h3' ? forced : [], privateRoot: [...PAGES] },
          ...{ caFile: trust.caFile, keyLog: true },
        })
      })
      after(() => browser?.[Symbol.asyncDispose]())

      for (const page of PAGES)
        test(`${page}: requests, bytes and times are those of the log of the server that it reached`, async () => {
          const late: string[] = []
          for (let attempt = 1; attempt <= MAX_VISITS && late.length === attempt - 1; attempt++) {
            names.takeQuestions()
            const bench = { server: own, capture, tshark, signal, forced }
            const visited = await visitPage(bench, browser, `https://${page}:${PORT}/plain/`)
            assertRequests(visited, false)
            assertBytes(visited, false)
            assert.deepEqual(await target.takeLog(), [])
            if (attempt === 1) assert.ok(names.takeQuestions().includes(`HTTPS _${PORT}._https.${page}`))
            if (arm === 'h3-altsvc' && !mayBeH3ByRecord(page))
              assert.ok(visited.log.every(({ protocol }) => protocol === 'h2'))
            late.push(...differenceOfTimes(visited))
          }
          assert.ok(late.length < MAX_VISITS, late.join('\n'))
        })
    })
})
