import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { picture } from '../../../lab/files/picture.ts'
import { makeAuthority as makeLabAuthority } from '../../../lab/network/authority.ts'
import type { ServedHost } from '../../../lab/origin/serve-order.ts'
import { unbracketed } from '../../../lab/process/bracketed.ts'
import { promisedProtocol } from '../../../model/arm.ts'
import { load, noBrowser, openTestBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { opened } from '../../opened.ts'
import { ADDRESSES, makeOriginFiles, PORTS, startServer, whyNoServer } from './running-server.ts'

const skip = noBrowser || (await whyNoServer('towline'))
const FURTHER = { http: 9080, https: 9443 } as const
/** Of no network of this machine, but the last two: private and loopback. */
const LITERALS = ['192.0.2.7', '[2001:db8::7]', '10.1.2.3', '127.7.7.7'] as const
const IN_PAGE = [
  `https://a.test:${FURTHER.https}/further.png`,
  `https://b.test:${FURTHER.https}/only.png`,
  ...LITERALS.map((host) => `https://${host}:${PORTS.https}/one.png`),
]
const PAGE = `<!doctype html><link rel="icon" href="data:,">${IN_PAGE.map((url) => `<img src="${url}">`).join('')}`

let hosts: readonly ServedHost[]
let caFile: string
const files = opened(
  () =>
    makeOriginFiles({
      'a.test/': PAGE,
      'a.test/further.png': picture(500),
      'b.test/only.png': picture(600),
      ...Object.fromEntries(LITERALS.map((host) => [`${host}/one.png`, picture(700)])),
    }),
  async () => {
    const authority = await makeLabAuthority(join(files.folder, 'lab'))
    caFile = authority.caFile
    const names = await authority.issue('names', ['a.test', 'b.test'])
    const served = await Promise.all(
      LITERALS.map(async (host, index) => ({
        name: host,
        address: ADDRESSES.b.replace(/\d+$/, String(index + 3)),
        certificate: await authority.issue(`literal-${index}`, [host]),
      })),
    )
    const further = { http: null, https: FURTHER.https }
    hosts = [
      { name: 'a.test', address: ADDRESSES.a, certificate: names },
      { name: 'a.test', address: ADDRESSES.a, ports: further, certificate: names },
      { name: 'a.test', address: ADDRESSES.a, ports: { http: FURTHER.http, https: null } },
      { name: 'b.test', address: ADDRESSES.b, ports: further, certificate: names },
      ...served,
    ]
  },
)

for (const arm of ['h1', 'h2', 'h3'] as const)
  test(`Chromium gets hosts on other ports, and hosts that are addresses, by ${arm}`, { skip }, async () => {
    await using _ = await startServer(files, files.order('towline', { hosts }))
    const secure = hosts.flatMap(({ name, ports = PORTS }) =>
      ports.https === null ? [] : `${name}:${ports.https}`,
    )
    const rules = hosts.map(({ name, address }) => `MAP ${unbracketed(name)} ${address}`)
    await using browser = await openTestBrowser({
      arm,
      origins: { forced: secure, privateRoot: [] },
      caFile,
      switches: [`--host-resolver-rules=${rules.join(',')}`],
    })
    const it = await load(browser, `https://a.test:${PORTS.https}/`)
    assert.equal(it.failure, null, JSON.stringify(it.failure))
    const got = it.requests.map(({ url, status, protocol, error }) => [url, status, protocol, error])
    assert.deepEqual(
      got.slice(1).toSorted(),
      IN_PAGE.map((url) => [url, 200, promisedProtocol(arm), null]).toSorted(),
    )
  })
