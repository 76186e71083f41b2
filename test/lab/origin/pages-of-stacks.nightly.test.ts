import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Protocol } from 'puppeteer'
import type { Load, ProbeBrowser } from '../../../crawler/probe/load/load.ts'
import { SERVER_NAMES, SERVERS, type ServerName } from '../../../lab/origin/servers.ts'
import { labPage } from '../../../lab/pages/page.ts'
import { pageFiles } from '../../../lab/pages/page-files.ts'
import { findPlan } from '../../../lab/plan/find-plan.ts'
import { readPlan } from '../../../lab/plan/read-plan.ts'
import { ARMS, promisedProtocol } from '../../../model/arm.ts'
import { load, noBrowser, openTestBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { opened } from '../../opened.ts'
import { ADDRESSES, makeOriginFiles, PORTS, startServer, whyNoServer } from './running-server.ts'

/** The pages that the stacks are compared on, on as many hosts as a test has addresses, with the files of each. */
const { cells } = await readPlan(await findPlan('servers'))
const PAGES = [...new Set(cells.map(({ page }) => page))].map((name) => {
  const shards = name === 'modern' ? 2 : 1
  return { name, files: pageFiles(labPage(name, { shards, seed: 1 }), ['a.test', 'b.test']) }
})

/** Why each server is not there, false where it is; the second name of one is the first. */
const reasons = await Promise.all(
  SERVER_NAMES.filter((name) => name !== 'towline-again').map(
    async (name) => [name, await whyNoServer(name)] as const,
  ),
)

const speaks = (server: ServerName, arm: 'h1' | 'h2' | 'h3'): boolean =>
  SERVERS[server].protocols.includes(ARMS[arm].protocol)

/** All of them over HTTP/3, where code differs most; over TCP the first. */
const pagesOf = (arm: 'h1' | 'h2' | 'h3') => (arm === 'h3' ? PAGES : PAGES.slice(0, 1))

const files = opened(() =>
  makeOriginFiles(
    Object.fromEntries(
      PAGES.flatMap(({ name, files }) =>
        files.map(({ host, path, body }) => [join('..', name, host, path), body]),
      ),
    ),
  ),
)

for (const arm of ['h1', 'h2', 'h3'] as const)
  describe(`the pages of the plan servers by ${arm}`, () => {
    let browser: ProbeBrowser
    before(async () => {
      const rules = (['a', 'b'] as const).map((name) => `MAP ${name}.test ${ADDRESSES[name]}:${PORTS.https}`)
      browser = await openTestBrowser({
        arm,
        origins: { forced: ['a.test', 'b.test'], privateRoot: [] },
        caFile: files.caFile,
        switches: [`--host-resolver-rules=${rules.join(',')}`],
      })
    })
    after(() => browser?.[Symbol.asyncDispose]())

    for (const [server, skip] of reasons.filter(([name]) => speaks(name, arm)))
      for (const page of pagesOf(arm))
        test(`Chromium gets ${page.name} from ${server} by ${arm}, each file whole and by that alone`, {
          skip: noBrowser || skip,
        }, async () => {
          await using _ = await startServer(
            files,
            files.order(server, { www: join(files.folder, page.name) }),
          )
          const it = await load(browser, 'https://a.test/')
          assert.equal(it.failure, null, JSON.stringify(it.failure))
          assert.deepEqual([...new Set(it.requests.map(({ protocol }) => protocol))], [promisedProtocol(arm)])
          const sizes = page.files.map(({ host, path, body }) => [`https://${host}${path}`, body.length])
          assert.deepEqual([...receivedBytes(it)].toSorted(), sizes.toSorted())
        })
  })

/** Bytes of each response's body as the page got it, by its URL. */
function receivedBytes({ requests, events }: Load): Map<string, number> {
  const sizes = new Map<string, number>()
  for (const { method, params } of events) {
    if (method !== 'Network.dataReceived') continue
    const { requestId, dataLength } = params as unknown as Protocol.Network.DataReceivedEvent
    sizes.set(requestId, (sizes.get(requestId) ?? 0) + dataLength)
  }
  return new Map(requests.map(({ requestId, url }) => [url, sizes.get(requestId) ?? 0]))
}
